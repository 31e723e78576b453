// SPDX-License-Identifier: Apache-2.0
// What a person changes, on its way to the rig.

/// When a value that was set is looked at once more, in ms.
const lookTime = 400;

export class Hand {
  #connection;
  #tree;
  #notices;
  /// By path what is to follow the change that the rig has not answered yet: `undefined` if nothing.
  #underway = new Map();
  /// By path the look that is due or underway; one that a person has overtaken is not here.
  #looks = new Map();

  constructor(connection, tree, notices) {
    this.#connection = connection;
    this.#tree = tree;
    this.#notices = notices;
  }

  /// Whether the rig has yet to answer a change of this value: until then what it tells is of before.
  isUnderway(path) {
    return this.#underway.has(path);
  }

  /// Sets a value. While the rig is busy with one change only the newest of those that follow is kept, so that a fader
  /// never runs ahead of the network.
  async set(path, value) {
    if (this.#underway.has(path)) {
      this.#underway.set(path, value);
      return;
    }
    this.#underway.set(path, undefined);
    this.#looks.delete(path);
    const sent = await this.#send(path, value);
    const next = this.#underway.get(path);
    this.#underway.delete(path);
    if (sent && next !== undefined) return this.set(path, next);
    if (sent) this.#tree.put(path, sent.value);
    this.#tree.tell(path);
    const look = {};
    this.#looks.set(path, look);
    setTimeout(() => this.#look(path, look), lookTime);
  }

  /// What was set and taken back before the rig told its values again is not told at all: it is as it was told last.
  async #look(path, look) {
    if (this.#looks.get(path) !== look) return;
    const answer = await this.#connection.request("tree.get", { patterns: [path] }).catch(() => null);
    if (this.#looks.get(path) !== look) return;
    this.#looks.delete(path);
    if (answer?.length) this.#tree.put(path, answer[0].value);
  }

  /// Has a value go its way in some seconds; says whether it has begun. The rig tells where it is meanwhile.
  async fade(path, value, seconds, curve) {
    return (await this.ask("tree.set", { path, value, over_seconds: seconds, curve })) !== null;
  }

  async #send(path, value) {
    const told = value === -Infinity ? "-inf" : value;
    return await this.ask("tree.set", { path, value: told });
  }

  /// Sets a value to which every press counts, and every release: none is left out for the next. The rig sets it to `onClose` if this
  /// page is gone before it is set again.
  async strike(path, value, onClose) {
    const sent = await this.ask("tree.set", { path, value, on_close: onClose });
    if (sent) this.#tree.put(path, sent.value);
    return sent;
  }

  /// Does what a trigger does.
  async trigger(path, given) {
    return await this.ask("tree.trigger", given ? { path, arguments: given } : { path });
  }

  /// What a method answers, or `null` after the person has been told why not.
  async ask(method, params) {
    try {
      return await this.#connection.request(method, params);
    } catch (error) {
      this.#notices.say(error.message);
      return null;
    }
  }
}
