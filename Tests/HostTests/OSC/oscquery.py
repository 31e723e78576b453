# SPDX-License-Identifier: Apache-2.0
"""What python-oscquery learns of a rig, as JSON.

usage: oscquery.py PORT
"""

import json
import socket
import sys

from pythonoscquery.osc_query_client import OSCQueryClient
from pythonoscquery.shared.oscquery_spec import OSCQueryAttribute
from zeroconf import ServiceInfo

kind = "_oscjson._tcp.local."
here = [socket.inet_aton("127.0.0.1")]
client = OSCQueryClient(ServiceInfo(kind, "rig." + kind, addresses=here, port=int(sys.argv[1])))


def paths(node):
    yield node.attributes[OSCQueryAttribute.FULL_PATH]
    for child in node.attributes.get(OSCQueryAttribute.CONTENTS) or []:
        yield from paths(child)


host = client.get_host_info()
fader = client.query_node("/deck/fader_db")
print(
    json.dumps(
        {
            "name": host.name,
            "port": host.osc_port,
            "paths": list(paths(client.query_node("/"))),
            "fader": fader.attributes[OSCQueryAttribute.VALUE],
            "nothing": client.query_node("/deck/nothing") is None,
        }
    )
)
