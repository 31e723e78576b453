# SPDX-License-Identifier: Apache-2.0
"""What python-oscquery learns of a rig, as JSON.

usage: oscquery.py PORT
"""

import json
import socket
import sys

import requests
from pythonoscquery.osc_query_client import OSCQueryClient
from pythonoscquery.shared.oscquery_spec import OSCQueryAttribute
from zeroconf import ServiceInfo

kind = "_oscjson._tcp.local."
here = [socket.inet_aton("127.0.0.1")]
client = OSCQueryClient(ServiceInfo(kind, "rig." + kind, addresses=here, port=int(sys.argv[1])))


def nodes(node):
    yield node
    for child in node.get("CONTENTS", {}).values():
        yield from nodes(child)


# The client takes what can only be written for a mistake, so the whole tree is read without it.
tree = list(nodes(requests.get(f"http://127.0.0.1:{sys.argv[1]}/").json()))
for node in tree:
    if "VALUE" in node:
        client.query_node(node["FULL_PATH"])
host = client.get_host_info()
fader = client.query_node("/deck/fader_db")
print(
    json.dumps(
        {
            "name": host.name,
            "port": host.osc_port,
            "paths": [node["FULL_PATH"] for node in tree],
            "fader": fader.attributes[OSCQueryAttribute.VALUE],
            "nothing": client.query_node("/deck/nothing") is None,
        }
    )
)
