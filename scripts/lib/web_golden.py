#!/usr/bin/env python3
"""Has a browser draw pictures with the web module, and compares them with golden ones, pixel for pixel.

usage: web_golden.py MODULE CASES FOLDER BROWSER...

  MODULE      lamina.wasm
  CASES       lines of words with tabs between: name, panel file, size such as 800x480, file of a replay, golden PNG file,
              then, if wanted, theme=NAME, page=NAME, demo=1
  FOLDER      for the pictures that differ
  BROWSER...  a command that shows a page, whose address is added, and that needs no display

Serves the page on the loopback alone, for as long as the browser takes: 200 seconds at most.
output: one line a case, then one line of figures
exit status: 0 all pictures are the golden ones, 1 any is not
"""

import gzip
import http.server
import json
import pathlib
import subprocess
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from picture import Picture  # noqa: E402

LIMIT = 200
LARGEST = 64 << 20


class Server(http.server.ThreadingHTTPServer):
    """The page, the module and the panels; takes the pictures."""

    def __init__(self, module, cases):
        super().__init__(("127.0.0.1", 0), Handler)
        page = pathlib.Path(__file__).with_name("web-golden.html")
        told = [dict(case, panel=f"panel/{number}") for number, case in enumerate(cases)]
        self.files = {
            "/": ("text/html", page.read_bytes()),
            "/lamina.wasm": ("application/wasm", module.read_bytes()),
            "/cases.json": ("application/json", json.dumps(told).encode()),
        }
        for number, case in enumerate(cases):
            self.files[f"/panel/{number}"] = ("application/octet-stream", pathlib.Path(case["panel"]).read_bytes())
        self.pictures, self.results, self.done = {}, None, threading.Event()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        kind, body = self.server.files.get(self.path, ("text/plain", None))
        self.send_response(200 if body is not None else 404)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body or b"")))
        # With both a page's clock tells microseconds.
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.end_headers()
        self.wfile.write(body or b"")

    def do_POST(self):
        body = self.rfile.read(min(int(self.headers.get("Content-Length", 0)), LARGEST))
        if self.path.startswith("/picture/"):
            self.server.pictures[self.path.removeprefix("/picture/")] = body
        elif self.path == "/done":
            self.server.results = json.loads(body)
        self.send_response(204)
        self.end_headers()
        if self.path == "/done":
            self.server.done.set()

    def log_message(self, *_):
        pass


def read_case(line):
    name, panel, size, replay, golden, *options = line.split("\t")
    width, height = map(int, size.split("x"))
    case = dict(name=name, panel=panel, width=width, height=height, golden=golden)
    return case | {"replay": pathlib.Path(replay).read_text()} | dict(option.split("=", 1) for option in options)


def picture(case, pixels):
    """The picture of rows of RGBA. Wrong bytes are a ValueError."""
    width, height = case["width"], case["height"]
    if len(pixels) != width * height * 4:
        raise ValueError(f"{len(pixels)} bytes are not {width}×{height} pixels")
    if any(alpha != 255 for alpha in pixels[3::4]):
        raise ValueError("transparent pixels")
    rgb = bytearray(width * height * 3)
    for channel in range(3):
        rgb[channel::3] = pixels[channel::4]
    return Picture(width, height, rgb)


def judge(case, server, folder):
    """None where the picture is the golden one, else the fault."""
    result = server.results["cases"].get(case["name"], {"error": "not drawn"})
    if "error" in result:
        return result["error"]
    try:
        drawn = picture(case, server.pictures.get(case["name"], b""))
    except ValueError as error:
        return str(error)
    words = Picture.read(case["golden"]).difference(drawn)
    if words:
        drawn.write_png(folder / f"{case['name']}.png")
    return words


def figures(module, results):
    size, packed = module.stat().st_size, len(gzip.compress(module.read_bytes(), 9))
    boat = results["example-boat-day"]
    memory = max(result["memory"] for result in results.values() if "memory" in result)
    return (
        f"the module has {size} bytes, {packed} compressed; a frame of the boat's page takes "
        f"{boat['median']:.2f} ms, at most {boat['most']:.1f} ms, of {boat['frames']}; the largest memory has {memory >> 20} MB"
    )


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    module, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[3])
    cases = [read_case(line) for line in pathlib.Path(sys.argv[2]).read_text().splitlines()]
    server = Server(module, cases)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    log = open(folder / "browser.log", "wb")
    browser = subprocess.Popen([*sys.argv[4:], f"http://127.0.0.1:{server.server_port}/"], stdout=log, stderr=log)
    ended = server.done.wait(LIMIT)
    browser.terminate()
    browser.wait()
    if not ended:
        sys.exit(f"the browser said nothing for {LIMIT} seconds: {folder / 'browser.log'}")
    failures = 0
    for case in cases:
        words = judge(case, server, folder)
        failures += words is not None
        print(f"FAILED  browser: {case['name']}: {words}" if words else f"same    browser: {case['name']}")
    # The comparison itself must be able to fail: one bit of one pixel is changed.
    first = cases[0]
    changed = bytearray(server.pictures.get(first["name"], b"\0"))
    changed[len(changed) // 2 & ~3] ^= 1
    server.pictures[first["name"]] = bytes(changed)
    if judge(first, server, folder) is None:
        failures += 1
        print("FAILED  control: a changed pixel compares equal")
    else:
        print("same    control: a changed pixel is noticed")
    if server.results["imports"]:
        failures += 1
        print(f"FAILED  the module imports {server.results['imports']} things from its page")
    print(figures(module, server.results["cases"]))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
