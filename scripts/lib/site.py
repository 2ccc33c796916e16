"""Writes the site of scripts/site: documents as pages, examples and instruments alive beside their YAML, a search.

usage: site.py PROJECT LAMINA.wasm PANEL-ASSETS FOLDER
"""

import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import markdown
import pygments.formatters
import pygments.lexers

PROJECT, MODULE, ASSETS, SITE = (pathlib.Path(word) for word in sys.argv[1:5])
PAGE = PROJECT / "Tools/LaminaCommand/Sources/PreviewServer/Page"
# Documents beside those of docs, and the names of their pages.
DOCUMENTS = {"README.md": "readme.html", "CONTRIBUTING.md": "contributing.html", "CHANGELOG.md": "changelog.html"}
for path in sorted((PROJECT / "docs").rglob("*.md")):
    name = path.relative_to(PROJECT).as_posix()
    DOCUMENTS[name] = str(pathlib.PurePosixPath(name).with_suffix(".html"))
# The order of the list of documents: those of a user of panels first.
FIRST = [
    "tutorial", "preview", "panel-format", "sources", "instruments", "testing-panels", "deploy", "boards", "touch",
    "own-program", "controls",
]


class Failure(Exception):
    """The site cannot be written."""


class Site:
    """What has been written so far."""

    def __init__(self):
        self.sections = []
        # The kinds of instruments by the names of their headings in docs/panel-format.html.
        self.keys = {}

    def write(self, address, title, body, section="", scripts=()):
        """Writes a page. `section` is the word of the bar that it belongs to."""
        root = "../" * address.count("/")
        entries = [("examples.html", "Examples"), ("kinds.html", "Instruments"), ("documents.html", "Documents")]
        links = "\n".join(
            f'  <a href="{root}{to}"{" aria-current=page" if words == section else ""}>{words}</a>' for to, words in entries)
        loaded = "\n".join(
            f'<script type="module" src="{root}{name}"></script>' for name in ("search.js", *scripts))
        text = f"""<!doctype html>
<html lang="en" data-root="{root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{html.escape(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{root}colors.css">
<link rel="stylesheet" href="{root}site.css">
{loaded}
</head>
<body>
<nav class="bar" aria-label="Site">
  <a class="home" href="{root}index.html">Lamina</a>
{links}
  <div class="search" role="search">
    <input type="search" id="search" placeholder="Search" aria-label="Search all pages" autocomplete="off">
    <ul id="hits" hidden></ul>
  </div>
</nav>
<main>
{body}
</main>
</body>
</html>
"""
        path = SITE / address
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def note(self, address, page, title, text):
        """Notes a section for the search."""
        self.sections.append({"address": address, "page": page, "title": title, "text": " ".join(text.split())})


def compile_panel(description, address):
    target = SITE / address
    target.parent.mkdir(parents=True, exist_ok=True)
    made = subprocess.run([ASSETS, "panel", description, target], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise Failure(made.stderr.strip())


def code(text, language):
    """A block of code in colours."""
    lexer = pygments.lexers.get_lexer_by_name(language)
    inner = pygments.highlight(text, lexer, pygments.formatters.HtmlFormatter(nowrap=True))
    return f"<pre><code>{inner}</code></pre>"


def figure(panel, width, height, name, root=""):
    return f"""<figure data-panel="{root}{panel}">
<canvas width="{width}" height="{height}" data-width="{width}" data-height="{height}" tabindex="0"
  aria-label="{html.escape(name)}, alive. A click is a finger, keys go to the panel, Tab leaves it."></canvas>
<div class="choices"></div>
<p class="said" role="status"></p>
</figure>"""


def plain(fragment):
    """The words of a piece of HTML."""
    return html.unescape(re.sub(r"<[^>]+>", " ", fragment))


# MARK: Documents


def slug(text, separator):
    """The name of a heading, as GitHub makes it: what links of the documents go to."""
    text = re.sub(r"[^\w\- ]", "", text.strip().lower())
    return text.replace(" ", separator)


def link(target, document, address):
    """Where a link of a document leads in the site; None where the site does not have it."""
    if re.match(r"[a-z]+:", target) or target.startswith("#"):
        return target
    place, _, part = target.partition("#")
    path = pathlib.PurePosixPath(os.path.normpath(pathlib.PurePosixPath(document).parent / place))
    root = "../" * address.count("/")
    part = f"#{part}" if part else ""
    if str(path) in DOCUMENTS:
        return root + DOCUMENTS[str(path)] + part
    if str(path) == "Examples/panels":
        return root + "examples.html"
    if path.parent == pathlib.PurePosixPath("Examples/panels") and path.suffix == ".yaml":
        return f"{root}examples/{path.stem}.html"
    source = PROJECT / path
    if not source.exists():
        raise Failure(f"{document}: there is no {target}")
    if source.is_dir():
        return None
    copy = SITE / "files" / path
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, copy)
    return f"{root}files/{path}"


