// The values: a slider, a switch or a field for every signal, and its quality. A signal that nobody has touched goes on with
// its demonstration, or with the values of its source where those are asked.
import { element } from "./messages.js";

const list = document.getElementById("signals");
const filter = document.getElementById("filter");
const results = document.getElementById("results");
const computed = document.getElementById("computed");

/** Numbers of qualities, as the renderer has them. */
const qualities = [["fresh", "Fresh", 0], ["old", "Old", 1], ["failed", "Failed", 2], ["none", "None", 3]];
/** Milliseconds of the panel's time between two givings of a value: shorter than any `stale`. */
const interval = 200;

export class Signals {
  #picture;
  /** What the user has given, by the names of signals: kept from one version of the panel to the next. */
  #given = new Map();
  /** The newest values of sources, by the names of signals; null where none is asked. */
  #live = null;
  #rows = [];
  #outputs = [];
  #givenAt = -Infinity;
  #shownAt = 0;

  constructor(picture) {
    this.#picture = picture;
    filter.addEventListener("input", () => this.#filter());
    document.getElementById("demo").addEventListener("click", () => this.#demonstrateAll());
  }

  /** Takes the values of the panel's sources from now on. */
  listen() {
    if (this.#live !== null) return;
    this.#live = new Map();
    // Values may have been heard before the page was there: a day at most.
    this.#picture.time += 86_400_000;
    document.getElementById("demo").textContent = "All from their sources";
    new EventSource("values").onmessage = (event) => {
      for (const [name, value] of Object.entries(JSON.parse(event.data))) {
        this.#live.set(name, { value: value.text, quality: value.quality, heardAt: this.#picture.time - value.age });
        const row = this.#rows.find((row) => row.signal.name === name);
        if (row !== undefined && !this.#given.has(name)) this.#give(row, this.#live.get(name));
      }
    };
  }

  /** Shows the signals of a panel that was opened. */
  show() {
    const signals = this.#picture.call((e, renderer) => {
      e.lamina_show_demo();
      // What is touched would show an answer that no source has given.
      e.lamina_set_view_only(this.#live === null ? 0 : 1);
      return renderer.signals();
    }) ?? [];
    const named = signals.filter((signal) => signal.name !== "");
    const inputs = named.filter((signal) => signal.isInput);
    const key = JSON.stringify(inputs.map(({ index, ...rest }) => rest));
    // Rows that are alike stay, with the focus in them.
    if (key === list.dataset.key && this.#rows.length === inputs.length) {
      this.#rows.forEach((row, i) => { row.signal = inputs[i]; });
    } else {
      list.dataset.key = key;
      const isLive = this.#live !== null;
      this.#rows = inputs.map((signal) => new Row(signal, isLive, (state) => this.#take(signal.name, state)));
      list.replaceChildren(...this.#rows.map((row) => row.box));
    }
    this.#outputs = named.filter((signal) => !signal.isInput);
    computed.hidden = this.#outputs.length === 0;
    results.replaceChildren(...this.#outputs.flatMap((signal) => [element("dt", signal.name), element("dd")]));
    filter.hidden = inputs.length < 9;
    this.#filter();
    for (const row of this.#rows) this.#apply(row);
    this.#givenAt = -Infinity;
  }

  /** Gives values again before they grow old, and shows those that move. */
  beforeFrame() {
    const time = this.#picture.time;
    if (this.#given.size > 0 && (time - this.#givenAt >= interval || time < this.#givenAt)) {
      this.#givenAt = time;
      for (const row of this.#rows) {
        const state = this.#given.get(row.signal.name);
        if (state !== undefined) this.#give(row, state);
      }
    }
    if (performance.now() - this.#shownAt < 200) return;
    this.#shownAt = performance.now();
    this.#picture.call((e, renderer) => {
      for (const row of this.#rows) {
        if (this.#given.has(row.signal.name) || row.box.hidden) continue;
        const { index, isText } = row.signal;
        row.write(isText ? renderer.text(e.lamina_signal_text(index)) : e.lamina_signal_value(index));
      }
      if (!computed.open) return;
      this.#outputs.forEach((signal, i) => {
        const value = e.lamina_signal_value(signal.index);
        const text = signal.isText ? renderer.text(e.lamina_signal_text(signal.index))
          : Number.isNaN(value) ? "none" : `${Number(value.toFixed(2))} ${signal.unit}`;
        results.children[2 * i + 1].textContent = text;
      });
    });
  }

  /** Takes what the user has chosen for a signal; undefined lets its demonstration go on. */
  #take(name, state) {
    if (state === undefined) this.#given.delete(name);
    else this.#given.set(name, state);
    const row = this.#rows.find((row) => row.signal.name === name);
    if (row !== undefined) this.#apply(row);
  }

  #apply(row) {
    const state = this.#given.get(row.signal.name);
    row.showState(state);
    const live = this.#live?.get(row.signal.name);
    this.#picture.call((e) => e.lamina_set_demo(row.signal.index, state === undefined && this.#live === null ? 1 : 0));
    if (state !== undefined) this.#give(row, state);
    else if (live !== undefined) this.#give(row, live);
  }

  #give(row, { value, quality, heardAt }) {
    const time = heardAt ?? this.#picture.time;
    this.#picture.call((e, renderer) => {
      if (row.signal.isText) {
        e.lamina_give_text(row.signal.index, renderer.putText(String(value)), quality, time);
      } else {
        e.lamina_give_number(row.signal.index, Number(value), quality, time);
      }
    });
  }

  #demonstrateAll() {
    for (const row of this.#rows) {
      this.#given.delete(row.signal.name);
      this.#apply(row);
    }
  }

  #filter() {
    const words = filter.hidden ? "" : filter.value.trim().toLowerCase();
    for (const row of this.#rows) {
      row.box.hidden = !`${row.signal.name} ${row.signal.title}`.toLowerCase().includes(words);
    }
  }
}

