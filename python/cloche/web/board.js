// The board that is played on: a picture whose elements say in `data-action` what a click there can mean, and in
// `data-piece` which piece they are. Where a place can mean several things, a piece is picked first (on the board, or
// by a chip above it), is turned if it can be, and then put down; or the place is clicked first, and a list asks what
// is meant. Actions that the picture does not have are buttons. They are named in words; `title` has the notation.

import { h, picture } from "./dom.js";
import { mirrored, orientationOf, orientationsOf, pickName, pickOf, picksOf, shared, thing, turned } from "./notation.js";

const CLICKABLE = "[data-action], [data-pick]";
const FINGER = 26; // CSS pixels that a place should have at least, on small screens
const MOST_ZOOM = 4;
const ZOOM_STEP = 1.25;
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const actionsOf = (element) => element.dataset.action?.split(" ") ?? [];

export class Board {
  #frame;
  #tools; // { picks, turning, choices, others, say }
  #play; // (action) => void
  #busy; // () => whether clicks don't count now
  #draw; // (actions) => promise of a picture with these marked
  #legal = [];
  #words = new Map(); // what each of them means
  #whole = ""; // the picture with all legal actions marked
  #pick = null;
  #orientation = null;
  #hinted = null;
  #drawing = 0; // number of the latest picture
  #touched = false; // by the last pointer
  #zoom = null; // null: as large as fingers need