def convert(text, document, address):
    """A document's title, body and contents as HTML."""
    maker = markdown.Markdown(
        extensions=["tables", "fenced_code", "codehilite", "toc", "sane_lists"],
        extension_configs={
            "toc": {"slugify": slug, "toc_depth": "2-3"},
            "codehilite": {"guess_lang": False, "css_class": "code"},
        })
    # The second heading of a name has a number behind it, as GitHub writes it.
    body, contents = (
        re.sub(r'((?:id="|href="#)[\w-]+)_(\d+)"', r'\1-\2"', text) for text in (maker.convert(text), maker.toc))

    def exchange(match):
        to = link(html.unescape(match[2]), document, address)
        return "" if to is None else f'{match[1]}="{html.escape(to)}"'

    body = re.sub(r'\b(href|src)="([^"]*)"', exchange, body)
    body = body.replace("<table>", '<div class="table"><table>').replace("</table>", "</table></div>")
    title = re.search(r"<h1[^>]*>(.*?)</h1>", body, re.S)
    return plain(title[1]).strip() if title else document, body, contents


def write_documents(site):
    titles = {}
    for document, address in DOCUMENTS.items():
        text = (PROJECT / document).read_text()
        title, body, contents = convert(text, document, address)
        titles[document] = title
        if document == "docs/panel-format.md":
            site.keys = dict(re.findall(r'<h3 id="([^"]+)"><code>(\w+)</code></h3>', body))
        site.write(
            address, f"{title} · Lamina",
            f'<div class="document"><article>{body}</article><nav class="contents" aria-label="This page">{contents}</nav></div>',
            "Documents")
        parts = re.split(r'(?=<h[1-3] id=")', body)
        for part in parts:
            heading = re.match(r'<h[1-3] id="([^"]*)">(.*?)</h[1-3]>(.*)', part, re.S)
            if heading:
                site.note(f"{address}#{heading[1]}", title, plain(heading[2]).strip(), plain(heading[3]))

    def place(document):
        stem = pathlib.PurePosixPath(document).stem
        return (FIRST.index(stem) if stem in FIRST else len(FIRST), document)

    def entries(chosen):
        return "\n".join(
            f'<li><a href="{DOCUMENTS[name]}">{html.escape(titles[name])}</a></li>' for name in sorted(chosen, key=place))

    decisions = [name for name in DOCUMENTS if name.startswith("docs/adr/")]
    others = [name for name in DOCUMENTS if name not in decisions]
    site.write("documents.html", "Documents · Lamina", f"""<h1>Documents</h1>
<ul>
{entries(others)}
</ul>
<h2>Decisions</h2>
<ul>
{entries(decisions)}
</ul>""", "Documents")


# MARK: Instruments


def kinds(document):
    """The instruments and controls of docs/panel-format.md: name, sentence, example."""
    instruments = document[document.index("\n## Instruments"):]
    for name, sentence, example in re.findall(r"^### `(\w+)`\n\n(.*?)\n\n```yaml\n(.*?)```", instruments, re.S | re.M):
        yield name, sentence, example.strip()


