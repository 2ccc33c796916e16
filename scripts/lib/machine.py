"""An emulated board: qemu's `virt` machine with a display, a pointer and a serial line, driven from outside."""

import json
import pathlib
import queue
import re
import socket
import subprocess
import threading
import time

from picture import Picture


class Failure(Exception):
    """What did not happen, in words."""


class Machine:
    """Runs until `close`, which ends it however it stands. Every wait has a deadline."""

    def __init__(self, folder, kernel, initramfs, width, height, devices=(), init="/init"):
        self.folder, self.width, self.height = pathlib.Path(folder), width, height
        self.lines, self._partial, self._shots = [], b"", 0
        self.started = time.monotonic()
        self._process = subprocess.Popen(
            [
                "qemu-system-aarch64", "-nodefaults", "-M", "virt", "-cpu", "cortex-a53", "-smp", "1", "-m", "256",
                "-global", "virtio-mmio.force-legacy=false",
                # The kernel finds the last one first.
                "-device", "virtio-gpu-device,id=second,xres=480,yres=320",
                "-device", f"virtio-gpu-device,id=first,xres={width},yres={height}",
                "-device", "virtio-tablet-device", "-device", "virtio-keyboard-device",
                *[word for device in devices for word in ("-device", device)],
                "-kernel", kernel, "-initrd", initramfs,
                "-append", "console=ttyAMA0 quiet loglevel=3 vt.global_cursor_default=0 consoleblank=0"
                + f" rdinit={init}",
                "-display", "none", "-no-reboot", "-monitor", "none",
                "-qmp", f"unix:{self._path('qmp')},server=on,wait=off",
                "-chardev", f"socket,id=s0,path={self._path('serial')},server=on,wait=off,logfile={self._path('log')}",
                "-serial", "chardev:s0",
            ],
            stdin=subprocess.DEVNULL,
            stderr=open(self._path("qemu.err"), "wb"),
        )  # fmt: skip
        try:
            self._serial = self._connect("serial")
            self._received = queue.Queue()
            threading.Thread(target=self._read_serial, daemon=True).start()
            self._qmp = self._connect("qmp").makefile("rwb")
            json.loads(self._qmp.readline())
            self._command("qmp_capabilities")
        except BaseException:
            self.close()
            raise

    def _path(self, name):
        return str(self.folder / name)

    def _connect(self, name):
        deadline = time.monotonic() + 10
        while True:
            connection = socket.socket(socket.AF_UNIX)
            try:
                connection.connect(self._path(name))
                connection.settimeout(20)
                return connection
            except OSError as error:
                connection.close()
                if time.monotonic() > deadline or self._process.poll() is not None:
                    words = pathlib.Path(self._path("qemu.err")).read_text(errors="replace")
                    raise Failure(f"qemu does not answer on its {name} socket: {error}; {words}") from error
                time.sleep(0.01)

    # MARK: Monitor

    def _command(self, name, **arguments):
        self._qmp.write(json.dumps({"execute": name, "arguments": arguments}).encode() + b"\n")
        self._qmp.flush()
        while True:
            line = self._qmp.readline()
            if not line:
                raise Failure(f"qemu ended during {name}")
            answer = json.loads(line)
            if "error" in answer:
                raise Failure(f"{name}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]

    def screen(self, display="first"):
        """What a display shows now."""
        path = self._path("screen.ppm")
        self._command("screendump", filename=path, device=display)
        return Picture.read(path)

    def tap(self, x, y):
        """A press and a release of the pointer, whose axes go from 0 to 32767, at a pixel."""
        self._point(
            {"type": "abs", "data": {"axis": "x", "value": x * 32767 // (self.width - 1)}},
            {"type": "abs", "data": {"axis": "y", "value": y * 32767 // (self.height - 1)}},
        )
        for is_down in (True, False):
            self._point({"type": "btn", "data": {"button": "left", "down": is_down}})

    def press(self, key):
        """A press and a release of a key, by qemu's name for it."""
        for is_down in (True, False):
            self._point({"type": "key", "data": {"down": is_down, "key": {"type": "qcode", "data": key}}})
            time.sleep(0.05)

    def _point(self, *events):
        self._command("input-send-event", events=list(events))

    # MARK: Serial line

    def send(self, line):
        self._serial.sendall(line.encode() + b"\n")

    def wait_for(self, pattern, seconds):
        """The match of the first line, since the last one waited for, that fits a regular expression."""
        deadline = time.monotonic() + seconds
        while True:
            while self.lines:
                match = re.search(pattern, self.lines.pop(0))
                if match:
                    return match
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                raise Failure(f"no line with {pattern!r} in {seconds} s; the last ones: {self._last_lines()}")
            self._receive(remaining)

    def ask(self, line, pattern, seconds=5):
        self.send(line)
        return self.wait_for(pattern, seconds)

    def _read_serial(self):
        """Takes what the board says as it comes: the emulator stands still while some 300 characters wait."""
        self._serial.settimeout(None)
        try:
            while data := self._serial.recv(4096):
                self._received.put(data)
        except OSError:
            pass
        self._received.put(b"")

    def _receive(self, seconds):
        try:
            data = self._received.get(timeout=max(seconds, 0.001))
        except queue.Empty:
            return
        if not data:
            raise Failure(f"the board ended; its last lines: {self._last_lines()}")
        *complete, self._partial = (self._partial + data).split(b"\n")
        self.lines += [line.decode(errors="replace").rstrip("\r") for line in complete]

    def _last_lines(self):
        text = pathlib.Path(self._path("log")).read_text(errors="replace")
        return " | ".join(text.splitlines()[-8:])

    # MARK: End

    def wait_for_power_off(self, seconds):
        try:
            status = self._process.wait(seconds)
        except subprocess.TimeoutExpired as error:
            raise Failure(f"not powered off after {seconds} s") from error
        if status != 0:
            raise Failure(f"qemu ended with status {status}")

    def close(self):
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
