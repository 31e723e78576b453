// SPDX-License-Identifier: Apache-2.0
// What the page asks the rig to be told: descriptions once, values often, while somebody looks.

import { Refusal } from "./rpc.js";

const valueRate = 10;
const mostPatterns = 64;
/// A status is asked for at most so often, whatever happens, and at least so often, while somebody looks.
const statusTime = 500;
const statusPause = 3000;
const startTime = 500;
/// What of the rig itself is shown whatever is looked at.
const inHeadline = [
  "rig.preset", "rig.server.connected", "rig.server.waits_for", "rig.server.driver", "rig.server.load_percent", "rig.server.xruns",
  "rig.interrupters.*.active", "rig.interrupters.*.ringing",
];
/// Where locks and limits of what strips show stand.
const strips = ["*.*", "*.sends.*.*"];

export class Feed {
  #desk;
  #view = "mixer";
  #panel = null;
  #statusIsDue = 0;
  /// Whether it is known what there is to be told of.
  #isDescribed = false;
  #onRig;

  constructor(desk, { onRig, onEvent }) {
    this.#desk = desk;
    this.#onRig = onRig;
    const { connection } = desk;
    connection.addEventListener("open", () => this.#begin());
    for (const end of ["lost", "refused"]) connection.addEventListener(end, () => (this.#isDescribed = false));
    connection.addEventListener("event", async ({ detail: { event, lost } }) => {
      if (event.topic === "value") {
        desk.tree.take(event.update.values);
        // Another preset, or a guest: there may be other paths now.
        if (event.update.isFull && event.update.number > 1) await this.#describe().catch(() => {});
        if (event.update.isFull) desk.dispatchEvent(new Event("ready"));
      } else {
        onEvent(event);
        this.refresh();
      }
      if (lost) this.#subscribeAnew();
    });
    document.addEventListener("visibilitychange", () => this.#look());
    setInterval(() => desk.isReady && document.visibilityState === "visible" && this.refresh(), statusPause);
    desk.refresh = () => this.refresh();
  }

  /// Which session's plugins are looked at.
  set panel(session) {
    this.#panel = session;
    this.#subscribeAnew();
  }

  /// Which view is looked at.
  set view(view) {
    this.#view = view;
    this.#subscribeAnew();
    this.#lookAtMeters();
  }

  /// Goes on when somebody looks again, at what may be another rig by now, and stops when nobody does.
  async #look() {
    this.#lookAtMeters();
    if (!this.#isDescribed) return;
    if (document.visibilityState === "visible") await this.#describe().catch(() => {});
    this.#subscribeAnew();
  }

  async #begin() {
    const { connection, tree } = this.#desk;
    tree.forget();
    try {
      await this.#describe();
      this.#isDescribed = true;
      await this.#subscribe();
      await connection.request("events.subscribe", { topics: ["session", "route", "rig", "decision"] });
    } catch (error) {
      // The connection begins anew with a rig that is gone.
      if (!connection.isOpen) return;
      if (!(error instanceof Refusal)) throw error;
      // A rig that starts answers, but knows nothing yet.
      setTimeout(() => this.#begin(), startTime);
      return;
    }
    this.refresh();
  }

  async #describe() {
    const { connection, tree } = this.#desk;
    const [nodes, self] = await Promise.all([connection.request("tree.list"), whoAmI(connection)]);
    const isOther = tree.describe(nodes);
    // A rig that is back as it was keeps the page as it is: scrolled, and with its focus.
    if (isOther || self.access !== this.#desk.rights.access) this.#onRig(self);
  }

  /// Everything but what moves all the time and nobody looks at: loads, players, plugins; of a page that nobody sees, nothing.
  async #subscribe() {
    const { tree, connection } = this.#desk;
    if (document.visibilityState === "hidden") {
      await connection.request("tree.unsubscribe");
      return;
    }
    const patterns = new Set(this.#view === "rig" ? ["rig"] : inHeadline);
    if (this.#panel) patterns.add(this.#panel);
    const decks = new Set(this.#view === "decks" ? this.#desk.decks.map(({ session }) => session) : []);
    const showsPlayers = ["decks", "players"].includes(this.#view);
    for (const { path, kind } of tree.nodes) {
      const parts = path.split(".");
      if (kind === "trigger" || parts[0] === "rig" || parts[1] === "meters") continue;
      const isShown = parts.length === 2
        ? kind !== "meter" || parts[1] === "duck_db"
        : parts[1] === "sends" || (parts[1] === "sources" ? showsPlayers : decks.has(parts[0]));
      if (isShown) patterns.add(`*.${parts[1]}`);
      else if (parts[1] === "sources") patterns.add("*.sources.*.playing");
    }
    if (this.#view === "flow") patterns.add("*.meters.*.peak_db");
    const guarded = [
      ...strips,
      ...(this.#panel ? [`${this.#panel}.**`] : []),
      ...(showsPlayers ? ["*.*.*", "*.sources.**"] : []),
      ...(this.#view === "rig" ? ["rig.**"] : []),
    ];
    for (const part of guarded) patterns.add(`${part}.locked`).add(`${part}.maximum`);
    // In a rig of very many plugins the last ones are left out, and never what the headline shows.
    const asked = [...patterns].slice(0, mostPatterns);
    await connection.request("tree.subscribe", { patterns: asked, rate_hz: valueRate });
  }

  #subscribeAnew() {
    if (this.#isDescribed) this.#subscribe().catch(() => {});
  }

  #lookAtMeters() {
    this.#desk.bridge.isSeen = this.#view === "mixer" && document.visibilityState === "visible";
  }

  /// Asks for what no value of the tree tells: connections, conditions, sources, recordings.
  refresh() {
    if (this.#statusIsDue) return;
    this.#statusIsDue = setTimeout(async () => {
      this.#statusIsDue = 0;
      const status = await this.#desk.connection.request("rig.status").catch(() => null);
      if (!status) return;
      this.#desk.status = status;
      this.#desk.dispatchEvent(new Event("status"));
      if (status.recordings.length > 0) this.refresh();
    }, statusTime);
  }
}

/// Which rig this is, and what this device may do; the control socket itself knows operators alone.
async function whoAmI(connection) {
  const self = await connection.request("web.self").catch(() => null);
  return self ?? { rig: (await connection.request("server.info")).name, access: "operator" };
}
