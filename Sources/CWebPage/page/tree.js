// SPDX-License-Identifier: Apache-2.0
// What the rig has told of its tree: each node by its path, its value, and who wants to know.

export class Tree {
  #nodes = new Map();
  #shape = "";
  #values = new Map();
  #watchers = new Map();

  /// Takes the descriptions of all nodes in the place of those before; says whether anything is other than it was.
  describe(nodes) {
    const shape = JSON.stringify(nodes.map(({ text, label, isLocked, limit, ...lasting }) => lasting));
    const isOther = shape !== this.#shape;
    this.#shape = shape;
    this.#nodes = new Map(nodes.map((node) => [node.path, node]));
    return isOther;
  }

  /// Takes values as `tree.subscribe` tells them.
  take(values) {
    for (const { path, value } of values) this.put(path, value);
  }

  /// Takes one value; `null` is silence.
  put(path, told) {
    const value = told === null ? -Infinity : told;
    if (this.#values.get(path) === value) return;
    this.#values.set(path, value);
    this.tell(path);
  }

  /// Tells a value again to who shows something else by now.
  tell(path) {
    if (!this.#values.has(path)) return;
    for (const watcher of this.#watchers.get(path) ?? []) watcher(this.#values.get(path));
  }

  get nodes() {
    return [...this.#nodes.values()];
  }

  node(path) {
    return this.#nodes.get(path);
  }

  value(path) {
    return this.#values.get(path);
  }

  /// Whether no other value beside this one has its title.
  isOnlyTitle(path) {
    const owner = path.slice(0, path.lastIndexOf(".") + 1);
    const title = this.node(path)?.title?.toLowerCase();
    return ![...this.#nodes.values()].some((node) =>
      node.path !== path && node.path.startsWith(owner) && node.title?.toLowerCase() === title);
  }

  /// Whether an operator keeps the value at `path` from being set.
  isLocked(path) {
    return this.value(`${path}.locked`) ?? this.node(path)?.isLocked ?? false;
  }

  /// The most that an operator lets the value at `path` be set to.
  limit(path) {
    return this.value(`${path}.maximum`) ?? this.node(path)?.limit ?? Infinity;
  }

  /// Calls `watcher` with the value now, if it is known, and whenever it changes, until `signal` aborts.
  watch(path, signal, watcher) {
    const watchers = this.#watchers.get(path) ?? new Set();
    this.#watchers.set(path, watchers.add(watcher));
    signal.addEventListener("abort", () => watchers.delete(watcher));
    if (this.#values.has(path)) watcher(this.#values.get(path));
  }

  /// Forgets the values: the rig that told them is gone.
  forget() {
    this.#values.clear();
  }

  /// The names that stand right below `path` and mean more than one value, such as the sends of a session.
  branches(path) {
    const names = new Set();
    for (const known of this.#nodes.keys()) {
      if (known.startsWith(`${path}.`)) names.add(known.slice(path.length + 1).split(".")[0]);
    }
    return [...names];
  }
}
