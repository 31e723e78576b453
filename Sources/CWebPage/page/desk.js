// SPDX-License-Identifier: Apache-2.0
// What every part of the page works with: the rig's values, the hand that sets them, and what this device may do.

import { Hand } from "./hand.js";
import { MeterBridge } from "./meter.js";
import { isSendTo, Rights } from "./rights.js";
import { Tree } from "./tree.js";

/// How many decks a DJ has at hand.
const mostDecks = 4;

/// Tells `ready` when it knows all values, `status` when the rig has told its state anew, and `decision` when the tower has decided something.
export class Desk extends EventTarget {
  tree = new Tree();
  bridge = new MeterBridge();
  rights = new Rights("");
  /// Whether the values are those of a rig that is there.
  isReady = false;
  /// The rig as `rig.status` has told it last.
  status = null;
  /// Whether all faders and knobs go an eighth of their way.
  isFine = false;
  /// The output whose sends the faders are; `null` when they are the sessions' own.
  bus = null;

  constructor(connection, notices) {
    super();
    this.connection = connection;
    this.addEventListener("ready", () => (this.isReady = true));
    for (const end of ["lost", "refused"]) connection.addEventListener(end, () => (this.isReady = false));
    this.hand = new Hand(connection, this.tree, notices);
  }

  /// Whether the value at `path` is there and can be set from here; so can the lock or the limit of one.
  may(path) {
    const owner = this.tree.node(path) ? path : path.replace(/\.(locked|maximum)$/, "");
    const node = this.tree.node(owner);
    return node !== undefined && !node.isReadOnly && !this.tree.isLocked(path) && this.rights.may(this.tree.node(path));
  }

  /// Calls `show` now, and whenever an operator locks or limits the value at `path`, or lets it go.
  guarded(path, signal, show) {
    for (const guard of ["locked", "maximum"]) this.tree.watch(`${path}.${guard}`, signal, show);
    show();
  }

  /// What an operator has done to the value at `path`, in words; nothing if nothing.
  guardOf(path) {
    if (this.tree.isLocked(path)) return "An operator has locked it.";
    const { maximum, unit = "" } = this.tree.node(path) ?? {};
    const limit = this.tree.limit(path);
    return limit < (maximum ?? Infinity) ? `An operator lets it go up to ${Number(limit.toFixed(3))} ${unit}.`.replace(" .", ".") : "";
  }

  /// The names of what has a strip: sessions, and the buses of system sounds and interrupters.
  get sessions() {
    return this.#names.filter((name) => name !== "rig" && !this.#has(name, "present"));
  }

  get outputs() {
    return this.#names.filter((name) => this.#has(name, "present") && this.#has(name, "fader_db"));
  }

  get inputs() {
    return this.#names.filter((name) => this.#has(name, "present") && !this.#has(name, "fader_db"));
  }

  /// Whether a send goes where the rules route its session, and that is to `output` now.
  followsTo(session, send, output) {
    if (!isSendTo("currentRoute", send)) return false;
    const known = this.status?.sessions.find(({ name }) => name === session);
    return known?.currentRoute.outputs.includes(output) ?? false;
  }

  /// What the rig does to a session beside what its state says: `silenced`, `held` and the like.
  conditions(session) {
    return this.status?.sessions.find(({ name }) => name === session)?.conditions ?? [];
  }

  /// Whether a session takes a microphone: its button is then the key to talk.
  mayRecord(session) {
    return /record/i.test(this.tree.node(`${session}.category`)?.text);
  }

  /// The names of the players of a session.
  players(session) {
    return this.tree.branches(`${session}.sources`);
  }

  /// The players of the sessions that a DJ mixes, at most four: those on a side of the crossfader, then others of the role `dj`.
  get decks() {
    const side = (session) => this.tree.value(`${session}.crossfader`) ?? this.tree.node(`${session}.crossfader`)?.text;
    const isOnSide = (session) => ["A", "B"].includes(side(session));
    const isDJ = (session) => this.tree.node(`${session}.category`)?.text === "multiRoute";
    const sessions = [...this.sessions.filter(isOnSide), ...this.sessions.filter((name) => !isOnSide(name) && isDJ(name))];
    // What a session has beside its first player, such as a spare one, is in the view of all players.
    return sessions.flatMap((session) => this.players(session).slice(0, 1).map((source) => ({ session, source }))).slice(0, mostDecks);
  }

  /// What a player is called: as its session, which has one as a rule.
  playerName(session, source) {
    return this.players(session).length > 1 ? `${session} ${source}` : session;
  }

  get #names() {
    return [...new Set(this.tree.nodes.map((node) => node.path.split(".")[0]))];
  }

  #has(name, value) {
    return this.tree.node(`${name}.${value}`) !== undefined;
  }
}
