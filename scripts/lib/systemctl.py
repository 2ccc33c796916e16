#!/usr/bin/env python3
"""In the place of systemctl where scripts/deploy-test has no systemd: starts what the unit of panel-ui says.

usage: systemctl.py FOLDER ARGUMENT...   what systemctl is told; FOLDER/calls has each call, FOLDER/board is the board's /
       systemctl.py FOLDER verify        has systemd-analyze check the unit that was installed
exit status: that of systemctl, as far as the test goes
"""

import os
import pathlib
import re
import select
import signal
import socket
import subprocess
import sys
import time

folder = pathlib.Path(sys.argv[1])
arguments = sys.argv[2:]
board = folder / "board"
unit = board / "etc/systemd/system/panel-ui.service"
process = folder / "panel.pid"


def setting(name):
    return re.search(rf"^{name}=(.*)$", unit.read_text(), re.M)[1]


def stop():
    if not process.exists():
        return
    number = int(process.read_text())
    process.unlink()
    try:
        os.kill(number, signal.SIGTERM)
        while True:
            os.kill(number, 0)
            time.sleep(0.02)
    except ProcessLookupError:
        pass


def start():
    """Type=notify: done with READY=1, failed if the program ends before, or says nothing in time."""
    stop()
    name = folder / "notify"
    name.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listener.bind(str(name))
    command = [board.as_posix() + word if word.startswith("/usr/local/") else word for word in setting("ExecStart").split()]
    environment = os.environ | {"NOTIFY_SOCKET": str(name), "WATCHDOG_USEC": str(int(setting("WatchdogSec")) * 1_000_000)}
    with open(folder / "journal", "ab") as journal:
        panel = subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=journal, stderr=journal, start_new_session=True
        )
    end = time.monotonic() + int(setting("TimeoutStartSec"))
    messages = []
    while time.monotonic() < end and panel.poll() is None:
        if select.select([listener], [], [], 0.05)[0]:
            # A message may have several lines: its state is a word for people.
            messages += [line for line in listener.recv(100).split(b"\n") if not line.startswith(b"STATUS=")]
        # The loop's first sign of life follows at once.
        if messages[:2] == [b"READY=1", b"WATCHDOG=1"]:
            process.write_text(str(panel.pid))
            return 0
    panel.kill()
    return 1


def verify():
    """systemd-analyze looks for the program and does not find it in the machine's own folders: that alone is no fault."""
    run = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True)
    lines = [line for line in run.stderr.splitlines() if "panel-ui" in line and "is not executable" not in line]
    print("\n".join(lines), end="", file=sys.stderr)
    return 1 if lines or "@" in setting("SupplementaryGroups") + setting("ExecStart") else 0


if arguments == ["verify"]:
    sys.exit(verify())
with open(folder / "calls", "a", encoding="utf-8") as calls:
    calls.write("systemctl " + " ".join(arguments) + "\n")
words = [word for word in arguments if not word.startswith("--")]
if words[:1] == ["restart"]:
    sys.exit(start())
if words[:1] == ["disable"] and "--now" in arguments:
    stop()
if words[:1] == ["status"]:
    print("active" if process.exists() else "inactive")
sys.exit(0)
