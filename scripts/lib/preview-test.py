"""The page of `lamina preview` in a browser: scripts/preview-test says what has to hold.

usage: preview-test.py LAMINA PROJECT [FOLDER]
"""

import os
import pathlib
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, os.path.dirname(__file__))
from browser import Browser  # noqa: E402

PANEL = """panel: 1
size: 320x240
sources:
  in: {lines: stdin}
signals:
  speed: {from: in/speed, unit: km/h, range: 0..120, show: 0, stale: 1s, demo: 40}
  fan: {from: in/fan, range: 0..1, demo: 0}
  word: {from: in/word, type: text, length: 8, glyphs: latin}
keys:
  f1: {page: main}
  f2: {page: other}
pages:
  main: {number: speed, title: TITLE, tap: other}
  other: {bar: speed, tap: main}
"""

# The picture as a number: another picture is another number.
SUM = """(() => {
  const canvas = document.getElementById('picture');
  const bytes = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  let sum = 0;
  for (const byte of bytes) sum = (sum * 31 + byte) | 0;
  return sum;
})()"""
VERSION = "Number(document.getElementById('picture')?.dataset.version ?? 0)"

# Makes the renderer's frames trap while `isTrapping` is set.
TRAP = """
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...words) => {
  const instance = await instantiate(...words);
  const lamina_frame = (time) => {
    if (window.isTrapping) throw new WebAssembly.RuntimeError("unreachable");
    return instance.exports.lamina_frame(time);
  };
  return { exports: { ...instance.exports, lamina_frame } };
};
"""


class Failure(Exception):
    """Something does not hold."""


