// A client of `cloche serve`, in one file: copy it, import it, no build step. docs/protocol.md describes the methods.
//
//   import { Cloche } from "./cloche.js";
//   const cloche = new Cloche();                       // the server that the page came from
//   const { session } = await cloche.new({ game: "bloom_town", viewer: 0 });
//   const { report } = await cloche.search({ session, seconds: 1 }, (soFar) => console.log(soFar.best_text));
//   await cloche.apply({ session, action: report.best_text });
//
// Every method takes the parameters of the protocol as an object and gives a promise of its result. A request that is
// refused rejects with a ClocheError; so do all that are open when the connection ends. The next request connects again,
// and sessions are still there, unless they were idle for too long.

export class ClocheError extends Error {
  // What the server says: `code` and `reason` as docs/protocol.md lists them, `faults` one by one.
  constructor({ code, message, data }) {
    super(message);
    this.name = "ClocheError";
    this.code = code;
    this.reason = data?.name ?? "";
    this.faults = data?.faults ?? [message];
  }
}

const lost = () => new ClocheError({ code: 0, message: "the connection to the server ended", data: { name: "lost" } });

export class Cloche {
  #address;
  #Socket;
  #socket = null; // promise of an open WebSocket
  #waiting = new Map(); // id -> { resolve, reject, onProgress }
  #lastId = 0;

  // `server` is its address, such as http://127.0.0.1:8000; `Socket` is for programs without a global WebSocket.
  constructor({ server = globalThis.location?.href, token = null, Socket = globalThis.WebSocket } = {}) {
    const address = new URL("/api/ws", server);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    if (token !== null) address.searchParams.set("token", token);
    this.#address = address;
    this.#Socket = Socket;
  }

  // Any method by name. `onProgress` gets the report so far of a search, some times a second.
  async call(method, params = {}, onProgress = null) {
    const socket = await this.#open();
    const id = ++this.#lastId;
    const asked = onProgress === null ? params : { ...params, progress: true };
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress });
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params: asked }));
    });
  }

  // What there is
  about() { return this.call("about"); }
  games(params) { return this.call("games", params); }

  // Beginning
  new(params) { return this.call("new", params); }
  load(params) { return this.call("load", params); }
  set_position(params) { return this.call("set_position", params); }

  // Playing
  legal_actions(params) { return this.call("legal_actions", params); }
  apply(params) { return this.call("apply", params); }
  undo(params) { return this.call("undo", params); }
  play(params, onProgress) { return this.call("play", params, onProgress); }

  // Thinking
  search(params, onProgress) { return this.call("search", params, onProgress); }
  hint(params, onProgress) { return this.call("hint", params, onProgress); }
  evaluate(params, onProgress) { return this.call("evaluate", params, onProgress); }
  ponder(params) { return this.call("ponder", params); }
  stop(params) { return this.call("stop", params); }

  // Showing and keeping
  view(params) { return this.call("view", params); }
  course(params) { return this.call("course", params); }
  position(params) { return this.call("position", params); }
  save(params) { return this.call("save", params); }
  close(params) { return this.call("close", params); }

  // Ends the connection; sessions stay. The server stops what this client waits for.
  async disconnect() {
    const socket = this.#socket === null ? null : await this.#socket.catch(() => null);
    socket?.close();
  }

  #open() {
    this.#socket ??= new Promise((resolve, reject) => {
      const socket = new this.#Socket(this.#address.href);
      socket.onopen = () => resolve(socket);
      socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
      socket.onclose = () => {
        this.#socket = null;
        reject(lost());
        const open = [...this.#waiting.values()];
        this.#waiting.clear();
        for (const { reject: refuse } of open) refuse(lost());
      };
    });
    return this.#socket;
  }

  #hear(message) {
    if (message.method === "progress") {
      this.#waiting.get(message.params.request)?.onProgress?.(message.params.report);
      return;
    }
    const asked = this.#waiting.get(message.id);
    if (asked === undefined) return;
    this.#waiting.delete(message.id);
    if (message.error) asked.reject(new ClocheError(message.error));
    else asked.resolve(message.result);
  }
}
