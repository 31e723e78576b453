// SPDX-License-Identifier: Apache-2.0
// The line above everything: whose rig, whether it is there, what it records, how it does, what interrupts and what rings.

import { triggerButton } from "./button.js";
import { write } from "./dom.js";

/// How long an xrun is marked, in ms.
const xrunsAreNews = 10_000;

export class Headline {
  #desk;
  #link = document.getElementById("link");
  #countdown = 0;
  /// How many xruns there were; none has been seen before the first number.
  #xruns = Infinity;
  #calm = 0;
  #life = new AbortController();

  constructor(desk) {
    this.#desk = desk;
    const { connection } = desk;
    desk.addEventListener("ready", () => this.#showLink());
    connection.addEventListener("lost", ({ detail: { seconds } }) => this.#lose(seconds));
    connection.addEventListener("refused", () => this.#shutOut());
  }

  /// Shows who this rig is, and what this device may do.
  show({ rig }) {
    write(document.getElementById("rig-name"), rig);
    document.title = `${rig} – Tarmac`;
    const rights = document.getElementById("rights");
    write(rights, this.#desk.rights.sentence);
    rights.hidden = this.#desk.rights.isOperator;
  }

  build() {
    this.#life.abort();
    this.#life = new AbortController();
    const watch = (path, id, words) =>
      this.#desk.tree.watch(path, this.#life.signal, (value) => {
        write(document.getElementById(id), words(value));
      });
    watch("rig.preset", "preset-name", (path) => path.split("/").at(-1));
    watch("rig.server.load_percent", "load", (load) => `${load.toFixed(0)} %`);
    watch("rig.server.xruns", "xruns", (count) => this.#noteXruns(count));
    watch("rig.server.driver", "sound", (driver) => (driver === "dummy" ? "JACK's dummy driver: nobody hears this rig" : ""));
    this.#watchInterrupters(this.#life.signal);
    this.#watchRecordings(this.#life.signal);
    for (const leaf of ["connected", "waits_for"]) {
      this.#desk.tree.watch(`rig.server.${leaf}`, this.#life.signal, () => this.#showLink());
    }
  }

  /// Whether the rig is there, and an audio server with it: without one nothing is heard, however green the rest is.
  #showLink() {
    const { tree, isReady } = this.#desk;
    if (!isReady) return;
    const isHeard = tree.value("rig.server.connected") !== false;
    this.#say(isHeard ? "connected" : "silent", isHeard ? "connected" : "no audio server");
    const band = document.getElementById("server");
    band.hidden = isHeard;
    write(band, isHeard ? "" : `No audio server: nothing is heard. ${tree.value("rig.server.waits_for") ?? ""}`.trim());
  }

  /// A red light while something is being recorded, with the names of what.
  #watchRecordings(signal) {
    const { tree } = this.#desk;
    const place = document.getElementById("taking");
    const recorded = new Map(tree.nodes.filter(({ path }) => /^[^.]+\.recording$/.test(path))
      .map(({ path }) => [path.split(".")[0], false]));
    const show = () => write(place, [...recorded].filter(([, isOn]) => isOn).map(([name]) => name).join(", "));
    for (const name of recorded.keys()) {
      tree.watch(`${name}.recording`, signal, (isOn) => {
        recorded.set(name, isOn);
        show();
      });
    }
    show();
  }

  /// Xruns are marked while they happen: those of an hour ago are a number.
  #noteXruns(count) {
    if (count > this.#xruns) {
      const { classList } = document.getElementById("xruns");
      classList.add("bad");
      clearTimeout(this.#calm);
      this.#calm = setTimeout(() => classList.remove("bad"), xrunsAreNews);
    }
    this.#xruns = count;
    return String(count);
  }

  /// Says what interrupts, and lets a ring be answered.
  #watchInterrupters(signal) {
    const { tree } = this.#desk;
    const [place, answers] = ["interruption", "answers"].map((id) => document.getElementById(id));
    const states = new Map(tree.branches("rig.interrupters").map((name) => [name, {}]));
    const named = (key) => [...states].filter(([, state]) => state[key]).map(([name]) => name);
    answers.replaceChildren();
    let asking;
    const show = () => {
      const ringing = named("ringing");
      const lasting = named("active").filter((name) => !ringing.includes(name));
      const rings = ringing.map((name) => `${name} is ringing`);
      write(place, [...rings, ...lasting.map((name) => `${name} interrupts`)].join(", "));
      if (asking === ringing[0]) return;
      asking = ringing[0];
      const answer = (leaf, text) => triggerButton(this.#desk, `rig.interrupters.${asking}.${leaf}`, {
        text, label: `${asking}: ${text}`, signal,
      });
      answers.replaceChildren(...(asking ? [answer("accept", "Accept"), answer("decline", "Decline")] : []));
    };
    for (const [name, state] of states) {
      for (const key of ["active", "ringing"]) {
        tree.watch(`rig.interrupters.${name}.${key}`, signal, (isOn) => {
          state[key] = isOn;
          show();
        });
      }
    }
  }

  #say(state, words) {
    clearInterval(this.#countdown);
    this.#link.className = `link ${state}`;
    write(this.#link, words);
    document.body.classList.toggle("away", state === "lost");
  }

  #lose(seconds) {
    let left = Math.ceil(seconds);
    this.#say("lost", "not reachable");
    const tell = () => write(document.getElementById("retry"), left > 0 ? `Next try in ${left} s.` : "Trying …");
    tell();
    this.#countdown = setInterval(() => {
      left -= 1;
      tell();
    }, 1000);
    this.#askWhy();
  }

  /// A device that is not paired is turned away like one whose rig is gone: the page itself tells them apart.
  async #askWhy() {
    const answer = await fetch("/", { cache: "no-store" }).catch(() => null);
    if (answer?.status === 401 || answer?.status === 403) this.#desk.connection.giveUp();
  }

  #shutOut() {
    this.#say("lost", "shut out");
    write(document.getElementById("away-title"), "This device was shut out");
    write(
      document.getElementById("retry"),
      "The rig does not let it in any more. To pair it again, run ‘tarmac web pair NAME’ on the machine of the rig, and open the link that it prints.",
    );
  }
}
