// Panels that are alive in a page of the site. Each is opened when it comes into sight, and closed when it leaves it.
import { Picture } from "./picture.js";
import { Renderer } from "./renderer.js";

const isDark = matchMedia("(prefers-color-scheme: dark)");
const isStill = matchMedia("(prefers-reduced-motion: reduce)");
/** The choices of a panel: words, name in the renderer's calls, number of the first. */
const choices = [["Page", "page", 0], ["Theme", "theme", -1], ["Language", "language", 0], ["Units", "units", 0]];

class LivePanel {
  #figure;
  #canvas;
  #picture;
  /** Set while the panel is in sight: what is loading is not shown after it has left. */
  #isInSight = false;
  #bytes = null;

  constructor(figure) {
    this.#figure = figure;
    this.#canvas = figure.querySelector("canvas");
    this.#picture = new Picture(this.#canvas);
    this.#picture.speed = isStill.matches ? 0 : 1;
    this.#picture.failed = (error) => this.#say(`The renderer has stopped: ${error.message}. Load the page again.`);
    this.#picture.afterFrame = () => {
      this.#canvas.dataset.frames = String(Number(this.#canvas.dataset.frames ?? 0) + 1);
      this.#follow();
    };
  }

  async enter() {
    this.#isInSight = true;
    try {
      await this.#open();
    } catch (error) {
      this.#say(error.message);
    }
  }

  leave() {
    this.#isInSight = false;
    this.#picture.renderer = null;
  }

  async #open() {
    if (this.#bytes === null) {
      const answer = await fetch(this.#figure.dataset.panel);
      if (!answer.ok) throw new Error(`${this.#figure.dataset.panel}: the server does not have it.`);
      this.#bytes = new Uint8Array(await answer.arrayBuffer());
    }
    const renderer = await Renderer.load();
    if (!this.#isInSight) return;
    const display = {
      width: Number(this.#canvas.dataset.width), height: Number(this.#canvas.dataset.height), micrometresWide: 0,
      micrometresHigh: 0,
    };
    renderer.open(this.#bytes, display, this.#picture.time);
    this.#picture.renderer = renderer;
    this.#picture.call((e) => e.lamina_show_demo());
    this.#picture.setClock();
    this.#offer();
  }

  /** A choice for each kind of which the panel has several. */
  #offer() {
    const box = this.#figure.querySelector(".choices");
    const former = new Map(Array.from(box.querySelectorAll("select"), (select) => [select.dataset.kind, select.value]));
    box.replaceChildren();
    for (const [words, kind, first] of choices) {
      const names = this.#picture.call((e, renderer) => renderer.names(kind)) ?? [];
      if (names.length < 2) continue;
      const select = document.createElement("select");
      select.dataset.kind = kind;
      const show = () => this.#picture.call((e) => e[`lamina_show_${kind}`](Number(select.value)));
      if (first < 0) select.append(new Option("By its conditions", -1));
      names.forEach((name, number) => select.append(new Option(name === "own" ? "The panel's own" : name, number)));
      if (former.has(kind)) select.value = former.get(kind);
      else if (kind === "theme" && isDark.matches && names.includes("dark")) select.value = names.indexOf("dark");
      if (kind !== "page" || former.has(kind)) show();
      select.addEventListener("change", show);
      const label = document.createElement("label");
      label.append(words, " ", select);
      box.append(label);
    }
  }

  /** The choice of pages goes with the panel. */
  #follow() {
    const select = this.#figure.querySelector("select[data-kind=page]");
    if (select !== null) this.#picture.call((e) => { select.value = e.lamina_page(); });
  }

  #say(sentence) {
    this.#picture.renderer = null;
    this.#figure.querySelector(".said").textContent = sentence;
  }
}

const panels = new Map();
const sight = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    const panel = panels.get(entry.target);
    if (entry.isIntersecting) panel.enter();
    else panel.leave();
  }
}, { rootMargin: "200px" });
for (const figure of document.querySelectorAll("figure[data-panel]")) {
  panels.set(figure, new LivePanel(figure));
  sight.observe(figure);
}
