# SPDX-License-Identifier: Apache-2.0
# What our own plugins cost beside the closest ones of Debian, each at work on the same sound in the same host.
import os

import measure
from lab import Broken

CALF = "http://calf.sourceforge.net/plugins/"
LSP = "http://lsp-plug.in/plugins/lv2/"
X42 = "http://gareus.org/oss/lv2/"
SWH = "http://plugin.org.uk/swh-plugins/"

# Ours, and the others by the names that people know them by: as near to the same job as their controls allow.
RIVALS = [
    ("isolator", "urn:tarmac:isolator low_db=3", {
        "Calf XOver 3 band, LR8": CALF + "XOver3Band mode=2", "LSP crossover": LSP + "crossover_stereo"}),
    ("djfilter", "urn:tarmac:djfilter filter=-0.4 slope=1", {
        "Calf Filter, 24 dB": CALF + "Filter freq=1000 mode=1", "invada LPF": "http://invadarecords.com/plugins/lv2/filter/lpf/stereo"}),
    ("limiter, true peak", "urn:tarmac:limiter ceiling_db=-10", {
        "x42 dpl, true peak": X42 + "dpl#stereo threshold=-10 truepeak=1", "Calf Limiter, 4x": CALF + "Limiter limit=0.316 oversampling=4",
        "LSP limiter, 4x": LSP + "limiter_stereo th=0.316 ovs=5",
        "x42 dpl, samples only": X42 + "dpl#stereo threshold=-10", "swh, samples only": SWH + "fastLookaheadLimiter limit=-10"}),
    ("talkover", "urn:tarmac:talkover threshold_db=-20", {
        "Calf Sidechain Compressor": CALF + "SidechainCompressor", "LSP sc_compressor": LSP + "sc_compressor_stereo"}),
    ("gate", "urn:tarmac:gate", {
        "Calf Gate": CALF + "Gate", "LSP gate": LSP + "gate_stereo", "ZamGateX2": "urn:zamaudio:ZamGateX2"}),
    ("gate, mono", "urn:tarmac:gate:mono", {"abGate": "http://hippie.lt/lv2/gate"}),
    ("align, mono", "urn:tarmac:align:mono delay_ms=20", {
        "x42 nodelay": X42 + "nodelay delay=960", "LSP comp_delay": LSP + "comp_delay_mono"}),
    ("stereo", "urn:tarmac:stereo balance=0.5 width=1.3", {
        "x42 balance": X42 + "balance balance=0.5", "Calf Stereo Tools": CALF + "StereoTools"}),
    ("crossfade", "urn:tarmac:crossfade position=0.2", {"x42 xfade": X42 + "xfade xfade=0.2"}),
    ("generator, sine, mono", "urn:tarmac:generator:mono", {
        "x42 testsignal": X42 + "testsignal mode=0", "LSP oscillator": LSP + "oscillator_mono"}),
    ("meter, EBU R 128 and true peak", "urn:tarmac:meter", {
        "x42 dBTP, true peak only": X42 + "meters#dBTPstereo", "x42 EBU R 128, no true peak": X42 + "meters#EBUr128"}),
]


def effects(lab, root):
    """Nanoseconds for each frame of our plugins; in brackets how many times as much another one takes."""
    environment = measure.corpus(lab, root)
    if not environment:
        return [("our plugins beside others", {"tarmac": "run scripts/install-corpus first"})]
    program = os.path.join(root, ".build", "release", "plugin-cost")
    own = os.path.join(root, ".build", "plugins", "lv2")
    environment = [
        word.replace("LV2_PATH=", f"LV2_PATH={own}:") if word.startswith("LV2_PATH=") else word for word in environment
    ]
    rows = []
    for name, ours, others in RIVALS:
        cost = cost_of(lab, environment, program, ours)
        rows.append((f"{name}, ns/frame", {"tarmac": cost}))
        for other, words in others.items():
            try:
                taken = cost_of(lab, environment, program, words)
                rows.append((f"  {other}", {"reference": f"{taken:.3g} (x{taken / cost:.2f})"}))
            except Broken as reason:
                rows.append((f"  {other}: {reason}", {}))
    return rows + limiters(lab, environment, program)


def limiters(lab, environment, program):
    """What limiters do to 1,000 programmes that were made to break them, and to sines."""
    folder = next(word for word in environment if word.startswith("LV2_PATH=")).split(":")[-1]
    rows = [("limiters: worst true peak over the ceiling, dB; THD+N at 1 kHz and 100 Hz, 6 dB down; latency; ns/frame", {})]
    for line in lab.run(["env", *environment, program, "limiters", folder]).splitlines():
        name, *figures = line.split("|")
        rows.append((f"  {name}", {"tarmac" if name == "Tarmac" else "reference": "  ".join(figures)}))
    return rows


def cost_of(lab, environment, program, words):
    return float(lab.run(["env", *environment, program, *words.split()]))
