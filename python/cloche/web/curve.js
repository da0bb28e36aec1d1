// A chart of how something went, a line a player, each with its own colour, dashes and marks, and its number at the end.

import { svg } from "./dom.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [360, 170, 38, 46, 10, 22];
const DASHES = ["", "7 4", "2 4", "9 3 2 3", "12 5", "4 2 1 2"];
const MARKS = [
  (x, y) => svg("circle", { cx: x, cy: y, r: 4 }),
  (x, y) => svg("rect", { x: x - 3.6, y: y - 3.6, width: 7.2, height: 7.2 }),
  (x, y) => svg("path", { d: `M${x} ${y - 5}l5 9h-10z` }),
  (x, y) => svg("path", { d: `M${x} ${y - 5.5}l5.5 5.5l-5.5 5.5l-5.5-5.5z` }),
  (x, y) => svg("path", { d: `M${x} ${y + 5}l5-9h-10z` }),
];

// `points` are { x, values }, values by player; `shown` writes a value.
export function curve({ title, points, from, to, shown }) {
  const players = points[0]?.values.length ?? 0;
  const [first, last] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 0];
  const across = (x) => LEFT + ((WIDTH - LEFT - RIGHT) * (x - first)) / Math.max(1, last - first);
  const down = (value) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * (value - from)) / Math.max(to - from, 1e-9);
  const told = Array.from({ length: players }, (_, player) =>
    `player ${player + 1} ${shown(points.at(-1).values[player])}`).join(", ");
  const root = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${title}: ${told || "nothing yet"}` });
  for (const value of [from, (from + to) / 2, to]) {
    const y = down(value);
    root.append(svg("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y }),
      svg("text", { x: LEFT - 6, y: y + 4, "text-anchor": "end" }, shown(value)));
  }
  root.append(svg("text", { x: LEFT, y: HEIGHT - 5 }, `move ${first}`));
  if (last > first) root.append(svg("text", { x: WIDTH - RIGHT, y: HEIGHT - 5, "text-anchor": "end" }, `move ${last}`));
  const ends = []; // of the lines so far
  for (let player = 0; player < players; player += 1) {
    const group = svg("g", { class: `line player-${player % 6}` });
    const drawn = points.map(({ x, values }) => [across(x), down(values[player])].map((at) => at.toFixed(1)));
    const [x, y] = drawn.at(-1).map(Number);
    const overlapped = ends.filter((other) => Math.abs(other - y) < 12).length;
    group.append(svg("polyline", { points: drawn.map((at) => at.join(",")).join(" "),
      "stroke-dasharray": DASHES[player % DASHES.length] }), MARKS[player % MARKS.length](x, y),
    svg("text", { x: x + 7 + 11 * overlapped, y: y + 4 }, String(player + 1)));
    ends.push(y);
    root.append(group);
  }
  return root;
}
