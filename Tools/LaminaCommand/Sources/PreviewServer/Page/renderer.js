// The module of the renderer: the board's own code. Texts and bytes go in and out of its memory here and nowhere else.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The module, compiled once for all renderers of a page. */
let module = null;

async function compile() {
  const answer = await fetch(new URL("lamina.wasm", import.meta.url));
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return WebAssembly.compile(await answer.arrayBuffer());
}

export class Renderer {
  /** A new one. Throws an Error with a sentence where the module cannot be had; the next call asks for it again. */
  static async load() {
    module ??= compile();
    const compiled = await module.catch((error) => {
      module = null;
      throw error;
    });
    const instance = await WebAssembly.instantiate(compiled, {});
    instance.exports._initialize();
    return new Renderer(instance.exports);
  }

  constructor(exports) {
    this.exports = exports;
  }

  /** The text that a call returned. */
  text(pointer) {
    const length = this.exports.lamina_length();
    return decoder.decode(new Uint8Array(this.exports.memory.buffer, pointer, length));
  }

  /** Bytes for the next call. Returns their count. */
  put(bytes) {
    const pointer = this.exports.lamina_input(bytes.length);
    if (pointer === 0 && bytes.length > 0) throw new Error("The renderer has no room for the panel.");
    new Uint8Array(this.exports.memory.buffer, pointer, bytes.length).set(bytes);
    return bytes.length;
  }

  putText(text) {
    return this.put(encoder.encode(text));
  }

  /** Opens a panel. Throws an Error with the module's sentence. */
  open(bytes, { width, height, micrometresWide, micrometresHigh }, time) {
    const e = this.exports;
    const error = e.lamina_open(this.put(bytes), width, height, micrometresWide, micrometresHigh, time);
    if (error !== 0) throw new Error(this.text(e.lamina_message()));
  }

  /** Draws what has changed onto a canvas's context. Returns whether anything has. */
  draw(context, time) {
    const e = this.exports;
    const count = e.lamina_frame(time);
    if (count === 0) return false;
    const [width, height] = [e.lamina_width(), e.lamina_height()];
    const pixels = new Uint8ClampedArray(e.memory.buffer, e.lamina_pixels(), width * height * 4);
    const image = new ImageData(pixels, width, height);
    const rectangles = new Int32Array(e.memory.buffer, e.lamina_damage(), count * 4);
    for (let i = 0; i < rectangles.length; i += 4) {
      const [x, y, w, h] = rectangles.subarray(i, i + 4);
      context.putImageData(image, 0, 0, x, y, w, h);
    }
    return true;
  }

  /** The names of pages, themes, languages or units. */
  names(kind) {
    const e = this.exports;
    return Array.from({ length: e[`lamina_${kind}_count`]() }, (_, i) => this.text(e[`lamina_${kind}_name`](i)));
  }

  /** The signals of the panel, in the order of the description. */
  signals() {
    const e = this.exports;
    return Array.from({ length: e.lamina_signal_count() }, (_, index) => {
      const traits = e.lamina_signal_traits(index);
      return {
        index,
        name: this.text(e.lamina_signal_name(index)),
        title: this.text(e.lamina_signal_title(index)),
        unit: this.text(e.lamina_signal_unit(index)),
        lower: e.lamina_signal_lower(index),
        upper: e.lamina_signal_upper(index),
        isInput: (traits & 1) !== 0,
        isText: (traits & 4) !== 0,
        hasDemo: (traits & 8) !== 0,
      };
    });
  }
}
