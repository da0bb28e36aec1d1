// The table: a page on which games are set up, played and looked at. It holds the parts together.

import { Board } from "./board.js";
import { Cloche } from "./cloche.js";
import { $, h, picture } from "./dom.js";
import { Game } from "./game.js";
import { nameOf, showCurve, showMoves, showPlayers, showReport } from "./panel.js";
import { Setup } from "./setup.js";

const KEPT = "cloche-session"; // where the browser keeps the name of the session, as long as the tab is open
const TOKEN = "cloche-token";
const HINT_SECONDS = 1.5;
const HINT_LINE = 3; // moves that a hint expects after its own
const TOAST_SECONDS = 7;

let game;
let board;
let setup;
let waiting = false; // for an answer: what is clicked meanwhile does not count
let asked = 0; // times that something was
let toasting;

// Saying

function toast(text) {
  clearTimeout(toasting);
  $("toast").textContent = text;
  $("toast").hidden = false;
  toasting = setTimeout(() => ($("toast").hidden = true), 1000 * TOAST_SECONDS);
}

const say = (text, more = "") => $("ask").replaceChildren(text, more && h("small", {}, ` ${more}`));

// Runs something that the server may refuse.
async function attempt(what) {
  try {
    return await what();
  } catch (error) {
    if (error.reason === "no_session") sessionStorage.removeItem(KEPT);
    toast(error.reason === "lost" ? "The connection to the server ended. Is it still running?" : error.message);
    return undefined;
  }
}

// The same, one at a time.
async function once(what) {
  if (waiting || game.view === null) return;
  waiting = true;
  document.body.dataset.awaits = "server";
  const mine = ++asked;
  await attempt(async () => {
    try {
      await what();
    } finally {
      if (mine === asked) done();
    }
  });
}

// From here on clicks count again; bots may still be thinking.
function done() {
  waiting = false;
  document.body.dataset.awaits = game.curtain === null ? (game.view?.awaits ?? "nobody") : "curtain";
}

// Showing

function told(what) {
  if (what === "view") showGame();
  else showFound();
  done();
}

function showFound() {
  const { view } = game;
  showReport(view, game.report, play);
  showCurve(game.history, courseKind());
}

function showGame() {
  const { view, curtain } = game;
  sessionStorage.setItem(KEPT, view.session);
  document.title = `${view.table.title} · cloche`;
  $("rules-now").href = `rules/${view.table.game}`;
  $("rules-now").hidden = false;
  $("table").hidden = false;
  $("curtain").hidden = curtain === null;
  $("frame").hidden = curtain !== null;
  document.querySelector("aside").classList.toggle("away", curtain !== null);
  $("undo").disabled = view.no_undo !== null || curtain !== null;
  $("undo").title = view.no_undo ?? "Undo (U)";
  $("hint").disabled = !game.yours;
  $("save").disabled = game.sealed;
  $("save").title = game.sealed ? "The record holds what you can't know yet: it can be saved once the game is over" : "";
  if (curtain !== null) {
    $("lift").textContent = `Player ${curtain + 1}, it is your turn: show my side`;
    say(`Pass the screen to player ${curtain + 1}.`);
    board.clear();
    $("lift").focus();
    return;
  }
  const legal = game.yours ? view.legal : [];
  say(headline(view));
  $("legal").replaceChildren(...legal.map(({ text, words }) => h("option", { value: text }, words === text ? "" : words)));
  $("type").hidden = legal.length === 0;
  attempt(() => board.show(view.picture, legal));
  showPlayers(view);
  showMoves(view);
  showFound();
  showEnd(view);
}

// What is to be done, as the picture's title says it.
function headline(view) {
  const title = picture(view.picture).querySelector("title").textContent;
  const asked = title.slice(title.indexOf(": ") + 1).trim();
  if (view.result !== null) return `The game is over: ${outcome(view)}.`;
  if (view.awaits !== "bot") return asked;
  return `${nameOf(view, view.current_player)} is thinking: ${asked}`;
}

// How a game that is over came out: who won, or what was reached together or alone.
function outcome(view) {
  const { ranks, scores } = view.result;
  if (view.table.players === 1 || view.table.shared_return) return `${scores[0]} points`;
  const names = ranks.flatMap((rank, player) => (rank === 1 ? [nameOf(view, player)] : []));
  if (names.length > 1) return `${names.join(" and ")} share the win`;
  return `${names[0]} ${names[0] === "You" ? "win" : "wins"}`;
}

function showEnd(view) {
  $("end").hidden = view.result === null;
  if (view.result === null) return;
  $("end").replaceChildren(h("h2", {}, `The game is over: ${outcome(view)}`), h("p", {}, view.result.scores.map((score, player) =>
    `${nameOf(view, player)}: ${score}`).join(", ")), h("div", { class: "row" },
    h("button", { type: "button", class: "main", onclick: () => setup.open() }, "New game"),
    h("button", { type: "button", onclick: save }, "Save the record")));
}

// Doing

const courseKind = () => document.querySelector("input[name=course]:checked").value;

