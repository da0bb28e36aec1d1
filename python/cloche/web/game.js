// A game at the table: one session of the server, who looks at it, and what was found out about it. It draws nothing.
//
// Where one person plays, the session is bound to this player, so that nothing that this one can't know ever reaches
// the page. Where several play at one screen, each sees the own view, after the others have looked away.

export const OVER = -4;
export const HUMAN = "human";

const BOT_PAUSE = 450; // milliseconds in which a bot's move can be seen before the next one
const BEST_ACTIONS = 8; // that a report lists

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export class Game {
  view = null; // as the server gives it, for whoever looks
  report = null; // of the last search, and whose it was: { report, of: "you" | "bot", ply, running }
  history = []; // { ply, scores, chances } of every position, as far as they are known
  curtain = null; // the player who should look next, while nobody does
  paced = true; // whether bots pause after their moves
  judging = 0.5; // seconds of search at each decision of a person; 0: none

  #cloche;
  #told;
  #looking = null; // the player who looks, where several share the screen
  #epoch = 0; // grows with each change; who waits for an older one gives up
  #search = null; // a search that runs, or a bot's move
  #status = null; // as the last change left it

  // `told` hears "view" when there is another position, "report" when a search has found out more.
  constructor(cloche, told) {
    this.#cloche = cloche;
    this.#told = told;
  }

  // Beginning

  // Parameters of `new`; `viewer` is chosen here, from the seats.
  start(params) {
    return this.#open("new", params);
  }

  load(params) {
    return this.#open("load", params);
  }

  // A session that is still there, after the page was loaded again.
  async resume(session) {
    this.view = this.#status = await this.#cloche.view({ session, picture: null });
    this.#forget();
    return this.#goOn();
  }

  async #open(method, params) {
    const humans = params.seats.flatMap((seat, player) => (seat === HUMAN ? [player] : []));
    const viewer = humans.length === 1 ? humans[0] : null;
    const opened = await this.#cloche.call(method, { ...params, viewer });
    await this.leave();
    this.#status = opened;
    this.view = { ...opened, legal: [], picture: null };
    this.#forget();
    return this.#goOn();
  }

  #forget() {
    this.history = [];
    this.report = null;
    this.curtain = null;
    this.#looking = null;
  }

  // Ends the session, if there is one.
  async leave() {
    if (this.view === null) return;
    await this.#quiet();
    await this.#cloche.close({ session: this.session }).catch(() => {});
    this.view = null;
  }

  // What it is

  get session() {
    return this.view.session;
  }

  get humans() {
    return this.view.table.seats.flatMap((seat, player) => (seat === HUMAN ? [player] : []));
  }

  get over() {
    return this.view.current_player === OVER;
  }

  get yours() {
    return this.#status.awaits === "client" && this.curtain === null;
  }

  // Whether the record would tell this player what is hidden.
  get sealed() {
    return this.view.table.hides && this.view.table.viewer !== null && !this.over;
  }

  // What happens

  async play(action) {
    await this.#quiet();
    this.#status = await this.#cloche.apply({ session: this.session, action });
    return this.#goOn();
  }

  async undo() {
    await this.#quiet();
    try {
      this.#status = await this.#cloche.undo({ session: this.session });
    } finally {
      await this.#goOn();
    }
  }

  // The player whom the curtain names is there.
  lift() {
    this.#looking = this.curtain;
    this.curtain = null;
    return this.#goOn();
  }

  async #goOn() {
    const epoch = ++this.#epoch;
    while (await this.#look(epoch)) {
      if (this.view.awaits === "client") return this.#judge(epoch);
      if (this.view.awaits === "nobody") return undefined;
      const { session, ply } = this.view;
      const played = await this.#searching(
        this.#cloche.play({ session }, (report) => this.#found(epoch, report, "bot", ply, true)),
      );
      this.#status = played;
      if (played.report !== null) this.#found(epoch, played.report, "bot", ply, false);
      if (this.paced && epoch === this.#epoch && this.humans.length < this.view.table.players) await pause(BOT_PAUSE);
    }
    return undefined;
  }

  // The position for whoever is to see it; false if nobody is, or something newer has begun.
  async #look(epoch) {
    if (epoch !== this.#epoch) return false;
    const { session, table } = this.view;
    const { awaits, current_player: player } = this.#status;
    const shared = table.hides && table.viewer === null && this.humans.length > 1 && player !== OVER;
    if (shared && awaits === "client" && player !== this.#looking) {
      this.curtain = player;
      this.#told("view");
      return false;
    }
    const viewer = shared ? (this.#looking ?? this.humans[0]) : null;
    const seen = await this.#cloche.view({ session, viewer, legal: awaits === "client" });
    if (epoch !== this.#epoch) return false;
    this.view = seen;
    if (this.history.length === 0) await this.#recall(viewer);
    if (epoch !== this.#epoch) return false;
    this.#remember(seen.ply, { scores: seen.scores });
    this.#told("view");
    return true;
  }

  // The picture with some of the legal actions marked alone.
  async picture(legal) {
    const { session, table } = this.view;
    const viewer = table.viewer ?? this.#looking;
    return (await this.#cloche.view({ session, viewer, legal, since: this.view.ply })).picture;
  }

  // Thinking

  async hint(seconds) {
    await this.#quiet();
    return this.#searching(this.#cloche.hint({ session: this.session, seconds }));
  }

  // Judges the position again, after settings have changed.
  async judge() {
    await this.#quiet();
    if (this.yours) await this.#judge(this.#epoch);
  }

  async #judge(epoch) {
    if (this.judging === 0 || epoch !== this.#epoch) return;
    const { session, ply } = this.view;
    const asked = { session, seconds: this.judging, top: BEST_ACTIONS };
    const { report } = await this.#searching(
      this.#cloche.search(asked, (soFar) => this.#found(epoch, soFar, "you", ply, true)),
    );
    this.#found(epoch, report, "you", ply, false);
  }

  #found(epoch, report, of, ply, running) {
    if (epoch !== this.#epoch) return;
    this.report = { report, of, ply, running };
    this.#remember(ply, { chances: report.win_probability });
    this.#told("report");
  }

  // How the game went before the page saw it: one that was loaded, or went on while the page was loaded again.
  async #recall(viewer) {
    const { scores, chances } = await this.#cloche.course({ session: this.session, viewer });
    this.history = scores.map((known, ply) => ({ ply, scores: known, chances: chances[ply] }));
  }

  #remember(ply, what) {
    while (this.history.length > 0 && this.history.at(-1).ply > ply) this.history.pop();
    if (this.history.at(-1)?.ply === ply) Object.assign(this.history.at(-1), what);
    else this.history.push({ ply, scores: null, chances: null, ...what });
  }

  async #searching(search) {
    this.#search = search;
    try {
      return await search;
    } finally {
      if (this.#search === search) this.#search = null;
    }
  }

  // Ends what runs, so that the position can be changed.
  async #quiet() {
    this.#epoch += 1;
    const running = this.#search;
    if (running === null) return;
    await this.#cloche.stop({ session: this.session });
    await running.catch(() => {});
  }

  // Keeping

  async record() {
    return (await this.#cloche.save({ session: this.session })).record;
  }
}
