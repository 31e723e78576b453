// SPDX-License-Identifier: Apache-2.0
// The page of the mixer: puts its parts together and shows one view at a time.

import { DecksLink } from "./decks-link.js";
import { Desk } from "./desk.js";
import { Feed } from "./feed.js";
import { Headline } from "./headline.js";
import { LazyView } from "./lazy.js";
import { LogView } from "./log.js";
import { MixerView } from "./mixer.js";
import { Notices } from "./notices.js";
import { Panel } from "./panel.js";
import { PlayersView } from "./players.js";
import { PresetCard } from "./preset.js";
import { RecordingsCard } from "./recordings.js";
import { RigView } from "./rig.js";
import { Rights } from "./rights.js";
import { Connection } from "./rpc.js";
import { TransportCard } from "./transport.js";

const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/control`;
const connection = new Connection(address);
const notices = new Notices(document.getElementById("notices"));
const desk = new Desk(connection, notices);

const headline = new Headline(desk);
const panel = new Panel(desk);
const mixer = new MixerView(desk, (session) => panel.open(session));
const players = new PlayersView(desk);
const rig = new RigView(desk, [new PresetCard(desk), new TransportCard(desk), new RecordingsCard(desk)]);
const flow = new LazyView(async () => new (await import("./flow.js")).FlowView(desk), notices);
const decks = new LazyView(async () => (await import("./decks.js")).DecksView.open(desk), notices);
const decksLink = new DecksLink(desk, () => (feed.view = shownView()));
const log = new LogView(desk);

/// Builds everything for the rig that the tree describes now.
function buildAll(self) {
  const held = document.activeElement?.dataset.path;
  const label = document.activeElement?.getAttribute("aria-label");
  desk.rights = new Rights(self.access);
  headline.show(self);
  mixer.take(self.rig);
  for (const part of [headline, mixer, decks, decksLink, players, rig, flow, log, panel]) part.build();
  if (held) {
    const successors = [...document.querySelectorAll(`[data-path="${CSS.escape(held)}"]`)];
    const isSame = (control) => control.getAttribute("aria-label") === label;
    successors.filter((control) => control.checkVisibility()).sort((a, b) => isSame(b) - isSame(a))[0]?.focus();
  }
}

const feed = new Feed(desk, {
  onRig: buildAll,
  onEvent(event) {
    log.take(event);
    if (event.topic === "decision") desk.dispatchEvent(new Event("decision"));
  },
});
panel.changed = () => (feed.panel = panel.session);

const views = ["mixer", "decks", "players", "flow", "rig", "log"];

/// The view that the address names.
function shownView() {
  const asked = location.hash.slice(1);
  return views.includes(asked) ? asked : "mixer";
}

/// Shows it.
function showView() {
  const shown = shownView();
  for (const view of views) {
    document.getElementById(view).hidden = view !== shown;
    const link = document.querySelector(`nav a[href="#${view}"]`);
    if (view === shown) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  flow.isShown = shown === "flow";
  decks.isShown = shown === "decks";
  feed.view = shown;
}

addEventListener("hashchange", showView);
showView();
connection.open();
// Only where the browser trusts the way to the rig: over HTTPS, or on the same machine.
navigator.serviceWorker?.register("/service-worker.js").catch(() => {});