/** The controls of one signal. */
class Row {
  box = element("div");
  #quality = element("select");
  #slider = null;
  #switch = null;
  #field = element("input");
  #digits = 0;
  #changed;

  constructor(signal, isLive, changed) {
    this.signal = signal;
    this.#changed = changed;
    this.box.className = "signal";
    this.box.dataset.name = signal.name;
    const words = element("div");
    words.className = "words";
    words.append(element("b", signal.name));
    if (signal.title !== "" && signal.title !== signal.name) words.append(element("span", signal.title));
    this.#makeQuality(isLive);
    const value = element("div");
    value.className = "value";
    this.#makeControls(value);
    this.box.append(words, this.#quality, value);
  }

  #makeQuality(isLive) {
    const first = new Option(isLive ? "From its source" : this.signal.hasDemo ? "Demonstrated" : "Not given", "demo");
    this.#quality.className = "quality";
    this.#quality.setAttribute("aria-label", `${this.signal.name}: quality`);
    this.#quality.append(first, ...qualities.map(([name, words]) => new Option(words, name)));
    this.#quality.addEventListener("change", () => this.#send());
  }

  #makeControls(box) {
    const { name, unit, lower, upper, isText } = this.signal;
    const hasRange = !isText && upper > lower;
    if (hasRange && lower === 0 && upper === 1 && unit === "") {
      this.#switch = element("input");
      this.#switch.type = "checkbox";
      this.#switch.setAttribute("role", "switch");
      this.#switch.setAttribute("aria-label", name);
      this.#switch.addEventListener("change", () => this.#enter(this.#switch.checked ? 1 : 0));
      box.append(this.#switch);
    } else if (hasRange) {
      const step = niceStep((upper - lower) / 200);
      this.#digits = Math.max(0, -Math.floor(Math.log10(step)));
      this.#slider = element("input");
      Object.assign(this.#slider, { type: "range", min: lower, max: upper, step });
      this.#slider.setAttribute("aria-label", name);
      this.#slider.addEventListener("input", () => this.#enter(this.#slider.value));
      box.append(this.#slider);
    } else {
      this.#digits = 2;
    }
    this.#field.type = isText ? "text" : "number";
    if (!isText) this.#field.step = "any";
    this.#field.setAttribute("aria-label", isText ? name : `${name}: number`);
    this.#field.addEventListener("input", () => this.#enter(this.#field.value));
    box.append(this.#field);
    if (!isText) {
      const words = element("span", unit);
      words.className = "unit";
      box.append(words);
    }
  }

  /** A value of the user's: fresh, unless a worse quality was chosen that has a value. */
  #enter(value) {
    if (this.#quality.value !== "old") this.#quality.value = "fresh";
    this.write(value, true);
    this.#send();
  }

  #send() {
    const found = qualities.find(([name]) => name === this.#quality.value);
    this.#changed(found === undefined ? undefined : { value: this.#field.value, quality: found[2] });
  }

  /** Shows whether a value is given. */
  showState(state) {
    if (state === undefined) {
      this.#quality.value = "demo";
      delete this.box.dataset.given;
      return;
    }
    this.#quality.value = qualities[state.quality][0];
    this.box.dataset.given = "";
    this.write(state.value, true);
  }

  /** Shows a value. A field that is written in is left alone. */
  write(value, isGiven = false) {
    const isNumber = !this.signal.isText && value !== "" && !Number.isNaN(Number(value));
    if (document.activeElement !== this.#field) {
      this.#field.value = this.signal.isText || isGiven ? value : isNumber ? Number(value).toFixed(this.#digits) : "";
    }
    if (!isNumber) return;
    if (this.#switch !== null) this.#switch.checked = Number(value) !== 0;
    if (this.#slider !== null) {
      const { lower, upper } = this.signal;
      if (document.activeElement !== this.#slider || !isGiven) this.#slider.value = value;
      const part = Math.min(1, Math.max(0, (Number(value) - lower) / (upper - lower)));
      this.#slider.style.setProperty("--part", `${part * 100}%`);
    }
  }
}

/** 1, 2 or 5 times a power of ten, at most the number. */
function niceStep(number) {
  const power = 10 ** Math.floor(Math.log10(number));
  return (number / power >= 5 ? 5 : number / power >= 2 ? 2 : 1) * power;
}