const play = (action) => once(() => game.play(action));
const undo = () => once(() => game.undo());

const hint = () => once(async () => {
  say("Thinking of a hint …");
  const { text, words, worth, line_words: line, others } = await game.hint(HINT_SECONDS);
  await board.hint(text);
  const told = (action) => `${action.words}${action.worth && ` (${action.worth})`}`;
  const instead = others.length > 0 ? [`Or ${others.map(told).join("; or ")}.`] : [];
  const after = line.length > 1 ? [`Expected then: ${line.slice(1, 1 + HINT_LINE).join("; ")}.`] : [];
  say(`Hint: ${told({ words, worth })}.`, [...instead, ...after].join(" "));
});

async function begin(params) {
  try {
    setup.refuse("");
    $("begin").disabled = true;
    document.body.dataset.awaits = "server";
    const began = game.start(params);
    began.catch(() => {});
    await firstSight(began);
    setup.close();
    await began;
  } catch (error) {
    if ($("setup").open) setup.refuse(error.message);
    else toast(error.message);
  } finally {
    $("begin").disabled = false;
    done();
  }
}

// Until the game shows something; bots may play on long after that.
function firstSight(began) {
  return Promise.race([began, new Promise((seen) => (onSight = seen))]);
}
let onSight = () => {};

async function save() {
  const record = await attempt(() => game.record());
  if (record === undefined) return;
  const address = URL.createObjectURL(new Blob([`${JSON.stringify(record, null, 1)}\n`], { type: "application/json" }));
  h("a", { href: address, download: `${record.game}-${record.moves.length}-moves.json` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

async function load(file) {
  await attempt(async () => {
    let record;
    try {
      record = JSON.parse(await file.text());
    } catch {
      throw new Error(`${file.name} is no record: it is no JSON`);
    }
    const seats = setup.seats(Number.isInteger(record?.players) ? record.players : 2);
    await game.load({ record, seats });
  });
}

// Keys

const KEYS = {
  u: undo, h: hint, n: () => setup.open(), r: () => board.turn(), f: () => board.mirror(), Escape: () => board.letGo(),
};

function keyed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.matches("input:not([type=radio], [type=checkbox]), select, textarea")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (/^[1-9]$/.test(key) && board.choose(Number(key))) event.preventDefault();
  else if (key in KEYS && game.view !== null) attempt(KEYS[key]);
}

// Beginning

function wire() {
  const press = (id, does) => $(id).addEventListener("click", () => attempt(does));
  press("new", () => setup.open());
  press("undo", undo);
  press("hint", hint);
  press("save", save);
  press("load", () => $("file").click());
  press("turn", () => board.turn());
  press("mirror", () => board.mirror());
  press("lift", () => once(() => game.lift()));
  press("smaller", () => board.zoom(-1));
  press("fitting", () => board.zoom(0));
  press("larger", () => board.zoom(1));
  $("file").addEventListener("change", async ({ target }) => {
    const [file] = target.files;
    if (file) await load(file);
    target.value = "";
  });
  $("type").addEventListener("submit", (event) => {
    event.preventDefault();
    const action = $("typed").value.trim();
    $("typed").value = "";
    if (action !== "") play(action);
  });
  $("judging").addEventListener("change", ({ target }) => {
    game.judging = Number(target.value);
    if (game.view !== null) attempt(() => game.judge());
  });
  $("paced").addEventListener("change", ({ target }) => (game.paced = target.checked));
  for (const choice of document.querySelectorAll("input[name=course]")) choice.addEventListener("change", showFound);
  document.addEventListener("keydown", keyed);
}

// The token, if the server asks for one.
async function token() {
  for (let kept = sessionStorage.getItem(TOKEN); ;) {
    const headers = { "Content-Type": "application/json", ...(kept && { Authorization: `Bearer ${kept}` }) };
    const { status } = await fetch("/api/about", { method: "POST", headers });
    if (status !== 401) return kept;
    $("door").showModal();
    kept = await new Promise((given) => {
      $("door-form").onsubmit = (event) => {
        event.preventDefault();
        $("door").close();
        given($("token").value);
      };
    });
    sessionStorage.setItem(TOKEN, kept);
  }
}

async function main() {
  const cloche = new Cloche({ token: await token() });
  game = new Game(cloche, (what) => {
    told(what);
    onSight();
  });
  board = new Board({
    frame: $("frame"),
    tools: { picks: $("picks"), turning: $("turning"), choices: $("choices"), others: $("others"), say },
    play,
    busy: () => waiting,
    draw: (actions) => game.picture(actions),
  });
  const [{ games }, { levels }] = await Promise.all([cloche.games({ known: true }), cloche.about()]);
  setup = new Setup({ games, levels, begin });
  wire();
  const kept = sessionStorage.getItem(KEPT);
  if (kept === null) setup.open();
  else {
    await game.resume(kept).catch((error) => {
      sessionStorage.removeItem(KEPT);
      if (game.view === null) setup.open();
      else throw error;
    });
  }
}

attempt(main);
