// SPDX-License-Identifier: Apache-2.0
// A connection to the rig: JSON-RPC over a WebSocket, opened again and again until it holds.

const firstWait = 500;
const longestWait = 8000;
/// A rig that says nothing for two of these times is asked whether it is still there, and is given up after two more.
const silence = 4000;
/// By this code a rig closes the connection of a device that it has shut out.
const shutOut = 1008;

/// An error that the rig has answered with.
export class Refusal extends Error {
  constructor({ code, message, data }) {
    super(message);
    this.code = code;
    this.rule = data?.rule;
  }
}

/// Tells `open` when the rig can be asked, `event` with what it tells unasked, `lost` with the seconds until it tries
/// again, and `refused` when it is not let in any more, and so does not try again.
export class Connection extends EventTarget {
  #url;
  #socket = null;
  #number = 0;
  #asked = new Map();
  #wait = firstWait;
  #retry = 0;
  /// For how many times the rig has said nothing.
  #silences = 0;
  #isRefused = false;

  constructor(url) {
    super();
    this.#url = url;
    setInterval(() => this.#listen(), silence);
    addEventListener("online", () => this.tryNow());
    globalThis.document?.addEventListener("visibilitychange", () => this.tryNow());
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  open() {
    clearTimeout(this.#retry);
    this.#retry = 0;
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = firstWait;
      this.#silences = 0;
      this.dispatchEvent(new Event("open"));
    };
    socket.onmessage = ({ data }) => this.#take(JSON.parse(data));
    socket.onclose = ({ code }) => (code === shutOut ? this.giveUp() : this.#lose(socket));
  }

  /// What a method answers; rejected with a `Refusal`, or an `Error` if the rig is gone.
  request(method, params) {
    if (!this.isOpen) return Promise.reject(new Error("The rig is not reachable."));
    const id = ++this.#number;
    this.#socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject }));
  }

  #take(message) {
    this.#silences = 0;
    if (message.method === "event") {
      this.dispatchEvent(new CustomEvent("event", { detail: message.params }));
      return;
    }
    const asked = this.#asked.get(message.id);
    this.#asked.delete(message.id);
    if (!asked) return;
    if (message.error) asked.reject(new Refusal(message.error));
    else asked.resolve(message.result);
  }

  /// A network that is gone closes nothing: only silence tells.
  #listen() {
    if (!this.isOpen) return;
    this.#silences += 1;
    if (this.#silences > 3) this.#lose(this.#socket);
    else if (this.#silences === 2) this.request("server.info").catch(() => {});
  }

  /// Tries no more: this device is not let in.
  giveUp() {
    if (this.#isRefused) return;
    this.#isRefused = true;
    clearTimeout(this.#retry);
    this.#retry = 0;
    this.#end();
    this.dispatchEvent(new Event("refused"));
  }

  #end() {
    this.#socket?.close();
    this.#socket = null;
    for (const { reject } of this.#asked.values()) reject(new Error("The connection to the rig broke."));
    this.#asked.clear();
  }

  #lose(socket) {
    if (socket !== this.#socket) return;
    this.#end();
    const wait = this.#wait * (0.75 + Math.random() / 2);
    this.#wait = Math.min(this.#wait * 2, longestWait);
    this.#retry = setTimeout(() => this.open(), wait);
    this.dispatchEvent(new CustomEvent("lost", { detail: { seconds: wait / 1000 } }));
  }

  /// Opens it without waiting any longer, if somebody looks.
  tryNow() {
    if (this.#retry && globalThis.document?.visibilityState !== "hidden") this.open();
  }
}
