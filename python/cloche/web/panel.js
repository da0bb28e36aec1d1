// What is known about the game beside the board: scores, chances and best moves as the last search saw them, the
// course of the game, and its moves.

import { $, h } from "./dom.js";
import { curve } from "./curve.js";
import { HUMAN } from "./game.js";

const MOST_MOVES = 400; // that the list shows

const percent = (share) => `${(100 * share).toFixed(0)} %`;
const rounded = (number) => (Number.isInteger(number) ? String(number) : number.toFixed(1));

// Who a player is: "You" where one person plays.
export function nameOf(view, player) {
  const { seats } = view.table;
  if (seats[player] !== HUMAN) return `Player ${player + 1} (${seats[player]})`;
  return seats.filter((seat) => seat === HUMAN).length === 1 ? "You" : `Player ${player + 1}`;
}

export function showPlayers(view) {
  $("players-list").replaceChildren(...view.scores.map((score, player) => {
    const turn = player === view.current_player;
    const rank = view.result === null ? null : h("span", { class: "rank" }, `rank ${view.result.ranks[player]}`);
    return h("li", { class: `player-${player % 6}${turn ? " turn" : ""}`, "aria-current": turn ? "true" : null },
      h("span", { class: "badge" }, String(player + 1)), h("span", { class: "name" }, nameOf(view, player)), rank,
      h("b", {}, String(score)));
  }));
}

// `found` is the report of a game, with whose it was; `play` is called with an action of the position that is shown.
export function showReport(view, found, play) {
  const box = $("judgement");
  if (found === null) {
    box.replaceChildren(h("p", { class: "faint" }, "Nothing judged yet."));
    $("best").replaceChildren();
    return;
  }
  const { report, of, ply } = found;
  const who = of === "bot" ? `as ${nameOf(view, report.player)} saw it`
    : `as it ${view.result === null ? "looks now" : "looked at the last decision"}`;
  if (report.simulations === 0) {
    box.replaceChildren(h("p", { class: "faint" }, `${nameOf(view, report.player)} plays without searching.`));
    $("best").replaceChildren();
    return;
  }
  const effort = `${report.simulations.toLocaleString("en")} simulations, ${report.seconds.toFixed(1)} s`;
  const numbers = report.win_probability ?? report.score_mean;
  const bars = numbers === null ? [] : numbers.map((_, player) => bar(report, player));
  box.replaceChildren(h("p", { class: "faint" }, `${who}; ${effort}${report.proven ? ", proven" : ""}`), ...bars);
  const now = ply === view.ply && view.awaits === "client";
  const most = Math.max(1, ...report.actions.map(({ visits }) => visits));
  $("best").replaceChildren(...report.actions.map((action) => h("tr", {},
    h("td", { title: action.text }, now ? h("button", { type: "button", class: "quiet",
      onclick: () => play(action.text) }, action.words) : action.words),
    h("td", {}, worth(report, action)),
    h("td", {}, h("meter", { min: 0, max: most, value: action.visits }), ` ${action.visits}`))));
}

// Of a player: the chance to win if there is something to win, and the points to expect.
function bar(report, player) {
  const chance = report.win_probability?.[player] ?? null;
  const points = report.score_mean === null ? null
    : `${report.score_mean[player].toFixed(1)} ± ${report.score_sd[player].toFixed(1)} points`;
  return h("div", { class: `bar player-${player % 6}` }, h("span", { class: "badge" }, String(player + 1)),
    chance === null ? null : h("meter", { min: 0, max: 1, value: chance, "aria-label": `player ${player + 1} wins` }),
    chance === null ? null : h("b", { class: "chance" }, percent(chance)), points && h("small", {}, points));
}

// As `SearchReport.worth` has it.
function worth(report, { value }) {
  if (value === null) return "";
  const [own, players] = [value[report.player], value.length];
  if (report.win_probability === null) return own.toFixed(1);
  return percent(players === 1 ? (own + 1) / 2 : (own * (players - 1) + 1) / players);
}

export function showCurve(history, kind) {
  const named = kind === "chances" ? "chances" : "scores";
  const points = history.filter((point) => point[named]).map((point) => ({ x: point.ply, values: point[named] }));
  const all = points.flatMap(({ values }) => values);
  const scale = named === "chances" ? { title: "Chances to win", from: 0, to: 1, shown: percent }
    : { title: "Scores", from: Math.min(0, ...all), to: Math.max(1, ...all), shown: rounded };
  $("curve").replaceChildren(curve({ points, ...scale }));
}

export function showMoves(view) {
  const first = Math.max(0, view.moves.length - MOST_MOVES);
  const list = $("moves");
  list.replaceChildren(...view.moves.slice(first).map(({ by, move, words }) =>
    h("li", { class: by < 0 ? "chance-move" : `player-${by % 6}` },
      h("span", { class: "badge" }, by < 0 ? "⚄" : String(by + 1)), h("span", { class: "words" }, words),
      words === move ? null : h("code", {}, move))));
  list.setAttribute("start", String(first + 1));
  list.scrollTop = list.scrollHeight;
}
