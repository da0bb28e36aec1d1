// Elements in one expression: h("button", { class: "chip", onclick: play }, "T31").

const SVG = "http://www.w3.org/2000/svg";

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null));
  return made;
}

export const h = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
export const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

// A picture from the server. The style of its root is for pictures that stand alone; the page has a style sheet, and
// allows nothing else.
export const picture = (text) =>
  new DOMParser().parseFromString(text.replace(/ style="[^"]*"/, ""), "image/svg+xml").documentElement;

export const $ = (id) => document.getElementById(id);
