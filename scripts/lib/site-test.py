"""The pages of scripts/site in a browser: links lead somewhere, panels are alive, the search finds, nothing else is asked.

usage: site-test.py FOLDER [PICTURES]
"""

import functools
import http.server
import json
import os
import pathlib
import re
import sys
import threading
import urllib.parse

sys.path.insert(0, os.path.dirname(__file__))
from browser import Browser, BrowserError  # noqa: E402

SHARED = """(() => {
  const canvas = %s;
  const bytes = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  const colors = new Set();
  for (let i = 0; i < bytes.length; i += 4) colors.add(bytes[i] << 16 | bytes[i + 1] << 8 | bytes[i + 2]);
  return colors.size;
})()"""


# Opens a panel for a display of this size, turns its pages and themes, and puts fingers onto it. Returns the step that the
# renderer stopped in.
TRY = """(async () => {
  const [path, width, height] = %s;
  const { Renderer } = await import("/renderer.js");
  const bytes = new Uint8Array(await (await fetch("/" + path)).arrayBuffer());
  let step = "opening";
  try {
    const renderer = await Renderer.load();
    renderer.open(bytes, { width, height, micrometresWide: 0, micrometresHigh: 0 }, 0);
    const e = renderer.exports;
    e.lamina_show_demo();
    for (let i = 0; i < 12; i += 1) {
      step = `frame ${i}`;
      const time = i * 1500;
      e.lamina_show_page(i %% e.lamina_page_count());
      e.lamina_show_theme(i %% (e.lamina_theme_count() + 1) - 1);
      e.lamina_frame(time);
      const [x, y] = [(i * 97) %% width, (i * 61) %% height];
      e.lamina_finger(0, 0, x, y, time + 10);
      e.lamina_finger(0, 1, y, x, time + 20);
      e.lamina_finger(0, 2, y, x, time + 90);
      e.lamina_frame(time + 100);
    }
    return "";
  } catch (error) {
    return `${step}: ${error.message}`;
  }
})()"""
SIZES = [(160, 120), (480, 1920), (4096, 2160)]


class Failure(Exception):
    """Something does not hold."""


def held(condition, sentence):
    if not condition:
        raise Failure(sentence)
    print(f"ok: {sentence}", flush=True)


class Handler(http.server.SimpleHTTPRequestHandler):
    """A plain server of files that says nothing."""

    def log_message(self, *_):
        pass


def check_links(folder):
    """Every link and picture of every page leads to a file of the site, and to a part that is there."""
    parts, links = {}, []
    for page in folder.rglob("*.html"):
        text = page.read_text()
        parts[page] = set(re.findall(r'\bid="([^"]+)"', text))
        links += [(page, target) for target in re.findall(r'\b(?:href|src|data-panel)="([^"]*)"', text)]
    wrong = []
    for page, target in links:
        if re.match(r"[a-z]+:", target):
            continue
        place, _, part = urllib.parse.unquote(target).partition("#")
        to = (page.parent / place).resolve() if place else page
        if not to.is_file() or (part and to.suffix == ".html" and part not in parts[to]):
            wrong.append(f"{page.relative_to(folder)}: {target}")
    held(len(links) > 500 and not wrong, f"{len(links)} links lead somewhere {wrong[:20] or ''}".strip())


def check_figures(page, address, folder):
    """Every panel of a page draws itself when it comes into sight. Returns their number."""
    page.open(address)
    page.wait_for("document.readyState === 'complete'")
    count = page.evaluate("document.querySelectorAll('figure[data-panel]').length")
    for number in range(count):
        canvas = f"document.querySelectorAll('figure[data-panel] canvas')[{number}]"
        page.evaluate(f"{canvas}.scrollIntoView()")
        try:
            page.wait_for(f"Number({canvas}.dataset.frames ?? 0) > 0", 20)
        except BrowserError as error:
            said = page.evaluate(f"{canvas}.closest('figure').textContent.trim()")
            raise Failure(f"{address}: panel {number} does not draw: {said}") from error
        if page.evaluate(SHARED % canvas) < 3:
            raise Failure(f"{address}: panel {number} shows one colour")
    return count


def check_panels(page, site, folder):
    examples = sorted((folder / "examples").glob("*.html"))
    held(len(examples) >= 11, f"{len(examples)} examples have a page")
    count = sum(check_figures(page, f"{site}/examples/{path.name}", folder) for path in examples)
    held(count == len(examples), "each is alive")
    # Named in the document of the format; a kind that is added there has its place here.
    document = (folder / "docs/panel-format.html").read_text()
    names = set(re.findall(r'<h3 id="[^"]+"><code>(\w+)', document[document.index('<h2 id="instruments">'):]))
    kinds = set(re.findall(r'<section class="kind" id="([a-z]+)"', (folder / "kinds.html").read_text()))
    held(kinds == names and len(kinds) >= 38, f"{len(kinds)} instruments and controls have a place {names ^ kinds or ''}".strip())
    held(check_figures(page, f"{site}/kinds.html", folder) == len(kinds), "each is alive")
    held(check_figures(page, f"{site}/index.html", folder) == 1, "so is the panel of the first page")


