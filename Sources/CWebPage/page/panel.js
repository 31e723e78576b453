// SPDX-License-Identifier: Apache-2.0
// Everything of one session or output beside the mixer: why it is as it is, its fades, sends, plugins, what the rules know of it.

import { element } from "./dom.js";
import { fadeGroup } from "./fade.js";
import { faderPath } from "./strip.js";
import { widget } from "./widget.js";

/// What the strip shows already.
const onStrip = ["fader_db", "mute", "cue", "active", "why", "fault", "record", "stop_recording", "recording"];
/// What only the session rules go by.
const ofRules = ["category", "foreground", "permission", "interrupted", "duck_db"];

export class Panel {
  #desk;
  #dialog = document.getElementById("panel");
  #title = document.getElementById("panel-title");
  #body = document.getElementById("panel-body");
  #life = new AbortController();
  /// The session, or the output, that is shown.
  session = null;
  /// Told when another session is shown, or none.
  changed = () => {};

  constructor(desk) {
    this.#desk = desk;
    document.getElementById("panel-close").addEventListener("click", () => this.close());
    this.#dialog.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
    desk.addEventListener("decision", () => this.#explain());
  }

  async open(session) {
    this.session = session;
    await this.build();
    if (this.session !== session) return;
    this.#title.textContent = session;
    if (!this.#dialog.open) this.#dialog.show();
    document.body.classList.add("with-panel");
    document.querySelector(`[data-strip="${CSS.escape(session)}"]`)?.scrollIntoView({ inline: "nearest", block: "nearest" });
    this.#title.focus();
    this.changed();
  }

  close() {
    const strip = document.querySelector(`[data-strip="${CSS.escape(this.session)}"] button.name`);
    this.session = null;
    this.#life.abort();
    this.#dialog.close();
    document.body.classList.remove("with-panel");
    strip?.focus();
    this.changed();
  }

  /// Builds it anew, all at once, for another rig; what is gone closes it.
  async build() {
    const { session } = this;
    if (session === null) return;
    const { sessions, outputs, tree } = this.#desk;
    if (![...sessions, ...outputs].includes(session)) return this.close();
    const reasons = await this.#reasons(session);
    if (session !== this.session) return;
    this.#life.abort();
    this.#life = new AbortController();
    const groups = this.#groups(session);
    // Of what can fade, what the strip's fader sets comes first.
    const fader = faderPath(this.#desk, session);
    const others = tree.nodes.map(({ path }) => path)
      .filter((path) => path.startsWith(`${session}.`) && path !== fader && !path.startsWith(`${session}.sources.`));
    const fade = fadeGroup(this.#desk, [...(fader ? [fader] : []), ...others], this.#life.signal);
    this.#body.replaceChildren(
      element("ol", { className: "reasons", "aria-label": "Why" }, ...reasons),
      ...[...groups].map(([title, paths]) => this.#group(title, paths)),
      ...(fade ? [fade] : []),
    );
  }

  /// The paths of the session by what they belong to: its plugins first, in the order of the sound, what the rules know of it last.
  #groups(session) {
    const groups = new Map();
    const later = new Map([["sends", []], ["strip", []], ["rules", []]]);
    for (const { path } of this.#desk.tree.nodes) {
      if (!path.startsWith(`${session}.`)) continue;
      const parts = path.split(".").slice(1);
      if (parts[0] === "meters" || parts[0] === "sources" || onStrip.includes(parts[0])) continue;
      if (parts[0] === "sends" && parts[2] !== "level_db") continue;
      if (parts[0] === "sends") later.get("sends").push(path);
      else if (parts.length === 1) later.get(ofRules.includes(parts[0]) ? "rules" : "strip").push(path);
      else groups.set(parts[0], [...(groups.get(parts[0]) ?? []), path]);
    }
    return new Map([...groups, ...[...later].filter(([, paths]) => paths.length > 0)]);
  }

  #group(title, paths) {
    const plugin = this.#desk.status?.sessions
      .find(({ name }) => name === this.session)?.plugins.find(({ id }) => id === title);
    const heading = element("h3", { text: title });
    if (plugin) heading.append(element("small", { text: ` ${plugin.uri.split(/[:/#]/).at(-1)}` }));
    return element(
      "section",
      { "aria-label": title },
      heading,
      element(
        "div",
        { className: "widgets" },
        ...paths.map((path) =>
          widget(this.#desk, path, this.#life.signal, title === "sends" ? this.#sendTitle(path) : undefined)),
      ),
    );
  }

  /// Where a send goes, and what is special about it.
  #sendTitle(path) {
    const said = (leaf) => this.#desk.tree.node(path.replace(/level_db$/, leaf))?.text;
    const notes = [said("tap") === "pre" ? "pre" : "", said("when") === "cue" ? "when cued" : ""].filter(Boolean);
    return `→ ${path.split(".")[2]}${notes.length ? ` (${notes.join(", ")})` : ""}`;
  }

  /// All that the rules have to say of the session, the most important first.
  async #reasons(session) {
    // When all is well there is nothing to explain.
    if (session === null || !this.#desk.tree.value(`${session}.why`)) return [];
    const reasons = await this.#desk.connection.request("session.explain", { session }).catch(() => []);
    return reasons.map((text) => element("li", { text }));
  }

  async #explain() {
    const { session } = this;
    const reasons = await this.#reasons(session);
    if (session === this.session) this.#body.querySelector(".reasons")?.replaceChildren(...reasons);
  }
}
