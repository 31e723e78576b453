# SPDX-License-Identifier: Apache-2.0
"""Reads metrics as Prometheus does and writes them as JSON."""
import json
import sys

from prometheus_client.parser import text_string_to_metric_families

families = {
    family.name: {
        "type": family.type,
        "help": family.documentation,
        "samples": [
            {"name": sample.name, "labels": sample.labels, "value": str(sample.value)}
            for sample in family.samples
        ],
    }
    for family in text_string_to_metric_families(sys.stdin.read())
}
json.dump(families, sys.stdout)