def check_sizes(page, site, folder):
    """The renderer has integers of 32 bits, as boards of armv7 and armv6: what overflows stops it here too."""
    page.open(f"{site}/documents.html")
    page.wait_for("document.readyState === 'complete'")
    panels = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.panel"))
    stopped = [
        f"{panel} of {width} x {height}: {step}" for width, height in SIZES for panel in panels
        if (step := page.evaluate(TRY % json.dumps([panel, width, height])))]
    held(len(panels) > 49 and not stopped, f"{len(panels)} panels of {len(SIZES)} sizes draw and are touched {stopped or ''}".strip())


def touch(page, site):
    page.open(f"{site}/examples/boat.html")
    canvas = "document.querySelector('canvas')"
    page.wait_for(f"Number({canvas}?.dataset.frames ?? 0) > 0", 20)
    page.wait_for("document.querySelector('select[data-kind=page]')?.value === '0'")
    # The second tab: what the panel itself shows follows the finger, the choice follows the panel.
    x, y = page.evaluate("""(() => {
      const frame = document.querySelector('canvas').getBoundingClientRect();
      return [frame.left + frame.width * 0.32, frame.top + frame.height * 0.05];
    })()""")
    page.click(x, y)
    page.wait_for("document.querySelector('select[data-kind=page]').value !== '0'")
    held(True, "a click is a finger: it turns the page, and the choice of pages follows")


def search(page, site):
    page.open(f"{site}/docs/deploy.html")
    page.wait_for("document.getElementById('search') !== null")
    page.evaluate("document.getElementById('search').focus()")
    page.command("Input.insertText", text="gauge")
    page.wait_for("document.querySelectorAll('#hits a').length > 2")
    first = page.evaluate("document.querySelector('#hits a').getAttribute('href')")
    held(first in ("../kinds.html#gauge", "../docs/panel-format.html#gauge"), f"the search for gauge finds {first} first")
    page.evaluate("document.getElementById('search').value = ''")
    page.command("Input.insertText", text="undo deploy")
    page.wait_for("document.querySelectorAll('#hits a').length > 0")
    page.key("ArrowDown", "ArrowDown", 40)
    held(page.evaluate("document.activeElement.closest('#hits') !== null"), "arrows go through what was found")
    page.evaluate("document.getElementById('search').value = ''; document.getElementById('search').focus()")
    page.command("Input.insertText", text="zzzzz")
    page.wait_for("document.getElementById('hits').textContent.includes('Nothing')")
    held(True, "words that are nowhere are said to be")


def check_pages(page, site, folder):
    """Narrow windows, and no address but the site's own."""
    pages = ["index.html", "examples.html", "kinds.html", "documents.html", "docs/panel-format.html", "examples/boat.html"]
    for name in pages:
        page.open(f"{site}/{name}")
        page.wait_for("document.readyState === 'complete'")
        hosts = page.evaluate("performance.getEntriesByType('resource').map((entry) => new URL(entry.name).host)")
        if set(hosts) - {page.evaluate("location.host")}:
            raise Failure(f"{name} asks another address: {hosts}")
        for width in (360, 1280):
            page.resize(width, 800)
            wide = page.evaluate("document.documentElement.scrollWidth")
            if wide > width:
                raise Failure(f"{name} is {wide} wide in a window of {width}")
    held(page.errors == [], f"{len(pages)} pages fit windows of 360 and 1280, ask no other address and have no error")


def photograph(site, folder):
    for name in ("index", "examples", "kinds", "documents", "docs/panel-format", "examples/boat"):
        for words, width, is_dark in (("day", 1280, False), ("dark", 1280, True), ("narrow", 360, False)):
            with Browser(width, 900, is_dark) as page:
                page.open(f"{site}/{name}.html")
                page.wait_for("document.readyState === 'complete'")
                page.wait_for("[...document.querySelectorAll('canvas')].slice(0, 2).every((c) => c.dataset.frames)", 20)
                page.screenshot(f"{folder}/{name.replace('/', '-')}-{words}.png")


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    site = f"http://127.0.0.1:{server.server_port}"
    check_links(folder)
    with Browser() as page:
        check_panels(page, site, folder)
        check_sizes(page, site, folder)
        touch(page, site)
        search(page, site)
        check_pages(page, site, folder)
    if len(sys.argv) > 2:
        photograph(site, sys.argv[2])


if __name__ == "__main__":
    try:
        main()
    except (Failure, BrowserError) as failure:
        sys.exit(f"site-test: it does not hold: {failure}")
