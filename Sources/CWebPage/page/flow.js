// SPDX-License-Identifier: Apache-2.0
// A picture of the signal flow that lives: sources, sessions, outputs, and how loud it is on the way.

import { shape, write } from "./dom.js";
import { meterPosition } from "./law.js";
import { isSendTo } from "./rights.js";
import { stateOf, watchState } from "./state.js";

const [nodeWidth, nodeHeight, gap] = [190, 52, 16];
const columns = [8, 305, 602];
const width = 800;
/// Levels on edges are drawn in so many steps, and only when they reach another one.
const steps = 12;
const drawingTime = 100;

export class FlowView {
  #desk;
  #place = document.getElementById("flow-picture");
  #edges = [];
  #drawing = 0;
  #life = new AbortController();

  constructor(desk) {
    this.#desk = desk;
    desk.addEventListener("status", () => this.build());
  }

  /// Whether the view can be seen: nothing is drawn before.
  set isShown(isShown) {
    clearInterval(this.#drawing);
    this.#drawing = isShown ? setInterval(() => this.#draw(), drawingTime) : 0;
    this.build();
  }

  /// Builds the picture of the rig as it is told now.
  build() {
    const desk = this.#desk;
    if (!desk.status || !this.#drawing) return;
    this.#life.abort();
    this.#life = new AbortController();
    this.#edges = [];
    const sources = this.#sources();
    const sessions = column(1, desk.sessions);
    const outputs = column(2, desk.outputs);
    for (const source of sources.values()) for (const to of source.feeds) this.#edge(source, sessions.get(to), [source.level ?? to]);
    for (const [session, from] of sessions) this.#sends(session, from, outputs);
    const height = Math.max(...[sources, sessions, outputs].map(({ size }) => size)) * (nodeHeight + gap) + gap;
    const drawing = shape(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": this.#words(sources) },
      shape("g", { className: "edges" }, ...this.#edges.map(({ line }) => line)),
      ...[...sources.values()].map((node) => box(node, node.kind)),
      ...[...sessions.values()].map((node) => this.#session(node)),
      ...[...outputs.values()].map((node) => box(node, desk.tree.value(`${node.name}.present`) ? "output" : "output missing")),
    );
    this.#place.replaceChildren(drawing);
    this.#draw();
  }

  // MARK: Nodes

  /// Where sound comes from: inputs, the files of players, other programs.
  #sources() {
    const found = new Map();
    const add = (name, kind, session, level) => {
      const key = `${kind} ${name}`;
      if (!found.has(key)) found.set(key, { name, kind, feeds: [], level });
      found.get(key).feeds.push(session);
    };
    for (const session of this.#desk.status.sessions) {
      for (const source of session.sources) {
        if (source.kind === "player") add(source.file?.split("/").at(-1) ?? source.name, "file", session.name);
        else if (source.kind === "route") for (const input of session.currentRoute.inputs) add(input, "input", session.name, input);
        else if (source.waiting?.length) add(source.waiting.join(", "), "JACK, missing", session.name);
        else add(source.kind === "jack" ? `${session.name} in` : source.name, source.kind === "jack" ? "JACK" : source.kind, session.name);
      }
    }
    [...found.values()].forEach((node, row) => Object.assign(node, place(0, row)));
    return found;
  }

  #session(node) {
    const drawn = box(node, "session");
    if (!this.#desk.tree.node(`${node.name}.active`)) return drawn;
    const word = drawn.querySelector(".detail");
    watchState(this.#desk, node.name, this.#life.signal, (state) => {
      const [text, className] = stateOf(state);
      drawn.setAttribute("class", `node session ${className}`);
      write(word, text || "active");
    });
    return drawn;
  }

  // MARK: Edges

  #sends(session, from, outputs) {
    const { tree } = this.#desk;
    for (const send of tree.branches(`${session}.sends`)) {
      for (const [name, output] of outputs) {
        const goesThere = isSendTo(name, send) || this.#desk.followsTo(session, send, name);
        if (goesThere) this.#edge(from, output, [session, `${session}.sends.${send}`]);
      }
    }
  }

  /// An edge; its level is that of the meter named first, and of the send after it.
  #edge(from, to, [meter, send]) {
    if (!to) return;
    const [x1, x2] = [from.x + nodeWidth, to.x];
    const [y1, y2] = [from.y + nodeHeight / 2, to.y + nodeHeight / 2];
    const line = shape("path", { className: "edge", d: `M${x1} ${y1}C${x1 + 60} ${y1} ${x2 - 60} ${y2} ${x2} ${y2}` });
    this.#edges.push({ line, meter, send, step: -1 });
  }

  #levelOf({ meter, send }) {
    const { tree } = this.#desk;
    const peaks = tree.branches(`${meter}.meters`).map((channel) => tree.value(`${meter}.meters.${channel}.peak_db`) ?? -Infinity);
    const peak = Math.max(-Infinity, ...peaks);
    return send ? peak + this.#gainOf(meter, send) : peak;
  }

  /// What a send adds to the level of its session, in dB.
  #gainOf(session, send) {
    const { tree } = this.#desk;
    const value = (leaf) => tree.value(`${session}.${leaf}`);
    const isShut = value("interrupted") || value("active") === false;
    if (isShut || (tree.value(`${send}.when`) === "cue" && !value("cue"))) return -Infinity;
    const level = tree.value(`${send}.level_db`) ?? 0;
    if (tree.value(`${send}.tap`) === "pre") return level;
    return value("mute") ? -Infinity : level + (value("fader_db") ?? 0) + (value("duck_db") ?? 0);
  }

  #draw() {
    for (const edge of this.#edges) {
      // What is at full scale or above is hot.
      const step = Math.round(Math.min(meterPosition(this.#levelOf(edge)) / meterPosition(0), 1) * steps);
      if (step === edge.step) continue;
      edge.step = step;
      edge.line.style.strokeWidth = `${1.5 + step * 0.5}px`;
      edge.line.setAttribute("class", `edge ${step === 0 ? "" : step === steps ? "hot" : "live"}`);
    }
  }

  /// The picture in words.
  #words(sources) {
    const feeds = [...sources.values()].map(({ name, feeds: to }) => `${name} feeds ${to.join(" and ")}`);
    const sends = this.#desk.sessions.map((name) =>
      `${name} is sent to ${this.#desk.tree.branches(`${name}.sends`).join(" and ") || "nothing"}`);
    return [...feeds, ...sends].join("; ");
  }
}

const place = (at, row) => ({ x: columns[at], y: gap + row * (nodeHeight + gap) });

function column(at, names) {
  return new Map(names.map((name, row) => [name, { name, ...place(at, row) }]));
}

function box({ name, x, y, kind }, className) {
  return shape(
    "g",
    { className: `node ${className}` },
    shape("rect", { x, y, width: nodeWidth, height: nodeHeight, rx: 8 }),
    shape("text", { className: "called", x: x + 14, y: y + 23, text: name.length > 20 ? `${name.slice(0, 19)}…` : name }),
    shape("text", { className: "detail", x: x + 14, y: y + 41, text: kind ?? className }),
  );
}
