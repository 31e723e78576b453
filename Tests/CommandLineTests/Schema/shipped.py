# SPDX-License-Identifier: Apache-2.0
"""Looks at the files that come with Tarmac: shipped.py TARMAC ROOT FOLDER

Each has to fit its schema, and presets have to mean the same once a library of YAML 1.1 has read and written them anew.
"""
import json
import pathlib
import shutil
import subprocess
import sys

import yaml

from agreement import read, validator

SCHEMAS = {"tarmac-scenario": "tarmac-scenario", "graph": "tarmac-graph", "controls": "tarmac-controls"}


def checked(tarmac, files):
    """What the checker says of presets, without the places."""
    asked = subprocess.run(
        [tarmac, "preset", "check", "--json", *map(str, files)], capture_output=True, text=True, check=False)
    return [
        sorted(problem["message"] for problem in report["problems"] + report["warnings"])
        for report in json.loads(asked.stdout)
    ]


def main(tarmac, root, folder):
    """Looks, writes what is wrong, and says whether anything is."""
    wrong = []
    for part in ("presets", "scenarios"):
        shutil.copytree(pathlib.Path(root, part), pathlib.Path(folder, part))
    files = sorted(pathlib.Path(folder).rglob("*.yaml"))
    presets = []
    for file in files:
        document = read(file.read_text())
        name = next((SCHEMAS[key] for key in SCHEMAS if key in document), "tarmac")
        if name == "tarmac":
            presets.append(file)
        for error in validator(pathlib.Path(root, "presets"), f"{name}.schema.json").iter_errors(document):
            wrong.append(f"{file}: {error.json_path}: {error.message[:200]}")
    before = checked(tarmac, presets)
    for file in files:
        file.write_text(yaml.safe_dump(yaml.safe_load(file.read_text()), sort_keys=False))
    for file, said, says in zip(presets, before, checked(tarmac, presets)):
        if said != says:
            wrong.append(f"{file}, read and written anew: {says} instead of {said}")
    print(json.dumps({"files": len(files), "presets": len(presets), "wrong": wrong}, indent=1))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
