// SPDX-License-Identifier: Apache-2.0
// Puts the files of page/ into the program, so that a rig has its page wherever it runs.

#include "web_page.h"

static const unsigned char index_html[] = {
#embed "page/index.html"
};
static const unsigned char page_css[] = {
#embed "page/page.css"
};
static const unsigned char mixer_css[] = {
#embed "page/mixer.css"
};
static const unsigned char views_css[] = {
#embed "page/views.css"
};
static const unsigned char phone_css[] = {
#embed "page/phone.css"
};
static const unsigned char decks_css[] = {
#embed "page/decks.css"
};
static const unsigned char icon_svg[] = {
#embed "page/icon.svg"
};
static const unsigned char manifest_webmanifest[] = {
#embed "page/manifest.webmanifest"
};
static const unsigned char service_worker_js[] = {
#embed "page/service-worker.js"
};
static const unsigned char arrangement_js[] = {
#embed "page/arrangement.js"
};
static const unsigned char artwork_js[] = {
#embed "page/artwork.js"
};
static const unsigned char button_js[] = {
#embed "page/button.js"
};
static const unsigned char crate_js[] = {
#embed "page/crate.js"
};
static const unsigned char crossfader_js[] = {
#embed "page/crossfader.js"
};
static const unsigned char deck_js[] = {
#embed "page/deck.js"
};
static const unsigned char decks_link_js[] = {
#embed "page/decks-link.js"
};
static const unsigned char decks_js[] = {
#embed "page/decks.js"
};
static const unsigned char desk_js[] = {
#embed "page/desk.js"
};
static const unsigned char dom_js[] = {
#embed "page/dom.js"
};
static const unsigned char fade_js[] = {
#embed "page/fade.js"
};
static const unsigned char fader_js[] = {
#embed "page/fader.js"
};
static const unsigned char feed_js[] = {
#embed "page/feed.js"
};
static const unsigned char flow_js[] = {
#embed "page/flow.js"
};
static const unsigned char guard_js[] = {
#embed "page/guard.js"
};
static const unsigned char hand_js[] = {
#embed "page/hand.js"
};
static const unsigned char headline_js[] = {
#embed "page/headline.js"
};
static const unsigned char hold_js[] = {
#embed "page/hold.js"
};
static const unsigned char knob_js[] = {
#embed "page/knob.js"
};
static const unsigned char law_js[] = {
#embed "page/law.js"
};
static const unsigned char lazy_js[] = {
#embed "page/lazy.js"
};
static const unsigned char log_js[] = {
#embed "page/log.js"
};
static const unsigned char main_js[] = {
#embed "page/main.js"
};
static const unsigned char meter_js[] = {
#embed "page/meter.js"
};
static const unsigned char meter_worker_js[] = {
#embed "page/meter-worker.js"
};
static const unsigned char mixer_js[] = {
#embed "page/mixer.js"
};
static const unsigned char notices_js[] = {
#embed "page/notices.js"
};
static const unsigned char pads_js[] = {
#embed "page/pads.js"
};
static const unsigned char panel_js[] = {
#embed "page/panel.js"
};
static const unsigned char phase_js[] = {
#embed "page/phase.js"
};
static const unsigned char players_js[] = {
#embed "page/players.js"
};
static const unsigned char waveform_js[] = {
#embed "page/waveform.js"
};
static const unsigned char preset_js[] = {
#embed "page/preset.js"
};
static const unsigned char queue_js[] = {
#embed "page/queue.js"
};
static const unsigned char recordings_js[] = {
#embed "page/recordings.js"
};
static const unsigned char rig_js[] = {
#embed "page/rig.js"
};
static const unsigned char rights_js[] = {
#embed "page/rights.js"
};
static const unsigned char routes_js[] = {
#embed "page/routes.js"
};
static const unsigned char rpc_js[] = {
#embed "page/rpc.js"
};
static const unsigned char seek_js[] = {
#embed "page/seek.js"
};
static const unsigned char slider_js[] = {
#embed "page/slider.js"
};
static const unsigned char state_js[] = {
#embed "page/state.js"
};
static const unsigned char strip_js[] = {
#embed "page/strip.js"
};
static const unsigned char strip_keys_js[] = {
#embed "page/strip-keys.js"
};
static const unsigned char talk_js[] = {
#embed "page/talk.js"
};
static const unsigned char tap_js[] = {
#embed "page/tap.js"
};
static const unsigned char thumb_js[] = {
#embed "page/thumb.js"
};
static const unsigned char track_js[] = {
#embed "page/track.js"
};
static const unsigned char transport_js[] = {
#embed "page/transport.js"
};
static const unsigned char tree_js[] = {
#embed "page/tree.js"
};
static const unsigned char widget_js[] = {
#embed "page/widget.js"
};

