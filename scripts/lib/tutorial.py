"""Follows docs/tutorial.md: scripts/tutorial says how.

usage: tutorial.py PROJECT FOLDER

Blocks of the document: `sh` is run; `sh background` goes on until its section ends; `sh install` has been run; `LANGUAGE FILE` is
written into the file; with `before WORD` or `from WORD` behind it, it is inserted before the line that begins so, or takes the
place of everything from it on; `text` are the beginnings of lines that the block before it prints.
"""

import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import urllib.request

PROJECT, FOLDER = (pathlib.Path(word) for word in sys.argv[1:3])
# The board of the document is this machine, with a display in memory, and the program is built: the first build is not counted.
BOARD = [("deploy rpi-4 pi@board", f"deploy --program {PROJECT}/.build/debug/panel-ui host board"), ("pi@board", "board")]
DISPLAY = " -- --display memory:800x480:xrgb8888 --touch none"


class Failure(Exception):
    """A line of the tutorial does not do what it says."""


def sections(text):
    """The sections of the document: title, and blocks with their words and their lines."""
    for part in re.split(r"^## ", text, flags=re.M)[1:]:
        title, _, body = part.partition("\n")
        yield title, re.findall(r"^```([^\n]+)\n(.*?)^```$", body, re.S | re.M), re.findall(r"\]\((tutorial/\S+\.png)\)", body)


def put(words, lines):
    """Writes a block into its file."""
    path = FOLDER / words[1]
    if len(words) == 2:
        path.write_text(lines)
        return
    text = path.read_text()
    place = re.search(rf"^{re.escape(words[3])}", text, re.M)
    if place is None:
        raise Failure(f"{words[1]} has no line that begins with {words[3]}")
    rest = text[place.start():] if words[2] == "before" else ""
    path.write_text(text[:place.start()] + lines + rest)


def run(lines):
    """Runs a block. Returns its output."""
    for words, others in BOARD:
        lines = lines.replace(words, others)
    lines = re.sub(r"^(lamina deploy .*\.yaml)$", rf"\1{DISPLAY}", lines, flags=re.M)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", lines], cwd=FOLDER, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, timeout=600, check=False)
    if done.returncode != 0:
        raise Failure(f"status {done.returncode} of: {lines}{done.stdout}")
    return done.stdout


class Background:
    """A block that goes on."""

    def __init__(self, lines):
        lines = lines.replace("lamina preview", "lamina preview --no-open")
        self.is_preview = "lamina preview" in lines
        self.is_live = "--live" in lines
        # A person types the second line when the first program is there.
        socket = re.search(r"UNIX-CONNECT:(\S+)", lines)
        end = time.monotonic() + 15
        while socket and not os.path.exists(socket[1]) and time.monotonic() < end:
            time.sleep(0.1)
        self.process = subprocess.Popen(
            ["bash", "-euo", "pipefail", "-c", lines], cwd=FOLDER, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, start_new_session=True)
        if self.is_preview:
            line = self.process.stdout.readline()
            found = re.match(r"preview: (http://\S+/)", line)
            if found is None:
                raise Failure(f"the preview says: {line}")
            self.address = found[1]

    def check(self):
        """A preview has the panel without a mistake; a live one is told values."""
        if not self.is_preview:
            return
        end = time.monotonic() + 15
        while b'"goodVersion":1' not in (report := urllib.request.urlopen(self.address + "report").read()):
            if time.monotonic() > end:
                raise Failure(f"the preview reports {report.decode()}")
            time.sleep(0.1)
        if not self.is_live:
            return
        with urllib.request.urlopen(self.address + "values", timeout=15) as events:
            while time.monotonic() < end:
                line = events.readline().decode()
                if re.search(r'"flow":\{[^}]*"text":"\d\d"', line):
                    return
        raise Failure("the preview is told no values")

    def end(self):
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(10)


def follow(title, blocks, pictures):
    """Follows a section. Returns its seconds."""
    begun = time.monotonic()
    background, output = [], ""
    try:
        for head, lines in blocks:
            words = head.split()
            if words == ["sh", "install"]:
                continue
            if words == ["sh"]:
                output = run(lines)
            elif words == ["sh", "background"]:
                background.append(Background(lines))
            elif words == ["text"]:
                for line in lines.splitlines():
                    if not any(printed.startswith(line) for printed in output.splitlines()):
                        raise Failure(f"'{line}' is not printed, but:\n{output}")
            else:
                put(words, lines)
        for program in background:
            program.check()
        for picture in pictures:
            made, kept = FOLDER / "boiler" / pathlib.Path(picture).name, PROJECT / "docs" / picture
            if os.environ.get("BLESS"):
                kept.write_bytes(made.read_bytes())
            compared = subprocess.run(
                [sys.executable, PROJECT / "scripts/lib/picture.py", "compare", made, kept], capture_output=True, text=True,
                check=False)
            if compared.returncode != 0:
                raise Failure(f"docs/{picture} is not the picture of {made}: {compared.stdout}{compared.stderr}")
    finally:
        for program in background:
            program.end()
    return time.monotonic() - begun


def main():
    text = (PROJECT / "docs/tutorial.md").read_text()
    # Of a run that was killed.
    pathlib.Path("/tmp/boiler.sock").unlink(missing_ok=True)
    total = 0
    for title, blocks, pictures in sections(text):
        if not blocks:
            continue
        seconds = follow(title, blocks, pictures)
        total += seconds
        print(f"held  {seconds:5.1f} s  {title}", flush=True)
    if total > 15 * 60:
        raise Failure(f"it takes {total / 60:.0f} minutes, and 15 are promised")


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"tutorial: {failure}")
