"""Viewers of rfb-probe and of panel-ui: see scripts/rfb-test.

usage: rfb-test.py PROGRAM FOLDER STALL-SECONDS PANEL-UI REPLAY START.png TAP.png X Y
"""
import asyncio
import os
import socket
import stat
import subprocess
import sys
import threading
import time

import asyncvnc
import numpy
from PIL import Image

PROGRAM, FOLDER, STALL, PANEL = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
CLIENT = os.path.join(FOLDER, "rfb-client")
failures = 0


def check(holds, text):
    global failures
    print(("ok    " if holds else "FAILED ") + text, flush=True)
    failures += not holds


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Probe:
    """A running rfb-probe, and the lines that it printed."""

    def __init__(self, *options, path=None):
        self.place = path or str(free_port())
        self.lines, self.taken = [], 0
        self.process = subprocess.Popen(
            [PROGRAM, self.place, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.condition = threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()
        if not self.wait("ready"):
            raise SystemExit(f"rfb-probe did not begin: {self.lines}")

    def read(self):
        for line in self.process.stdout:
            with self.condition:
                self.lines.append(line.strip())
                self.condition.notify_all()

    def wait(self, start, seconds=5):
        """The next line that begins so, passing others over; None if none comes."""
        end = time.monotonic() + seconds
        with self.condition:
            while True:
                while self.taken < len(self.lines):
                    line = self.lines[self.taken]
                    self.taken += 1
                    if line.startswith(start):
                        return line
                if not self.condition.wait(end - time.monotonic()) and time.monotonic() >= end:
                    return None

    def tell(self, line, answer=None):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.wait(answer or "ok")

    def number(self, word):
        return int(self.tell(word, word).split()[1])

    def snapshot(self):
        path = os.path.join(FOLDER, "snapshot.png")
        self.tell("snapshot " + path)
        return numpy.asarray(Image.open(path).convert("RGB")).astype(numpy.uint32)

    def client(self, encoding, size, seconds, *acts, password="-", out="out"):
        host = self.place if self.place.startswith("/") else "127.0.0.1"
        words = [CLIENT, host, self.place if host != self.place else "0", encoding, str(size), password]
        out = os.path.join(FOLDER, out)
        process = subprocess.Popen(
            words + [out, str(seconds), *acts], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        process.out = out
        return process

    def end(self):
        self.process.stdin.close()
        check(self.process.wait(5) == 0, f"the server ends: {' '.join(self.process.args[1:])}")


def is_same(path, snapshot):
    """Whether a dump of rfb-client is the snapshot in its pixels."""
    with open(path, "rb") as file:
        width, height, size, *format = [int(word) for word in file.readline().split()]
        data = numpy.frombuffer(file.read(), {4: "<u4", 2: "<u2", 1: "u1"}[size]).astype(numpy.uint32)
    if snapshot.shape[:2] != (height, width):
        return False
    data = data.reshape(height, width)
    for channel in range(3):
        most, shift = format[channel], format[3 + channel]
        if not numpy.array_equal((data >> shift) & most, (snapshot[:, :, channel] * most + 127) // 255):
            return False
    return True


def finish(probe, clients, text, least=5):
    """Stops the page; the clients see its last frame, and end."""
    probe.tell("stop")
    outputs = [client.communicate(timeout=40)[0] for client in clients]
    snapshot = probe.snapshot()
    for client, output in zip(clients, outputs):
        updates = [int(line.split()[1]) for line in output.splitlines() if line.startswith("updates")]
        holds = client.returncode == 0 and updates and updates[0] >= least and is_same(client.out, snapshot)
        check(holds, f"{text}: {' '.join(client.args[3:5])} bytes, {updates} updates")


def moving(options, encodings, sizes, text, path=None, password="-"):
    probe = Probe(*options, path=path)
    for encoding in encodings:
        probe.tell("go")
        clients = [
            probe.client(encoding, size, 0.8, password=password, out=f"out{size}") for size in sizes]
        time.sleep(0.8)
        finish(probe, clients, text)
    probe.end()


def vncdotool(probe, encoding, *words):
    """The program vncdo with another encoding than its own."""
    code = (
        "import sys; from vncdotool import client, command, rfb;"
        f"client.VNCDoToolClient.encoding = rfb.Encoding.{encoding}; command.vncdo()")
    server = f"{probe.place}" if probe.place.startswith("/") else f"127.0.0.1::{probe.place}"
    return subprocess.run(
        [sys.executable, "-c", code, "--timeout", "10", "-s", server, *words], capture_output=True, text=True)


async def open_unix(host, port):
    return await asyncio.open_unix_connection(host)


def asyncvnc_picture(probe, password=None, keys=()):
    async def run():
        isUnix = probe.place.startswith("/")
        connection = asyncvnc.connect(
            probe.place if isUnix else "127.0.0.1", 0 if isUnix else int(probe.place), password=password,
            opener=open_unix if isUnix else None)
        async with connection as client:
            for key in keys:
                client.keyboard.press(key)
            return (await client.screenshot())[:, :, :3]
    return asyncio.run(asyncio.wait_for(run(), 10))


def pictures():
    moving([], ["hextile", "rre", "raw"], [4, 2, 1], "TCP, XRGB8888")
    moving(["--beside", "--layout", "rgb565"], ["hextile", "raw"], [4, 2, 1], "beside a display, RGB565")
    path = os.path.join(FOLDER, "socket")
    with open(os.path.join(FOLDER, "password"), "w") as file:
        file.write("secret12\n")
    options = ["--password-file", os.path.join(FOLDER, "password"), "--rotate", "90", "--size", "480x800", "--beside"]
    moving(options, ["hextile", "rre"], [4, 2], "Unix socket, password, rotated", path=path, password="secret12")
    for layout, rotation in [("mono", 0), ("gray8", 270), ("rgb888", 180), ("xbgr8888", 0), ("rgbx8888", 0)]:
        options = ["--layout", layout, "--rotate", str(rotation), "--size", "800x480" if rotation != 270 else "480x800"]
        moving(options + ["--beside"], ["hextile"], [4, 1], f"{layout} rotated by {rotation}")


def other_clients():
    probe = Probe("--beside")
    probe.tell("stop")
    expected = probe.snapshot()
    for encoding in ["HEXTILE", "RRE", "RAW"]:
        out = os.path.join(FOLDER, "vncdo.png")
        result = vncdotool(probe, encoding, "capture", out)
        holds = result.returncode == 0 and numpy.array_equal(numpy.asarray(Image.open(out).convert("RGB")), expected)
        check(holds, f"vncdotool has the snapshot in {encoding} {result.stderr[-200:]}")
    check(numpy.array_equal(asyncvnc_picture(probe), expected), "asyncvnc has the snapshot")
    vncdotool(probe, "RAW", "move", "5", "5", "click", "1", "key", "a")
    check(probe.tell("frames", "touch") is None, "view-only: no touch arrives")
    probe.end()


def sizes():
    for beside in [["--beside"], []]:
        probe = Probe(*beside)
        clients = [probe.client(encoding, 4, 1.5, out=f"out-{encoding}") for encoding in ["hextile", "rre", "raw"]]
        time.sleep(0.7)
        probe.tell("size 640 400")
        time.sleep(0.4)
        probe.tell("size 900 500")
        time.sleep(0.4)
        finish(probe, clients, f"two other sizes meanwhile {beside}", least=2)
        probe.end()


def acts():
    path = os.path.join(FOLDER, "control")
    # The socket of a server that was killed.
    former = socket.socket(socket.AF_UNIX)
    former.bind(path)
    former.close()
    probe = Probe("--control", "--password-file", os.path.join(FOLDER, "password"), path=path)
    check(stat.S_IMODE(os.stat(path).st_mode) == 0o600, "the Unix socket is its owner's alone")
    acts = ["press:10:20", "press:30:40", "lift:30:40", "down:ff0d", "up:ff0d", "down:61", "leave"]
    client = probe.client("raw", 4, 0, "press:700:5000", *acts, password="secret12")
    seen = [probe.wait("touch") for _ in range(4)]
    places = ["700 479", "10 20", "30 40", "30 40"]
    expected = [f"touch {phase} finger 0 at {place}" for phase, place in zip([0, 1, 1, 2], places)]
    check(seen == expected, f"touches of LibVNC's client arrive {seen}")
    keys = [probe.wait("key") for _ in range(4)]
    check(keys == ["key 28 0", "key 28 2", "key 30 0", "key 30 3"], f"keys arrive, one that is down is cancelled {keys}")
    client.wait()
    client = probe.client("raw", 4, 0, "press:1:2", "leave", password="secret12")
    seen = [probe.wait("touch") for _ in range(2)]
    check(seen == ["touch 0 finger 0 at 1 2", "touch 3 finger 0 at 1 2"], f"a finger that leaves is cancelled {seen}")
    client.wait()
    probe.tell("stop")
    picture = asyncvnc_picture(probe, "secret12", ["F5", "Left"])
    keys = [probe.wait("key") for _ in range(4)]
    check(keys == ["key 63 0", "key 63 2", "key 105 0", "key 105 2"], f"asyncvnc's keys arrive {keys}")
    check(numpy.array_equal(picture, probe.snapshot()), "asyncvnc has the snapshot by a Unix socket and a password")
    vncdotool(probe, "HEXTILE", "-p", "secret12", "move", "50", "60", "click", "1", "key", "esc")
    seen = [probe.wait("touch"), probe.wait("touch"), probe.wait("key"), probe.wait("key")]
    check(
        seen == ["touch 0 finger 0 at 50 60", "touch 2 finger 0 at 50 60", "key 1 0", "key 1 2"],
        f"vncdotool's touch and key arrive {seen}")
    try:
        asyncvnc_picture(probe, "secret13")
        check(False, "a wrong password is refused")
    except PermissionError:
        check(True, "a wrong password is refused")
    client = probe.client("raw", 4, 0, password="wrong")
    output = client.communicate()
    check(client.returncode == 1 and "password is wrong" in output[1], f"LibVNC's client is told why {output[1][-90:]!r}")
    for _ in range(3):
        probe.client("raw", 4, 0, password="wrong").communicate()
    output = probe.client("raw", 4, 0, password="secret12").communicate()
    check("too many wrong" in output[1] + output[0], "after five wrong passwords nobody is let in for a while")
    probe.end()
    check(not os.path.exists(path), "the socket is taken away")
    with open(path, "w") as file:
        file.write("kept")
    result = subprocess.run([PROGRAM, path], capture_output=True, text=True)
    check(result.returncode == 1 and open(path).read() == "kept", f"a file is not replaced: {result.stdout.strip()[-90:]}")


def greet(place, version=b"RFB 003.008\n"):
    """A raw connection that sees the picture; the socket, and the last answer."""
    connection = socket.create_connection(("127.0.0.1", int(place)))
    connection.settimeout(15)
    connection.recv(12)
    connection.sendall(version)
    answer = connection.recv(256)
    if answer[:2] == b"\x01\x01" or answer == b"\x00\x00\x00\x01":
        connection.sendall(b"\x01\x01" if answer[:1] == b"\x01" else b"\x01")
        time.sleep(0.05)
        answer = connection.recv(256)
    return connection, answer


def old_versions():
    probe = Probe()
    answers = [greet(probe.place, version) for version in (b"RFB 003.003\n", b"RFB 003.007\n", b"RFB 003.889\n")]
    check(all(b"rfb-probe" in answer for _, answer in answers), "versions 3.3, 3.7 and others see the picture")
    probe.end()


def limits():
    probe = Probe("--rate", "60")
    silent = [socket.create_connection(("127.0.0.1", int(probe.place))) for _ in range(2)]
    for connection in silent:
        connection.settimeout(15)
        connection.recv(12)
    viewers = [greet(probe.place)[0] for _ in range(3)]
    probe.wait("viewers 3")
    check(silent[0].recv(1) == b"", "of two that say nothing the first gives its place to a viewer")
    viewers.append(greet(probe.place)[0])
    probe.wait("viewers 4")
    check(silent[1].recv(1) == b"", "the other too")
    fifth, answer = greet(probe.place)
    check(answer[:1] == b"\0" and b"four viewers" in answer, f"a fifth viewer is told why it is not let in {answer}")
    fifth.close()
    # Beside it, somebody takes a time for a password.
    typed = Probe("--password-file", os.path.join(FOLDER, "password"))
    typist = socket.create_connection(("127.0.0.1", int(typed.place)))
    typist.settimeout(1)
    typist.recv(12)
    typist.sendall(b"RFB 003.008\n")
    typist.recv(16)
    typist.sendall(b"\x02")
    challenge = typist.recv(16)
    viewers.pop().close()
    probe.wait("viewers 3")
    silent = socket.create_connection(("127.0.0.1", int(probe.place)))
    silent.settimeout(15)
    silent.recv(12)
    began = time.monotonic()
    # One of them reads nothing, of full pictures that it asks for again and again.
    request = b"\x03\x00\x00\x00\x00\x00\x03\x20\x01\xe0"
    memory, frames = probe.number("memory"), probe.number("frames")
    viewers[0].sendall(request * 50)
    client = None
    time.sleep(0.2)
    end = time.monotonic() + STALL
    while time.monotonic() < end:
        time.sleep(0.5)
        viewers[0].sendall(b"\x03\x01" + request[2:])
    grown, drawn = probe.number("memory") - memory, probe.number("frames") - frames
    check(grown < 200, f"{STALL} s of a viewer that reads nothing take {grown} kB")
    check(drawn > 50 * STALL, f"{drawn} frames are drawn meanwhile")
    while silent.recv(100):
        pass
    check(9 < time.monotonic() - began < STALL + 12, "a handshake that does not go on ends")
    try:
        ended = typist.recv(1)
    except TimeoutError:
        ended = None
    check(len(challenge) == 16 and ended is None, "a password may be typed for longer")
    typed.end()
    client = probe.client("hextile", 4, 0.5)
    time.sleep(0.5)
    finish(probe, [client], "a viewer beside it")
    for viewer in viewers:
        viewer.close()
    probe.wait("viewers 0")
    before = probe.number("wakes")
    time.sleep(2)
    woken = probe.number("wakes") - before - 1
    check(woken == 0, f"{woken} wake-ups in 2 s without a viewer")
    broken, _ = greet(probe.place)
    broken.sendall(b"\x63")
    broken.settimeout(2)
    check(broken.recv(100) == b"", "an unknown message ends the connection")
    probe.end()


def panel():
    """The panel itself, seen and touched by a viewer: the golden pictures before and after a tap on a tab."""
    program, replay, start, tap, x, y = PANEL
    golden = {name: numpy.asarray(Image.open(path).convert("RGB")) for name, path in (("start", start), ("tap", tap))}

    class Place:
        place = str(free_port())

    out = os.path.join(FOLDER, "panel.png")
    for options, expected in (([], "start"), (["--rfb-control"], "tap")):
        arguments = ["--display", f"rfb:{Place.place}:800x480", "--touch", "none", "--replay", replay, *options]
        process = subprocess.Popen([program, *arguments], stderr=subprocess.DEVNULL)
        deadline, seen = time.monotonic() + 15, None
        while time.monotonic() < deadline and not numpy.array_equal(seen, golden["start"]):
            try:
                seen = asyncvnc_picture(Place)
            except (OSError, TimeoutError):
                time.sleep(0.1)
        check(numpy.array_equal(seen, golden["start"]), "a viewer sees the panel's golden picture")
        result = vncdotool(Place, "HEXTILE", "move", x, y, "click", "1", "pause", "2", "capture", out)
        picture = numpy.asarray(Image.open(out).convert("RGB"))
        holds = result.returncode == 0 and numpy.array_equal(picture, golden[expected])
        check(holds, f"after a viewer's click it sees the picture {expected}, with {options} {result.stderr[-200:]}")
        process.terminate()
        check(process.wait(10) == 0, "the panel ends")


panel()
pictures()
other_clients()
sizes()
old_versions()
acts()
limits()
sys.exit(1 if failures else 0)
