// What is to be played: game, players, options, who plays for whom, and the deal.

import { $, h } from "./dom.js";
import { HUMAN } from "./game.js";

const USUAL_LEVEL = 4; // of the opponents that are proposed
const MOST_CHOICES = 12; // of a whole number that is chosen from a list

export class Setup {
  #games;
  #levels;
  #game = null;
  #players = 0;
  #seats = []; // as chosen, also of games with fewer players

  // `begin` gets the parameters of `new`.
  constructor({ games, levels, begin }) {
    this.#games = games;
    this.#levels = levels;
    this.#seats = [HUMAN, ...Array(16).fill(USUAL_LEVEL)];
    $("games").replaceChildren(...games.filter(({ kind }) => kind === "garden").map((game) => this.#card(game)));
    $("known-games").replaceChildren(...games.filter(({ kind }) => kind === "known").map((game) => this.#card(game)));
    $("setup-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const params = this.params();
      if (params !== null) begin(params);
    });
    $("setup-close").addEventListener("click", () => this.close());
    this.#choose(games[0]);
    $("games").querySelector("input").checked = true;
  }

  open() {
    $("setup-problem").textContent = "";
    if (!$("setup").open) $("setup").showModal();
  }

  close() {
    $("setup").close();
  }

  refuse(message) {
    $("setup-problem").textContent = message;
  }

  // Seats for so many players, as they are chosen here.
  seats(players) {
    return this.#seats.slice(0, players);
  }

  // The parameters of `new`; null if something can't be read, which is said then.
  params() {
    const options = {};
    for (const field of $("options").querySelectorAll("[name]")) {
      const read = valueOf(field);
      if (read === undefined) {
        this.refuse(`${field.name}: should be ${field.dataset.allowed}`);
        return null;
      }
      options[field.name] = read;
    }
    const seed = $("seed").value.trim();
    if (seed !== "" && !(/^\d+$/.test(seed) && Number(seed) <= Number.MAX_SAFE_INTEGER)) {
      this.refuse(`seed: should be a whole number 0..${Number.MAX_SAFE_INTEGER}, or nothing`);
      return null;
    }
    const params = { game: this.#game.name, players: this.#players, options, seats: this.seats(this.#players) };
    return seed === "" ? params : { ...params, seed: Number(seed) };
  }

  #card(game) {
    const [fewest, most] = game.players;
    const players = fewest === most ? `${most} players` : `${fewest} to ${most} players`;
    const input = h("input", { type: "radio", name: "game", value: game.name, onchange: () => this.#choose(game) });
    return h("label", { class: "card" }, input, h("span", {}, h("b", {}, game.title), h("small", {}, players)));
  }

  #choose(game) {
    this.#game = game;
    $("rules").href = `rules/${game.name}`;
    const [fewest, most] = game.players;
    const counts = Array.from({ length: most - fewest + 1 }, (_, more) => fewest + more);
    const usual = Math.max(fewest, Math.min(most, 2));
    $("players").replaceChildren(...counts.map((count) => {
      const input = h("input", { type: "radio", name: "players", value: count, checked: count === usual,
        onchange: () => this.#seat(count) });
      return h("label", { class: "pill" }, input, h("span", {}, String(count)));
    }));
    $("options").replaceChildren(...Object.entries(game.options).map(([name, option]) => field(name, option)));
    $("options-group").hidden = Object.keys(game.options).length === 0;
    this.#seat(usual);
  }

  #seat(players) {
    this.#players = players;
    $("seats").replaceChildren(...this.seats(players).map((seat, player) => {
      const select = h("select", { id: `seat-${player}`,
        onchange: ({ target }) => (this.#seats[player] = target.value === HUMAN ? HUMAN : Number(target.value)) },
        h("option", { value: HUMAN }, "a person"),
        this.#levels.map((bot, at) => h("option", { value: at + 1 }, `bot, level ${at + 1} (${bot})`)));
      select.value = String(seat);
      return h("label", { class: "field" }, h("span", {}, `Player ${player + 1}`), select);
    }));
  }
}

// Rule options say in words what they allow: quoted words, whole numbers from..to, true or false, or else anything.

function field(name, { default: usual, allowed, meaning }) {
  const words = name.replaceAll("_", " ");
  if (typeof usual === "boolean") {
    const box = h("input", { type: "checkbox", name, checked: usual });
    return explained(h("label", { class: "field check" }, box, h("span", {}, words)), box, meaning);
  }
  const choices = choicesOf(allowed);
  const input = choices === null
    ? h("input", { name, value: JSON.stringify(usual), "data-allowed": allowed, title: allowed, autocomplete: "off" })
    : h("select", { name }, choices.map((choice) =>
      h("option", { value: JSON.stringify(choice), selected: choice === usual }, String(choice))));
  return explained(h("label", { class: "field" }, h("span", {}, words), input), input, meaning);
}

// A field with what it is about below it.
function explained(label, input, meaning) {
  const id = `about-${input.name}`;
  input.setAttribute("aria-describedby", id);
  return h("div", { class: "explained" }, label, h("small", { id }, meaning));
}

function choicesOf(allowed) {
  const range = /a whole number (\d+)\.\.(\d+)/.exec(allowed);
  const words = [...allowed.matchAll(/'([^']*)'/g)].map(([, word]) => word);
  if (range === null) return words.length > 0 ? words : null;
  const [from, to] = [Number(range[1]), Number(range[2])];
  const rest = allowed.replace(range[0], "").replace(/'[^']*'/g, "").replaceAll(" or ", "").trim();
  if (to - from >= MOST_CHOICES || rest !== "") return null;
  return [...words, ...Array.from({ length: to - from + 1 }, (_, more) => from + more)];
}

function valueOf(input) {
  if (input.type === "checkbox") return input.checked;
  try {
    return JSON.parse(input.value);
  } catch {
    return undefined;
  }
}
