// SPDX-License-Identifier: Apache-2.0
// The view of all strips, and of what their faders set.

import { element } from "./dom.js";
import { routeStrip } from "./routes.js";
import { sessionStrip } from "./strip.js";

export class MixerView {
  #desk;
  #strips = document.getElementById("strips");
  #buses = document.getElementById("buses");
  #openPanel;
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
    const sessions = desk.sessions.map((name) => sessionStrip(desk, name, signal, () => this.#openPanel(name)));
    const routes = (desk.bus ? [desk.bus] : [...desk.outputs, ...desk.inputs]).map((name) =>
      routeStrip(desk, name, signal, () => this.#openPanel(name)));
    this.#strips.classList.toggle("many", sessions.length + routes.length > 14);
    this.#strips.replaceChildren(
      bank("bank", "Sessions", sessions),
      bank("bank routes", "Outputs and inputs", routes),
      desk.bridge.canvas,
    );
    desk.bridge.follow([...sessions, ...routes], signal);
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