#define PAGE_FILE(path, type, name) { path, type, name, sizeof name }
#define MODULE(path, name) PAGE_FILE(path, "text/javascript; charset=utf-8", name)

const struct tarmac_web_file tarmac_web_files[] = {
  PAGE_FILE("/index.html", "text/html; charset=utf-8", index_html),
  PAGE_FILE("/page.css", "text/css; charset=utf-8", page_css),
  PAGE_FILE("/mixer.css", "text/css; charset=utf-8", mixer_css),
  PAGE_FILE("/views.css", "text/css; charset=utf-8", views_css),
  PAGE_FILE("/phone.css", "text/css; charset=utf-8", phone_css),
  PAGE_FILE("/decks.css", "text/css; charset=utf-8", decks_css),
  PAGE_FILE("/icon.svg", "image/svg+xml", icon_svg),
  PAGE_FILE("/manifest.webmanifest", "application/manifest+json", manifest_webmanifest),
  MODULE("/service-worker.js", service_worker_js),
  MODULE("/arrangement.js", arrangement_js),
  MODULE("/artwork.js", artwork_js),
  MODULE("/button.js", button_js),
  MODULE("/crate.js", crate_js),
  MODULE("/crossfader.js", crossfader_js),
  MODULE("/deck.js", deck_js),
  MODULE("/decks-link.js", decks_link_js),
  MODULE("/decks.js", decks_js),
  MODULE("/desk.js", desk_js),
  MODULE("/dom.js", dom_js),
  MODULE("/fade.js", fade_js),
  MODULE("/fader.js", fader_js),
  MODULE("/feed.js", feed_js),
  MODULE("/flow.js", flow_js),
  MODULE("/guard.js", guard_js),
  MODULE("/hand.js", hand_js),
  MODULE("/hold.js", hold_js),
  MODULE("/headline.js", headline_js),
  MODULE("/knob.js", knob_js),
  MODULE("/law.js", law_js),
  MODULE("/lazy.js", lazy_js),
  MODULE("/log.js", log_js),
  MODULE("/main.js", main_js),
  MODULE("/meter.js", meter_js),
  MODULE("/meter-worker.js", meter_worker_js),
  MODULE("/mixer.js", mixer_js),
  MODULE("/notices.js", notices_js),
  MODULE("/pads.js", pads_js),
  MODULE("/phase.js", phase_js),
  MODULE("/panel.js", panel_js),
  MODULE("/players.js", players_js),
  MODULE("/waveform.js", waveform_js),
  MODULE("/preset.js", preset_js),
  MODULE("/queue.js", queue_js),
  MODULE("/recordings.js", recordings_js),
  MODULE("/rig.js", rig_js),
  MODULE("/rights.js", rights_js),
  MODULE("/routes.js", routes_js),
  MODULE("/rpc.js", rpc_js),
  MODULE("/seek.js", seek_js),
  MODULE("/slider.js", slider_js),
  MODULE("/state.js", state_js),
  MODULE("/strip.js", strip_js),
  MODULE("/strip-keys.js", strip_keys_js),
  MODULE("/talk.js", talk_js),
  MODULE("/tap.js", tap_js),
  MODULE("/thumb.js", thumb_js),
  MODULE("/track.js", track_js),
  MODULE("/transport.js", transport_js),
  MODULE("/tree.js", tree_js),
  MODULE("/widget.js", widget_js),
};

const size_t tarmac_web_file_count = sizeof tarmac_web_files / sizeof *tarmac_web_files;
