// SPDX-License-Identifier: Apache-2.0
// Recordings of sessions and routes: into which file, how long already, and what stopped one.

import { element, write } from "./dom.js";
import { guard } from "./guard.js";
import { clock } from "./seek.js";
import { card } from "./rig.js";

export class RecordingsCard {
  place = card("Recordings");
  #desk;

  constructor(desk) {
    this.#desk = desk;
  }

  build(signal) {
    const desk = this.#desk;
    const subjects = [...desk.outputs, ...desk.sessions, ...desk.inputs].filter((name) => desk.tree.node(`${name}.record`));
    this.place.replaceChildren(
      element("h3", { text: "Recordings" }),
      ...subjects.map((subject) => this.#line(subject, signal)),
    );
  }

  #line(subject, signal) {
    const desk = this.#desk;
    const file = element("input", {
      type: "text", "aria-label": `File of ${subject}`, value: fileName(subject), spellcheck: "false",
    });
    const failure = element("output", { className: "file failed", "aria-label": `Recording of ${subject}` });
    const button = element("button", {
      className: "button mute record",
      type: "button",
      text: "Record",
      "aria-label": `Record ${subject}`,
      "aria-pressed": "false",
      on: {
        click: async () => {
          if (desk.tree.value(`${subject}.recording`)) {
            await desk.hand.trigger(`${subject}.stop_recording`);
            file.value = fileName(subject);
          } else {
            await desk.hand.trigger(`${subject}.record`, { file: file.value });
          }
          desk.refresh();
        },
      },
    });
    for (const control of [file, button]) guard(desk, `${subject}.record`, control, signal);
    function show() {
      const isOn = desk.tree.value(`${subject}.recording`) === true;
      const take = desk.status?.recordings.find((known) => known.subject === subject);
      button.setAttribute("aria-pressed", String(isOn));
      write(button, isOn ? `Stop ${clock(take?.length_seconds ?? 0)}` : "Record");
      write(failure, take?.failure ?? "");
    }
    desk.tree.watch(`${subject}.recording`, signal, show);
    desk.addEventListener("status", show, { signal });
    return element(
      "div",
      { className: "row named", role: "group", "aria-label": `Recording of ${subject}` },
      element("strong", { text: subject }), file, button, failure,
    );
  }
}

/// A name that no earlier take has.
function fileName(subject) {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join("-");
  return `${subject}_${day}_${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join("")}.wav`;
}