def held(condition, sentence):
    if not condition:
        raise Failure(sentence)
    print(f"ok: {sentence}", flush=True)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Preview:
    """A running `lamina preview`, which ends with its block."""

    def __init__(self, lamina, panel):
        self.lamina, self.panel, self.port = lamina, str(panel), free_port()
        self.address = f"http://127.0.0.1:{self.port}/"

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.end()

    def start(self):
        self.process = subprocess.Popen(
            [self.lamina, "preview", self.panel, "--no-open", "--port", str(self.port)], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        if not self.process.stdout.readline().startswith("preview: "):
            raise Failure("lamina preview does not start")

    def end(self):
        self.process.terminate()
        self.process.wait()


def choose(page, selector, value, event="change"):
    page.evaluate(f"""(() => {{
      const control = document.querySelector({selector!r});
      control.value = {value!r};
      control.dispatchEvent(new Event({event!r}, {{ bubbles: true }}));
    }})()""")


def changes(page, before, seconds=5):
    page.wait_for(f"{SUM} !== {before}", seconds)
    return page.evaluate(SUM)


def settled(page):
    """The picture when nothing moves any longer."""
    last = page.evaluate(SUM)
    for _ in range(50):
        time.sleep(0.15)
        now = page.evaluate(SUM)
        if now == last:
            return now
        last = now
    raise Failure("the picture does not come to rest")


def save_times(page, panel):
    """Seconds from a save to the picture of its version, fifty times."""
    times = []
    for number in range(50):
        before, version = page.evaluate(SUM), page.evaluate(VERSION)
        begun = time.monotonic()
        panel.write_text(PANEL.replace("TITLE", f"Speed {number}"))
        page.wait_for(f"{VERSION} > {version} && {SUM} !== {before}", 5)
        times.append(time.monotonic() - begun)
    return times


def follow_saves(page, panel):
    times = save_times(page, panel)
    median, worst = statistics.median(times), max(times)
    held(median < 1, f"a save is a new picture after {median:.2f} s, {worst:.2f} s at worst of {len(times)}")
    before = settled(page)
    panel.write_text(PANEL.replace("number: speed", "number: spead"))
    page.wait_for("!document.getElementById('errors').hidden")
    text = page.evaluate("document.getElementById('errors').textContent")
    line = page.evaluate("document.querySelector('#errors .line code').textContent")
    mark = page.evaluate("document.querySelector('#errors mark').textContent")
    number = PANEL.splitlines().index("  main: {number: speed, title: TITLE, tap: other}") + 1
    held(
        f"panel.yaml:{number}:18" in text and "did you mean 'speed'" in text
        and line == "  main: {number: spead, title: TITLE, tap: other}" and mark == "spead", "a wrong file shows file, line, column, the mistake, and the line with the word marked")
    held(page.evaluate(SUM) == before, "the last good picture stays")
    panel.write_text(PANEL)
    page.wait_for("document.getElementById('errors').hidden")
    held(True, "the next save mends it")


def centre(page):
    """The middle of the picture in the window."""
    return page.evaluate("""(() => {
      const frame = document.getElementById('picture').getBoundingClientRect();
      return [frame.left + frame.width / 2, frame.top + frame.height / 2];
    })()""")


def name_lines(page, panel):
    before = settled(page)
    page.click(*centre(page), with_alt=True)
    page.wait_for("!document.getElementById('found').hidden")
    number = PANEL.splitlines().index("  main: {number: speed, title: TITLE, tap: other}") + 1
    held(
        f"panel.yaml:{number}:9" in page.evaluate("document.getElementById('found').textContent")
        and page.evaluate("document.querySelector('#found .line code').textContent") == PANEL.splitlines()[number - 1]
        and page.evaluate("document.getElementById('outline').getBoundingClientRect().width") > 100,
        "a click with Alt frames the instrument and names the line that made it")
    held(
        page.evaluate(SUM) == before and page.evaluate("document.getElementById('page').value") == "0",
        "it is no finger")
    page.key("Escape", "Escape", 27)
    page.wait_for("document.getElementById('found').hidden && document.getElementById('outline').hidden")
    page.click(*centre(page), with_alt=True)
    page.wait_for("!document.getElementById('found').hidden")
    version = page.evaluate(VERSION)
    panel.write_text("# a line more\n" + PANEL)
    page.wait_for(f"{VERSION} > {version} && document.getElementById('found').hidden")
    page.click(*centre(page), with_alt=True)
    page.wait_for(f"document.getElementById('found').textContent.includes('panel.yaml:{number + 1}:9')")
    page.key("Escape", "Escape", 27)
    version = page.evaluate(VERSION)
    panel.write_text(PANEL)
    page.wait_for(f"{VERSION} > {version}")
    held(True, "Escape and a save take the frame away, and a line that has moved has its new number")


def turn_pages(page):
    settled(page)
    page.click(*centre(page))
    page.wait_for("document.getElementById('page').value === '1'")
    held(True, "a click is a finger: it turns the page, and the choice of pages follows")
    before = settled(page)
    page.key("F1", "F1", 112)
    changes(page, before)
    page.wait_for("document.getElementById('page').value === '0'")
    held(True, "a key of the panel's turns the page")
    first = settled(page)
    choose(page, "#page", "1")
    changes(page, first)
    choose(page, "#page", "0")
    page.wait_for(f"{SUM} === {first}")
    held(True, "the choice of pages turns the page")


def give_values(page, panel):
    before = settled(page)
    choose(page, "[data-name=speed] input[type=range]", "90", "input")
    given = changes(page, before)
    time.sleep(1.5)
    held(page.evaluate(SUM) == given, "a slider gives a value, which stays fresh")
    choose(page, "[data-name=speed] .quality", "failed")
    failed = changes(page, given)
    choose(page, "[data-name=speed] .quality", "old")
    changes(page, failed)
    held(True, "a value that has failed and one that is old look otherwise")
    choose(page, "[data-name=speed] .quality", "fresh")
    page.wait_for(f"{SUM} === {given}")
    version = page.evaluate(VERSION)
    panel.write_text(PANEL + "# saved again\n")
    page.wait_for(f"{VERSION} > {version}")
    held(settled(page) == given, "page and values are kept when the panel is saved")
    held(
        page.evaluate("document.querySelector('[data-name=fan] [role=switch]') !== null")
        and page.evaluate("document.querySelector('[data-name=word] input[type=text]') !== null"),
        "a signal of 0..1 has a switch, one of texts a field")
    page.evaluate("document.getElementById('demo').click()")
    held(changes(page, given) == before, "the demonstration goes on when it is asked for")


def choose_sizes(page):
    before = page.evaluate(SUM)
    choose(page, "#size", "480x320")
    page.wait_for("document.getElementById('picture').width === 480")
    changes(page, before)
    choose(page, "#size", "own")
    page.wait_for("document.getElementById('picture').width === 320")
    held(settled(page) == before, "another size is another picture, and the own size the former one")


def come_back(page, preview):
    preview.end()
    page.wait_for("document.getElementById('state').textContent.includes('has ended')")
    preview.start()
    page.wait_for("!document.getElementById('state').textContent.includes('has ended')", 15)
    held(True, "the page says that the server has ended, and finds it again")


def trap(page, panel):
    """The renderer traps: planted, for no panel is known to make it."""
    before, version = settled(page), page.evaluate(VERSION)
    page.evaluate("window.isTrapping = true")
    page.wait_for("document.getElementById('errors').textContent.includes('The renderer has stopped')")
    held(page.evaluate(SUM) == before, "a renderer that stops is a sentence, and the former picture stays")
    page.evaluate("window.isTrapping = false")
    panel.write_text(PANEL + "# once more\n")
    page.wait_for(f"{VERSION} > {version} && document.getElementById('errors').hidden")
    held(True, "the next save starts it again")


def show_large(lamina):
    """Ten thousand layers, which take seconds to compile: the page says so, and shows them."""
    rows = "".join(
        "      - {row: [" + ", ".join(f"{{number: s{(row * 50 + place) % 200}, card: false}}" for place in range(50)) + "]}\n"
        for row in range(50))
    text = "panel: 1\nsize: 1920x1080\nsignals:\n" + "".join(f"  s{i}: {{initial: {i}}}\n" for i in range(200))
    text += "pages:\n  main:\n    column:\n" + rows
    with tempfile.TemporaryDirectory() as work, Browser() as page:
        panel = pathlib.Path(work, "large.yaml")
        panel.write_text(text)
        with Preview(lamina, panel) as preview:
            page.open(preview.address)
            page.wait_for(f"{VERSION} === 1", 60)
            held(True, "a panel of ten thousand layers is shown")
            panel.write_text(text.replace("initial: 7}", "initial: 8}"))
            page.wait_for("document.getElementById('state').textContent === 'Compiling'", 10)
            page.wait_for(f"{VERSION} === 2", 60)
            held(page.errors == [], "while one that takes seconds is compiled the page says so")


def outlive_connections(lamina, project):
    """More connections than the server has descriptors for."""
    with Preview(lamina, f"{project}/Examples/panels/boat.yaml") as preview:
        resource.prlimit(preview.process.pid, resource.RLIMIT_NOFILE, (60, 60))
        connections = []
        try:
            for _ in range(100):
                connections.append(socket.create_connection(("127.0.0.1", preview.port), timeout=1))
        except OSError:
            pass
        time.sleep(1)
        for connection in connections:
            connection.close()
        end = time.monotonic() + 10
        while time.monotonic() < end:
            try:
                held(urllib.request.urlopen(preview.address, timeout=2).status == 200, "the server outlives too many connections")
                return
            except OSError:
                time.sleep(0.2)
        raise Failure("the server does not come back after too many connections")


def show_live(project):
    """scripts/run on a desktop: a browser that is asked for a page, and this machine's own values in it."""
    with tempfile.TemporaryDirectory() as work, Browser() as page:
        asked = pathlib.Path(work, "asked")
        browser = pathlib.Path(work, "xdg-open")
        browser.write_text(f'#!/bin/sh\nprintf %s "$1" >{asked}\n')
        browser.chmod(0o755)
        environment = dict(os.environ, DISPLAY=":9", PATH=f"{work}:{os.environ['PATH']}")
        process = subprocess.Popen(
            [f"{project}/scripts/run"], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        try:
            end = time.monotonic() + 300
            while not asked.exists() or not asked.read_text():
                if time.monotonic() > end or process.poll() is not None:
                    raise Failure("scripts/run asks for no browser on a desktop")
                time.sleep(0.1)
            page.open(asked.read_text())
            field = "document.querySelector('[data-name=up] input[type=number]')"
            page.wait_for(f"Number({field}?.value ?? 0) > 0", 20)
            shown, own = float(page.evaluate(f"{field}.value")), float(pathlib.Path("/proc/uptime").read_text().split()[0])
            held(abs(shown - own) < 5, "on a desktop scripts/run opens the page, with this machine's own values")
            page.wait_for(f"Number({field}.value) > {shown}", 10)
            held(True, "which go on")
            for number in recorders(b"panel-ui"):
                os.kill(int(number), signal.SIGKILL)
            time.sleep(1.5)
            shown = float(page.evaluate(f"{field}.value"))
            page.wait_for(f"Number({field}.value) > {shown}", 10)
            held(True, "and go on where the program that asks the sources has ended")
            choose(page, "[data-name=load_1] input[type=range]", "3.5", "input")
            time.sleep(2.5)
            held(
                page.evaluate("document.querySelector('[data-name=load_1] input[type=range]').value") == "3.5",
                "a slider's value comes before the machine's")
            page.evaluate("document.getElementById('demo').click()")
            page.wait_for("document.querySelector('[data-name=load_1] input[type=range]').value !== '3.5'", 10)
            held(page.errors == [], "and gives way to it when asked")
        finally:
            process.terminate()
            process.wait()
        end = time.monotonic() + 5
        while (left := recorders() + panels_left()) and time.monotonic() < end:
            time.sleep(0.1)
        held(left == [], "the program that asks the sources ends with the command, and its file is gone")


def recorders(name=b""):
    """The processes that record the sources of a panel for a page, those of a program alone if it is named."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if b"--record-sources" in words and words[0].endswith(name) and any(b"lamina-live-" in word for word in words):
            found.append(path.parent.name)
    return found


def panels_left():
    return [path.name for path in pathlib.Path(tempfile.gettempdir()).glob("lamina-live-*")]


def is_reachable(page):
    names = page.evaluate("""[...document.querySelectorAll('input, select, button, canvas')].filter((control) =>
      !control.closest('[hidden]') && !(control.labels?.length > 0) && !control.ariaLabel && !control.textContent.trim()
    ).map((control) => control.outerHTML)""")
    held(names == [], f"every control has a name {names or ''}".strip())
    addresses = page.evaluate("performance.getEntriesByType('resource').map((entry) => new URL(entry.name).host)")
    own = page.evaluate("location.host")
    held(len(addresses) > 5 and set(addresses) == {own}, "the page asks no other address")
    for width in (360, 1280):
        page.resize(width, 800)
        time.sleep(0.3)
        wide = page.evaluate("document.documentElement.scrollWidth")
        held(wide <= width, f"the page is not wider than a window of {width}")
    page.evaluate("document.getElementById('picture').focus()")
    page.key("Tab", "Tab", 9)
    held(
        page.evaluate("document.activeElement.id !== 'picture' && document.activeElement !== document.body"),
        "Tab leaves the picture")


def photograph(lamina, boat, folder):
    """Pictures of the page for people: day, dark, narrow, and with mistakes."""
    with tempfile.TemporaryDirectory() as work:
        # With the files that it names.
        copy = shutil.copytree(pathlib.Path(boat).parent, pathlib.Path(work, "panels"))
        panel = copy / pathlib.Path(boat).name
        good = panel.read_text()
        with Preview(lamina, panel) as preview:
            for name, width, height, dark in (("day", 1280, 900, 0), ("dark", 1280, 900, 1), ("narrow", 360, 1400, 0)):
                with Browser(width, height, bool(dark)) as page:
                    page.open(preview.address)
                    page.wait_for(f"{VERSION} > 0")
                    time.sleep(1)
                    page.screenshot(f"{folder}/{name}.png")
            with Browser(1280, 900) as page:
                page.open(preview.address)
                page.wait_for(f"{VERSION} > 0")
                panel.write_text(good.replace("unit: kn", "unit: knt", 1).replace("range:", "rnage:", 1))
                page.wait_for("!document.getElementById('errors').hidden")
                time.sleep(1)
                page.screenshot(f"{folder}/mistakes.png")


def main():
    lamina, project, folder = sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else ""
    with tempfile.TemporaryDirectory() as work, Browser() as page:
        panel = pathlib.Path(work, "panel.yaml")
        panel.write_text(PANEL)
        with Preview(lamina, panel) as preview:
            page.command("Page.addScriptToEvaluateOnNewDocument", source=TRAP)
            page.open(preview.address)
            page.wait_for(f"{VERSION} === 1", 20)
            held(page.evaluate("document.getElementById('picture').width") == 320, "the panel is shown at its own size")
            follow_saves(page, panel)
            name_lines(page, panel)
            turn_pages(page)
            give_values(page, panel)
            choose_sizes(page)
            trap(page, panel)
            come_back(page, preview)
            is_reachable(page)
            held(page.errors == [], "the page has no error of its own")
    show_large(lamina)
    outlive_connections(lamina, project)
    show_live(project)
    if folder:
        photograph(lamina, f"{project}/Examples/panels/boat.yaml", folder)


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"preview-test: it does not hold: {failure}")