  constructor({ frame, tools, play, busy, draw }) {
    this.#frame = frame;
    this.#tools = tools;
    this.#play = play;
    this.#busy = busy;
    this.#draw = draw;
    frame.tabIndex = -1; // keeps the focus while there is nothing to be chosen
    frame.addEventListener("pointerdown", ({ pointerType }) => (this.#touched = pointerType === "touch"));
    frame.addEventListener("click", (event) => this.#clicked(event));
    frame.addEventListener("keydown", (event) => this.#keyed(event));
    frame.addEventListener("focusin", ({ target }) => this.#rove(target));
    new ResizeObserver(() => this.#size()).observe(frame);
  }

  // A position, with what may be done there as `view` lists it; nothing where somebody else is to act.
  async show(whole, legal) {
    this.#whole = whole;
    this.#legal = legal.map(({ text }) => text);
    this.#words = new Map(legal.map(({ text, words }) => [text, words]));
    this.#hinted = null;
    const [pick] = picksOf(this.#legal);
    this.#pick = pick !== undefined && this.#legal.every((action) => action.startsWith(pick)) ? pick : null;
    this.#orientation = null;
    await this.#refresh();
    this.#uncover();
  }

  // Nothing to be seen.
  clear() {
    this.#drawing += 1;
    this.#legal = [];
    this.#pick = null;
    this.#frame.toggleAttribute("data-stale", false);
    this.#frame.replaceChildren();
    this.#tell();
  }

  // Shows where an action is, with its piece picked and turned.
  async hint(action) {
    this.#pick = pickOf(action);
    this.#orientation = orientationOf(action);
    this.#hinted = action;
    await this.#refresh();
    this.#frame.querySelector(".hinted")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  pick(pick) {
    this.#pick = pick === this.#pick ? null : pick;
    this.#orientation = null;
    return this.#refresh();
  }

  turn() {
    return this.#orient(turned);
  }

  mirror() {
    return this.#orient(mirrored);
  }

  // Back to all that may be done.
  letGo() {
    this.#hinted = null;
    return this.pick(null);
  }

  // Larger or smaller; with 0, the whole board.
  zoom(by) {
    this.#zoom = by === 0 ? 1 : Math.min(MOST_ZOOM, Math.max(1, this.#scale * (by > 0 ? ZOOM_STEP : 1 / ZOOM_STEP)));
    this.#size();
  }

  // What is meant so far

  get #picked() {
    return this.#pick === null ? this.#legal : this.#legal.filter((action) => action.startsWith(this.#pick));
  }

  get #orientations() {
    return this.#pick === null ? [] : orientationsOf(this.#picked);
  }

  #means(action) {
    return this.#words.get(action) ?? action;
  }

  get #meant() {
    const all = this.#orientations;
    if (all.length < 1) return this.#picked;
    if (!all.includes(this.#orientation)) this.#orientation = all[0];
    return this.#picked.filter((action) => orientationOf(action) === this.#orientation);
  }

  #orient(change) {
    const all = this.#orientations;
    if (all.length < 2) return undefined;
    this.#orientation = change(this.#orientation, all);
    this.#hinted = null;
    return this.#refresh();
  }

  // Drawing

  async #refresh() {
    const drawing = ++this.#drawing;
    const meant = this.#meant;
    this.#frame.toggleAttribute("data-stale", true);
    const drawn = meant.length === this.#legal.length ? this.#whole : await this.#draw(meant);
    if (drawing !== this.#drawing) return;
    this.#frame.toggleAttribute("data-stale", false);
    const focused = this.#frame.contains(document.activeElement) ? this.#nameOf(document.activeElement) : null;
    const shown = document.importNode(picture(drawn), true);
    shown.dataset.picked = this.#pick ?? "";
    this.#frame.replaceChildren(shown);
    this.#markPieces();
    this.#tell();
    const items = this.#items;
    for (const item of items) this.#describe(item);
    const first = items.find((item) => this.#nameOf(item) === focused) ?? items[0];
    first?.setAttribute("tabindex", "0");
    if (focused !== null) (first ?? this.#frame).focus({ preventScroll: true });
    this.#size();
    if (this.#pick !== null) this.#uncover();
  }

  // Scrolls a board that is larger than its frame to where most can be done, unless half of that is to be seen already.
  #uncover() {
    const view = this.#frame.getBoundingClientRect();
    const places = [...this.#frame.querySelectorAll("[data-action]")].map((place) => place.getBoundingClientRect());
    const seenFrom = (x, y) => places.filter(({ left, right, top, bottom }) =>
      left >= x - 1 && right <= x + view.width + 1 && top >= y - 1 && bottom <= y + view.height + 1);
    const corners = (side) => [...new Set(places.map((place) => Math.floor(place[side])))];
    let best = [];
    if (seenFrom(view.left, view.top).length === places.length) return;
    for (const x of corners("left")) for (const y of corners("top")) {
      const seen = seenFrom(x, y);
      if (seen.length > best.length) best = seen;
    }
    if (best.length === 0 || 2 * seenFrom(view.left, view.top).length >= best.length) return;
    const least = (side) => Math.min(...best.map((place) => place[side]));
    const most = (side) => Math.max(...best.map((place) => place[side]));
    this.#frame.scrollBy((least("left") + most("right") - view.left - view.right) / 2,
      (least("top") + most("bottom") - view.top - view.bottom) / 2);
  }

  get #items() {
    return [...this.#frame.querySelectorAll(CLICKABLE)];
  }

  #markPieces() {
    const picks = picksOf(this.#legal);
    for (const piece of this.#frame.querySelectorAll("[data-piece]:not([data-action])")) {
      if (!picks.includes(piece.dataset.piece)) continue;
      piece.dataset.pick = piece.dataset.piece;
      piece.classList.toggle("picked", piece.dataset.pick === this.#pick);
    }
  }

  #nameOf(element) {
    return element.dataset.action ?? element.dataset.pick ?? "";
  }

  #describe(item) {
    const actions = actionsOf(item);
    const pick = item.dataset.pick;
    const title = item.querySelector("title")?.textContent;
    const means = actions.length === 0 ? `pick ${pickName(pick)}` : actions.length === 1 ? this.#means(actions[0]) : "";
    item.setAttribute("tabindex", "-1");
    item.setAttribute("role", "button");
    item.setAttribute("aria-label", [...new Set([means, title])].filter(Boolean).join(", ") || `${actions.length} actions`);
    if (actions.length === 0) item.setAttribute("aria-pressed", String(pick === this.#pick));
    if (this.#hinted !== null && actions.includes(this.#hinted)) item.classList.add("hinted");
  }

  // The tools above the board.
  #tell() {
    const { picks, turning, choices, others } = this.#tools;
    const all = picksOf(this.#legal);
    const chips = all.length < 2 ? [] : all.map((pick) => this.#chip(pick));
    picks.replaceChildren(...(chips.length > 0 ? [h("span", {}, "Pick, then place:"), ...chips] : []));
    turning.hidden = this.#orientations.length < 2;
    choices.replaceChildren();
    const shown = new Set(this.#items.flatMap(actionsOf));
    const missing = this.#meant.filter((action) => !shown.has(action));
    others.replaceChildren(...missing.map((action) => this.#button(action)));
  }

  #chip(pick) {
    const pressed = String(pick === this.#pick);
    const words = shared(this.#legal.filter((action) => pickOf(action) === pick).map((action) => this.#means(action)));
    return h("button", { type: "button", class: "chip", "data-pick": pick, "aria-pressed": pressed,
      title: pickName(pick), onclick: () => this.pick(pick) }, thing(words) || pickName(pick));
  }

  #button(action, number = null) {
    const key = number !== null && number <= 9 ? h("kbd", {}, String(number)) : null;
    const hinted = action === this.#hinted ? " hinted" : "";
    return h("button", { type: "button", class: `choice${hinted}`, "data-text": action, title: action,
      onclick: () => this.#play(action) }, key, this.#means(action));
  }

  // Acting

  #clicked(event) {
    const item = event.target.closest?.(CLICKABLE);
    if (!item || this.#busy() || this.#frame.hasAttribute("data-stale")) return;
    const actions = actionsOf(item).filter((action) => this.#legal.includes(action));
    if (item.dataset.action === undefined) this.pick(item.dataset.pick);
    else if (actions.length > 1) this.#ask(actions, event.detail === 0);
    else if (this.#touched && item.matches(":has(+ .ghost):not(.shown)")) this.#preview(item);
    else if (actions.length === 1) this.#play(actions[0]);
  }

  // Fingers don't hover: the first tap shows where the piece would lie.
  #preview(item) {
    for (const other of this.#frame.querySelectorAll(".shown")) other.classList.remove("shown");
    item.classList.add("shown");
    this.#tools.say("Tap again to put it there.");
  }

  #ask(actions, byKey) {
    const { choices } = this.#tools;
    const never = h("button", { type: "button", class: "quiet", onclick: () => choices.replaceChildren() }, "Cancel");
    choices.replaceChildren(h("span", {}, "Which one?"), ...actions.map((action, at) => this.#button(action, at + 1)),
      never);
    if (byKey) choices.querySelector("button").focus();
    choices.scrollIntoView({ block: "nearest" });
  }

  // Plays the choice of that number, if there is a list; whether there was.
  choose(number) {
    const choice = this.#tools.choices.querySelectorAll("button.choice")[number - 1];
    choice?.click();
    return choice !== undefined;
  }

  #keyed(event) {
    const item = event.target.closest(CLICKABLE);
    if (!item) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#touched = false;
      item.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
    } else if (event.key in WAYS) {
      event.preventDefault();
      nearest(item, this.#items, WAYS[event.key])?.focus();
    }
  }

  // One element at a time can be reached by Tab, the one that was reached last.
  #rove(target) {
    if (!target.matches(CLICKABLE)) return;
    for (const item of this.#items) item.setAttribute("tabindex", item === target ? "0" : "-1");
  }

  // Size

  get #scale() {
    return Number(this.#frame.style.getPropertyValue("--zoom") || 1);
  }

  #size() {
    const picture = this.#frame.querySelector("svg");
    if (picture === null) return;
    const { width, height } = picture.viewBox.baseVal;
    this.#frame.style.setProperty("--aspect", String(width / height));
    if (this.#zoom !== null) {
      this.#frame.style.setProperty("--zoom", String(this.#zoom));
      return;
    }
    const small = matchMedia("(max-width: 760px)").matches;
    const sides = this.#items.map((item) => item.getBoundingClientRect()).map((box) => Math.min(box.width, box.height));
    const least = Math.min(...sides) / this.#scale;
    const zoom = small && sides.length > 0 ? Math.min(MOST_ZOOM, Math.max(1, FINGER / least)) : 1;
    if (!small || sides.length > 0) this.#frame.style.setProperty("--zoom", zoom.toFixed(2));
  }
}

// The element that is next in a direction: near along it rather than beside it.
function nearest(from, all, [right, down]) {
  const middle = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const other of all) {
    const [across, along] = [middle(other)[0] - x, middle(other)[1] - y];
    const ahead = across * right + along * down;
    if (other === from || ahead <= 1) continue;
    const distance = ahead + 2.5 * Math.abs(across * down + along * right);
    if (distance < least) [best, least] = [other, distance];
  }
  return best;
}