def write_kinds(site, work):
    document = (PROJECT / "docs/panel-format.md").read_text()
    controls = set(re.findall(r"^### `(\w+)`", document[document.index("\n## Controls"):], re.M))
    head = (PROJECT / "Tools/Site/signals.yaml").read_text()
    head = head[head.index("panel: 1"):]
    shutil.copyfile(PROJECT / "Tests/Golden/example-boat-day.png", work / "logo.png")
    places = {kind: part for part, kind in site.keys.items()}
    parts = {False: [], True: []}
    for name, sentence, example in kinds(document):
        text = f"{head}pages:\n  main: {example}\n"
        if name == "pages":
            text = f"{head}pages:\n  main:\n    row: [{example}, {{number: depth}}]\n  other:\n    row: [{example}, {{gauge: rpm}}]\n"
        if name == "wait":
            # It is seen while its signal has no value.
            text = text.replace(", demo: sweep 12s", "", 1)
        description = work / f"{name}.yaml"
        description.write_text(text)
        compile_panel(description, f"kinds/{name}.panel")
        sentence = convert(sentence, "docs/panel-format.md", "kinds.html")[1]
        parts[name in controls].append(f"""<section class="kind" id="{name}">
{figure(f"kinds/{name}.panel", 400, 300, name)}
<div>
<h3><code>{name}</code></h3>
{sentence}
{code(example, "yaml")}
<p><a href="docs/panel-format.html#{places[name]}">All its keys</a></p>
<details><summary>The whole panel</summary>
{code(text, "yaml")}
</details>
</div>
</section>""")
        site.note(f"kinds.html#{name}", "Instruments", name, f"{plain(sentence)} {example}")
    if min(len(parts[False]), len(parts[True])) < 10:
        raise Failure("docs/panel-format.md: its instruments or controls were not found")
    newline = "\n"
    site.write("kinds.html", "Instruments and controls · Lamina", f"""<h1>Instruments and controls</h1>
<p>Each is drawn by the board's own renderer. A click is a finger.
<a href="docs/instruments.html">How they look, and why</a></p>
<h2 id="instruments">Instruments</h2>
{newline.join(parts[False])}
<h2 id="controls">Controls</h2>
{newline.join(parts[True])}""", "Instruments", ["live.js"])


# MARK: Examples


def write_examples(site):
    cards = []
    for path in sorted((PROJECT / "Examples/panels").glob("*.yaml")):
        text = path.read_text()
        # A part of another panel is none itself.
        if not re.search(r"^panel:", text, re.M) or path.name.endswith(".test.yaml"):
            continue
        name = path.stem
        size = re.search(r"^size: *(\d+)x(\d+)", text, re.M)
        width, height = int(size[1]), int(size[2])
        sentence = " ".join(line.lstrip("# ") for line in re.match(r"(?:#[^\n]*\n)*", text)[0].splitlines())
        title = name.replace("-", " ").capitalize()
        compile_panel(path, f"examples/{name}.panel")
        picture = PROJECT / f"Tests/Golden/example-{name}-day.png"
        shutil.copyfile(picture, SITE / f"examples/{name}.png")
        site.write(f"examples/{name}.html", f"{title} · Lamina", f"""<h1>{title}</h1>
<p>{html.escape(sentence)}</p>
<div class="panel">
{figure(f"{name}.panel", width, height, title)}
<div>
<h2><code>{path.name}</code></h2>
{code(text, "yaml")}
</div>
</div>""", "Examples", ["live.js"])
        cards.append(f"""<li><a href="examples/{name}.html"><img src="examples/{name}.png" width="{width}" height="{height}" alt="">
<b>{title}</b> <span>{html.escape(sentence)}</span></a></li>""")
        site.note(f"examples/{name}.html", "Examples", title, f"{sentence} {text}")
    newline = "\n"
    site.write("examples.html", "Examples · Lamina", f"""<h1>Examples</h1>
<ul class="cards">
{newline.join(cards)}
</ul>""", "Examples")
    return cards


def write_start(site):
    text = (PROJECT / "README.md").read_text()
    begin = text[:text.index("\n## A panel")]
    begin = re.sub(r"^# .*\n", "", begin, count=1)
    begin = re.sub(r"^!\[.*\n", "", begin, flags=re.M)
    body = convert(begin, "README.md", "index.html")[1]
    site.write("index.html", "Lamina: instrument panels for small ARM boards", f"""<h1>Instrument panels for small ARM boards</h1>
<div class="panel">
{figure("examples/boat.panel", 800, 480, "A boat's helm")}
<div>
{body}
<p><a href="examples.html">Examples</a>, <a href="kinds.html">instruments and controls</a>,
<a href="documents.html">documents</a>. Press <kbd>/</kbd> to search.</p>
</div>
</div>""", scripts=["live.js"])


def main():
    site = Site()
    SITE.mkdir(parents=True, exist_ok=True)
    for name in ("site.css", "live.js", "search.js"):
        shutil.copyfile(PROJECT / "Tools/Site" / name, SITE / name)
    for name in ("colors.css", "picture.js", "renderer.js"):
        shutil.copyfile(PAGE / name, SITE / name)
    shutil.copyfile(MODULE, SITE / "lamina.wasm")
    work = SITE / "kinds"
    work.mkdir(exist_ok=True)
    write_documents(site)
    write_kinds(site, work)
    write_examples(site)
    write_start(site)
    (SITE / "sections.json").write_text(json.dumps(site.sections, ensure_ascii=False))


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"site: {failure}")
