# SPDX-License-Identifier: Apache-2.0
"""Where a rig listens."""

import os
from pathlib import Path


def socket_path(name: str | None = None) -> Path:
    """The socket of the rig with a name; without one as ``tarmac`` finds it.

    ``$TARMAC_SOCKET`` counts when no name is given; the name is ``tarmac`` when nothing is said.
    """
    if name is None and (path := os.environ.get("TARMAC_SOCKET")):
        return Path(path)
    if runtime := os.environ.get("XDG_RUNTIME_DIR"):
        folder = Path(runtime) / "tarmac"
    else:
        folder = Path(f"/tmp/tarmac-{os.getuid()}")
    return folder / f"{name or 'tarmac'}.sock"
