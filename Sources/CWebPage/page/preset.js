// SPDX-License-Identifier: Apache-2.0
// Reads the preset again, and shows what is wrong with it at its lines.

import { operatorButton } from "./button.js";
import { element } from "./dom.js";
import { card } from "./rig.js";

/// How the checker of presets says where a mistake is.
const mistake = /^(.*?):(\d+):(\d+): (.*)$/;

/// The code by which the rig says that it could, and does not.
const refused = 1;

export class PresetCard {
  place = card("Preset");
  #desk;
  #outcome = element("div", { className: "outcome", role: "status" });

  constructor(desk) {
    this.#desk = desk;
  }

  build() {
    const desk = this.#desk;
    const path = element("input", {
      type: "text",
      "aria-label": "File of the preset",
      placeholder: desk.tree.node("rig.preset")?.text,
      disabled: !desk.rights.isOperator,
      spellcheck: "false",
    });
    this.place.replaceChildren(
      element("h3", { text: "Preset" }),
      element(
        "div",
        { className: "row" },
        path,
        operatorButton(desk, { text: "Reload", label: "Reload the preset", act: () => this.#reload(path.value) }),
      ),
      this.#outcome,
    );
  }

  /// Reloads; a preset that would shut this page out is asked about first.
  async #reload(preset, keepsPages = true) {
    this.#outcome.replaceChildren(element("p", { text: "Reading it …" }));
    try {
      await this.#desk.connection.request("rig.reload", { ...(preset ? { preset } : {}), ...(keepsPages ? { keepsPages } : {}) });
      this.#outcome.replaceChildren(element("p", { className: "good", text: "The rig runs with it." }));
    } catch (error) {
      if (error.code === refused && keepsPages) {
        this.#outcome.replaceChildren(
          element("p", { className: "bad", text: error.message }),
          operatorButton(this.#desk, {
            text: "Reload anyway", label: "Reload the preset anyway", act: () => this.#reload(preset, false),
          }),
        );
        return;
      }
      this.#outcome.replaceChildren(
        element("p", { className: "bad", text: "The rig was left as it was:" }),
        element("ol", { className: "mistakes" }, ...error.message.split("\n").filter(Boolean).map(lineOf)),
      );
    }
  }
}

function lineOf(text) {
  const [, file, line, column, what] = mistake.exec(text) ?? [];
  if (!file) return element("li", { text });
  return element(
    "li",
    {},
    element("strong", { text: `${file.split("/").at(-1)}, line ${line}, column ${column}` }),
    element("span", { text: what }),
  );
}
