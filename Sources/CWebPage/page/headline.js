// SPDX-License-Identifier: Apache-2.0
// The line above everything: whose rig, whether it is there, how it does, who interrupts.

import { write } from "./dom.js";

export class Headline {
  #desk;
  #link = document.getElementById("link");
  #countdown = 0;
  #life = new AbortController();

  constructor(desk) {
    this.#desk = desk;
    const { connection } = desk;
    desk.addEventListener("ready", () => this.#say("connected", "connected"));
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
        const place = document.getElementById(id);
        write(place, words(value));
        if (id === "xruns") place.classList.toggle("bad", value > 0);
      });
    watch("rig.preset", "preset-name", (path) => path.split("/").at(-1));
    watch("rig.server.load_percent", "load", (load) => `${load.toFixed(0)} %`);
    watch("rig.server.xruns", "xruns", (count) => String(count));
    watch("rig.server.driver", "sound", (driver) => (driver === "dummy" ? "JACK's dummy driver: nobody hears this rig" : ""));
    const place = document.getElementById("interruption");
    const active = new Map();
    for (const name of this.#desk.tree.branches("rig.interrupters")) {
      this.#desk.tree.watch(`rig.interrupters.${name}.active`, this.#life.signal, (isOn) => {
        active.set(name, isOn);
        const who = [...active].filter(([, on]) => on).map(([name]) => name);
        write(place, who.length ? `${who.join(" and ")} interrupts` : "");
      });
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
