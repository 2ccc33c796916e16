"""Drives a headless Chromium over its pipe, by the DevTools protocol: pages, clicks, keys, pictures."""

import base64
import json
import os
import select
import subprocess
import tempfile
import time


class BrowserError(Exception):
    """The browser or the page has failed."""


class Browser:
    """One page in a browser of its own. Use it in a `with` statement."""

    def __init__(self, width=1280, height=900, dark=False, program="chromium"):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        commands, self.output = os.pipe()
        self.input, answers = os.pipe()
        self.process = subprocess.Popen(
            [
                program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--force-color-profile=srgb", "--hide-scrollbars", "--remote-debugging-pipe",
                f"--user-data-dir={self.folder.name}", f"--window-size={width},{height}", "about:blank",
            ],
            # The browser reads from 3 and writes to 4.
            preexec_fn=lambda: (os.dup2(commands, 103), os.dup2(answers, 104), os.dup2(103, 3), os.dup2(104, 4)),
            close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(answers)
        self.buffer = b""
        self.number = 0
        # Sentences of the page's errors.
        self.errors = []
        targets = self.command("Target.getTargets", session=None)["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = self.command(
            "Target.attachToTarget", session=None, targetId=page["targetId"], flatten=True)["sessionId"]
        self.command("Page.enable")
        self.command("Runtime.enable")
        self.resize(width, height)
        self.command(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    session = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.input)
        os.close(self.output)
        self.folder.cleanup()

    def command(self, method, session="own", timeout=30, **parameters):
        """Sends a command and returns its result."""
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": parameters}
        if session == "own" and self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + timeout
        while True:
            answer = self._receive(end, method)
            if answer.get("method") == "Runtime.exceptionThrown":
                details = answer["params"]["exceptionDetails"]
                self.errors.append(details.get("exception", {}).get("description", details["text"]))
            if answer.get("id") == number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def _receive(self, end, method):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.input], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise BrowserError(f"{method}: no answer of the browser")
            part = os.read(self.input, 1 << 20)
            if not part:
                raise BrowserError(f"{method}: the browser has ended")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def resize(self, width, height):
        self.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def open(self, address):
        self.command("Page.navigate", url=address)

    def evaluate(self, expression):
        """The value of an expression of JavaScript; promises are waited for."""
        result = self.command("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description", details["text"]))
        return result["result"].get("value")

    def wait_for(self, expression, seconds=10):
        """Waits until an expression is true. Returns its value."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.evaluate(expression)
            if value:
                return value
            time.sleep(0.02)
        raise BrowserError(f"not within {seconds} s: {expression}")

    def click(self, x, y, with_alt=False):
        """Presses the left button at a place of the window."""
        for kind in ("mousePressed", "mouseReleased"):
            self.command(
                "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1, modifiers=int(with_alt))
            time.sleep(0.1)

    def key(self, code, name=None, number=0):
        """Presses and releases a key: `code` as KeyboardEvent.code has it, `name` as its key."""
        for kind in ("rawKeyDown", "keyUp"):
            self.command(
                "Input.dispatchKeyEvent", type=kind, code=code, key=name or code, windowsVirtualKeyCode=number)

    def screenshot(self, path):
        data = self.command("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
