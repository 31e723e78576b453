// SPDX-License-Identifier: Apache-2.0
// What a thumb has to reach on a phone, whatever strips are in sight: the keys to talk, and what plays.

import { toggleButton } from "./button.js";
import { talkButton } from "./talk.js";

export class Thumb {
  #desk;
  #place = document.getElementById("thumb");

  constructor(desk) {
    this.#desk = desk;
  }

  build(signal) {
    const desk = this.#desk;
    const talks = desk.sessions.filter((session) => desk.mayRecord(session)).map((session) =>
      talkButton(desk, `${session}.active`, { text: `Talk ${session}`, label: `${session} talk, within reach`, signal }));
    const plays = desk.sessions.flatMap((session) => desk.players(session).map((source) => {
      const name = desk.playerName(session, source);
      return toggleButton(desk, `${session}.sources.${source}.playing`, {
        text: `▶ ${name}`, label: `${name} play, within reach`, className: "talk", signal,
      });
    }));
    this.#place.replaceChildren(...talks, ...plays);
  }
}
