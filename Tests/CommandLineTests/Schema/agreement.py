# SPDX-License-Identifier: Apache-2.0
"""Compares the schema of presets with the checker: agreement.py TARMAC PRESETS-FOLDER FOLDER SEED COUNT

Makes so many documents in FOLDER, half of them with a mistake, and asks both. Where the schema finds nothing and the checker
does, each of its problems must be of a kind that no schema can see; those are counted by their reasons.
"""
import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import wave

import jsonschema
import referencing
import yaml

from presets import Presets

# What only a reader can know: pieces of its sentences, and why.
REASONS = {
    "a name must be that of something else in the document": (
        r"there is no (route|session|control|player)|no button selects|has no stream|to duck|does not duck itself"
        r"|no path begins|^'[^']*' has no '|is no path|can be listened to|has inputs|there is no channel|already"
        r"|is an (in|out)put, but|is no audio|has no (audio|MIDI)"),
    "a name must not be that of something else": r"is taken by|is taken:|would belong to|two channels have the name",
    "whether a file is there, and what it holds": (
        r"does not exist|is a directory|is not a regular|can't be played|there is no folder|is no program|no program"
        r"|there is nothing at|is no folder|holds no saved state|the files include one another"),
    "what a plugin is and takes": (
        r"is not installed|is no (control input|preset)|marks no input|must be from .* not|must be a number( or one of .*)?, not"
        r"|as many audio inputs|audio inputs|to listen to|makes sound of its own|[a-z_]+ must be true or false|a whole number, not"),
    "how many channels something has": (
        r"has (no channel|\d+ channel)|measures at most|they must|do not fit|wide here|sends \d+ channel|gives back|hears \d|nothing to be heard"
        r"|nothing to send|sent twice|connected twice|to be heard|a port name has|twice in the stream|no MIDI arrives"),
    "a number whose bound is another number": (
        r"longer than the longest|lower (one|number|end) first|begins with the lower|must be in its range|idle_db must be"),
    "what the other of two sessions allows": r"\(IAA-..\)|IAA|hear one another|does not hear what is inserted|in a circle",
    "a mistake in another part hides what is there": r"can hear",
    "whether it is a regular expression": r"is no regular expression",
    "how a number is written that is a name": r"^'-?\d+\.0' can't be the name",
    "two files must be two": r"can't write the same file",
    "whether a control of a file has an end": r"endless knobs|controls that have an end",
}

CONTROLS = {"tarmac": 1, "controls": {"fader1": "cc/1/11", "knob1": {"on": "cc/1/20", "relative": "offset"}}}


def bench(folder):
    """The files that presets name."""
    (folder / "takes").mkdir()
    with wave.open(str(folder / "sound.wav"), "wb") as file:
        file.setparams((1, 2, 48000, 0, "NONE", ""))
        file.writeframes(b"\0\0" * 48000)
    (folder / "part.yaml").write_text("tarmac: 1\ngraph: [ { plugin: urn:tarmac:limiter } ]\n")
    (folder / "controls.yaml").write_text(json.dumps(CONTROLS))


def validator(presets, name):
    """A validator of the schema in a file; other schemas are found beside it."""
    texts = [json.loads(file.read_text()) for file in presets.glob("*.schema.json")]
    for text in texts:
        jsonschema.Draft202012Validator.check_schema(text)
    resources = [(text["$id"], referencing.Resource.from_contents(text)) for text in texts]
    registry = referencing.Registry().with_resources(resources)
    schema = json.loads((presets / name).read_text())
    return jsonschema.Draft202012Validator(schema, registry=registry)


def written(preset, rng):
    """The text of a preset: JSON, or YAML as a library of YAML 1.1 writes it."""
    if rng.random() < 0.5:
        return json.dumps(preset, indent=rng.choice([None, 1]))
    return yaml.safe_dump(preset, sort_keys=False, allow_unicode=rng.random() < 0.5)


def read(text):
    """What libraries of YAML 1.2 and of JSON make of a text."""
    try:
        return json.loads(text)
    except ValueError:
        return named(yaml.safe_load(text))


def named(node):
    """The same with keys that are texts: YAML 1.1 takes `on` for a truth value, and `1` for a number."""
    if isinstance(node, dict):
        return {str(key).lower() if isinstance(key, bool) else str(key): named(value) for key, value in node.items()}
    return [named(value) for value in node] if isinstance(node, list) else node


def verdicts(tarmac, files):
    """What the checker says of files: its problems, and numbers that stand in quotes."""
    asked = subprocess.run(
        [tarmac, "preset", "check", "--json", *map(str, files)], capture_output=True, text=True, check=False)
    found = {}
    for report in json.loads(asked.stdout):
        problems = [problem["message"] for problem in report["problems"]]
        quoted = [problem["message"] for problem in report["warnings"] if "in quotes" in problem["message"]]
        found[report["file"]] = (problems, quoted)
    return found


def reason(message):
    """Why no schema can see a problem; None where one could."""
    return next((why for why, pattern in REASONS.items() if re.search(pattern, message)), None)


def main(tarmac, presets, folder, seed, count):
    """Compares, writes what was found, and says whether both agree."""
    folder = pathlib.Path(folder)
    bench(folder)
    schema = validator(pathlib.Path(presets), "tarmac.schema.json")
    rng = random.Random(int(seed))
    makes = Presets(rng)
    documents = {}
    donor = makes.preset()
    for number in range(int(count)):
        preset = makes.preset()
        text = written(preset if number % 2 else makes.spoilt(preset, donor), rng)
        donor = preset
        file = folder / f"{number}.yaml"
        file.write_text(text)
        documents[str(file)] = text
    checked = verdicts(tarmac, documents)
    disagreements, known, good = [], collections.Counter(), 0
    for file, text in documents.items():
        problems, quoted = checked[file]
        mistakes = [f"{error.json_path}: {error.message[:160]}" for error in schema.iter_errors(read(text))]
        if not mistakes and not problems and not quoted:
            good += 1
        elif mistakes and not problems and not quoted:
            disagreements.append({"file": file, "schema": mistakes, "checker": []})
        elif not mistakes:
            reasons = [reason(message) for message in problems]
            if None in reasons or not problems:
                disagreements.append({"file": file, "schema": [], "checker": problems})
            else:
                known[reasons[0]] += 1
    print(json.dumps({"good": good, "known": known, "disagreements": disagreements}, indent=1))
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
