// SPDX-License-Identifier: Apache-2.0
// The view of all strips, and of what their faders set.

import { arrangeButtons, Arrangement } from "./arrangement.js";
import { Crossfader } from "./crossfader.js";
import { element } from "./dom.js";
import { routeStrip } from "./routes.js";
import { StripKeys } from "./strip-keys.js";
import { sessionStrip } from "./strip.js";
import { Thumb } from "./thumb.js";

export class MixerView {
  #desk;
  #strips = document.getElementById("strips");
  #buses = document.getElementById("buses");
  #openPanel;
  #arrangement = new Arrangement();
  #keys;
  #thumb;
  #crossfader;
  #life = new AbortController();

  constructor(desk, openPanel) {
    this.#desk = desk;
    this.#openPanel = openPanel;
    const fine = document.getElementById("fine");
    fine.addEventListener("click", () => {
      desk.isFine = !desk.isFine;
      fine.setAttribute("aria-pressed", String(desk.isFine));
    });
    document.getElementById("clear-clips").addEventListener("click", () => desk.bridge.forgetClips());
    document.getElementById("arrange").addEventListener("click", () => this.#arrange(!this.#arrangement.isOpen));
    document.getElementById("narrow").addEventListener("click", () => {
      this.#arrangement.isNarrow = !this.#arrangement.isNarrow;
      this.build();
    });
    this.#keys = new StripKeys(desk, this.#strips, openPanel);
    this.#thumb = new Thumb(desk);
    this.#crossfader = new Crossfader(desk, document.getElementById("crossfader"));
  }

  /// Takes the arrangement that this device has for `rig`.
  take(rig) {
    this.#arrangement.load(rig);
  }

  #arrange(isOpen) {
    this.#arrangement.isOpen = isOpen;
    this.build();
  }

  /// Builds everything anew, for another rig, other rights or another bus.
  build() {
    const desk = this.#desk;
    this.#life.abort();
    this.#life = new AbortController();
    const { signal } = this.#life;
    if (desk.rights.bus) desk.bus = desk.rights.bus;
    if (desk.bus && !desk.outputs.includes(desk.bus)) desk.bus = null;
    this.#showBuses();
    document.body.classList.toggle("on-bus", desk.bus !== null);
    this.#showArrangement();
    const sessions = this.#arranged(desk.sessions, (name) => sessionStrip(desk, name, signal, () => this.#openPanel(name)));
    const routes = this.#arranged(desk.bus ? [desk.bus] : [...desk.outputs, ...desk.inputs], (name) =>
      routeStrip(desk, name, signal, () => this.#openPanel(name)));
    this.#strips.classList.toggle("many", sessions.length + routes.length > 14);
    this.#strips.replaceChildren(
      bank("bank", "Sessions", sessions),
      bank("bank routes", "Outputs and inputs", routes),
      desk.bridge.canvas,
    );
    desk.bridge.follow([...sessions, ...routes], signal);
    this.#thumb.build(signal);
    this.#crossfader.build(signal);
    this.#keys.build();
  }

  #showArrangement() {
    const { isOpen, isNarrow } = this.#arrangement;
    const [arrange, narrow] = ["arrange", "narrow"].map((id) => document.getElementById(id));
    arrange.setAttribute("aria-pressed", String(isOpen));
    narrow.hidden = !isOpen;
    narrow.setAttribute("aria-pressed", String(isNarrow));
    this.#strips.classList.toggle("narrow", isNarrow);
    this.#strips.classList.toggle("arranging", isOpen);
  }

  /// The strips of `names` in the order of this device, with what changes it while that is asked for.
  #arranged(names, make) {
    return this.#arrangement.arranged(names).map((name) => {
      const strip = make(name);
      if (!this.#arrangement.isOpen) return strip;
      strip.classList.toggle("hides", this.#arrangement.isHidden(name));
      strip.querySelector(".state").replaceWith(arrangeButtons(this.#arrangement, name, names, (label) => {
        this.build();
        this.#strips.querySelector(`[aria-label="${CSS.escape(label)}"]`)?.focus();
      }));
      return strip;
    });
  }

  /// Which faders the strips show: the mix, or the sends to an output.
  #showBuses() {
    const desk = this.#desk;
    const choices = desk.rights.bus ? [desk.rights.bus] : [null, ...desk.outputs];
    this.#buses.replaceChildren(
      ...choices.map((bus) =>
        element("button", {
          className: "button bus",
          type: "button",
          text: bus === null ? "Mix" : `→ ${bus}`,
          "aria-label": bus === null ? "Faders set the mix" : `Faders set what goes to ${bus}`,
          "aria-pressed": String(desk.bus === bus),
          "data-bus": bus ?? "",
          on: {
            click: () => {
              desk.bus = bus;
              this.build();
              // The button that was pressed is gone: its successor keeps the focus.
              this.#buses.querySelector("[aria-pressed=true]").focus();
            },
          },
        })),
    );
  }
}

/// Strips side by side; both banks share the width by how many strips they have.
function bank(className, label, strips) {
  const made = element("div", { className, role: "group", "aria-label": label }, ...strips);
  made.style.setProperty("--strips", strips.length);
  return made;
}
