// The picture: frames as time goes on, fingers, keys and the wheel.

/** Codes of Linux, by the codes of the browser. Tab is left out: it leaves the picture. */
const keyCodes = Object.fromEntries([
  ["Escape", 1], ["Minus", 12], ["Equal", 13], ["Backspace", 14], ["BracketLeft", 26], ["BracketRight", 27],
  ["Enter", 28], ["ControlLeft", 29], ["Semicolon", 39], ["Quote", 40], ["Backquote", 41], ["ShiftLeft", 42],
  ["Backslash", 43], ["Comma", 51], ["Period", 52], ["Slash", 53], ["ShiftRight", 54], ["NumpadMultiply", 55],
  ["AltLeft", 56], ["Space", 57], ["CapsLock", 58], ["Numpad7", 71], ["Numpad8", 72], ["Numpad9", 73],
  ["NumpadSubtract", 74], ["Numpad4", 75], ["Numpad5", 76], ["Numpad6", 77], ["NumpadAdd", 78], ["Numpad1", 79],
  ["Numpad2", 80], ["Numpad3", 81], ["Numpad0", 82], ["NumpadDecimal", 83], ["F11", 87], ["F12", 88],
  ["NumpadEnter", 96], ["ControlRight", 97], ["NumpadDivide", 98], ["AltRight", 100], ["Home", 102], ["ArrowUp", 103],
  ["PageUp", 104], ["ArrowLeft", 105], ["ArrowRight", 106], ["End", 107], ["ArrowDown", 108], ["PageDown", 109],
  ["Insert", 110], ["Delete", 111],
  ...row("1234567890", 2, "Digit"), ...row("QWERTYUIOP", 16, "Key"), ...row("ASDFGHJKL", 30, "Key"),
  ...row("ZXCVBNM", 44, "Key"), ...Array.from({ length: 10 }, (_, i) => [`F${i + 1}`, 59 + i]),
]);

function row(letters, first, prefix) {
  return Array.from(letters, (letter, i) => [prefix + letter, first + i]);
}

export class Picture {
  /** Milliseconds of the panel's time. */
  time = 0;
  /** The panel's time against ours; 0 stands still. */
  speed = 1;
  /** Called before each frame. */
  beforeFrame = () => {};
  /** Called after each frame that has drawn. */
  afterFrame = () => {};
  /** Called with the number of an element's record that was pointed at, -1 for none, and its frame in pixels. */
  pointed = () => {};
  /** Called with a RuntimeError: the renderer is done for. */
  failed = () => {};

  #canvas;
  #context;
  #renderer = null;
  #last = 0;
  /** Whether something waits for a frame while time stands still. */
  #hasChanged = false;
  #fingers = new Map();

  constructor(canvas) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d", { alpha: false });
    canvas.addEventListener("pointerdown", (event) => this.#pointer(event, 0));
    canvas.addEventListener("pointermove", (event) => this.#pointer(event, 1));
    canvas.addEventListener("pointerup", (event) => this.#pointer(event, 2));
    canvas.addEventListener("pointercancel", (event) => this.#pointer(event, 3));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("keydown", (event) => this.#key(event, event.repeat ? 1 : 0));
    canvas.addEventListener("keyup", (event) => this.#key(event, 2));
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    window.addEventListener("blur", () => this.call((e) => e.lamina_cancel_fingers()));
    requestAnimationFrame((now) => this.#tick(now));
  }

  /** Clocks show the time of day here, or `seconds` since midnight. */
  setClock(seconds = null) {
    const now = new Date();
    const zone = -now.getTimezoneOffset() * 60_000;
    let local = now.getTime() + zone;
    if (seconds !== null) local = Math.floor(local / 86_400_000) * 86_400_000 + seconds * 1000;
    this.call((e) => e.lamina_set_clock(local, zone, this.time));
  }

  /** The renderer that draws; null while there is none. */
  set renderer(renderer) {
    this.#renderer = renderer;
    this.#fingers.clear();
  }

  /** Calls into the renderer, and keeps the picture where it traps. Returns undefined then. */
  call(body) {
    if (this.#renderer === null) return undefined;
    try {
      const result = body(this.#renderer.exports, this.#renderer);
      this.#hasChanged = true;
      return result;
    } catch (error) {
      this.#renderer = null;
      this.failed(error);
      return undefined;
    }
  }

  /** The pixel of the panel that a pointer is on. */
  #pixel(event) {
    const [canvas, frame] = [this.#canvas, this.#canvas.getBoundingClientRect()];
    return {
      x: ((event.clientX - frame.left) * canvas.width) / frame.width,
      y: ((event.clientY - frame.top) * canvas.height) / frame.height,
    };
  }

  #tick(now) {
    // A tab that was hidden goes on where it was.
    this.time += Math.min(now - this.#last, 250) * this.speed;
    this.#last = now;
    if (this.speed === 0 && this.#hasChanged) this.time += 34;
    if (this.#renderer !== null) {
      this.beforeFrame();
      this.call((e, renderer) => {
        if (this.time < e.lamina_next_time()) return;
        const canvas = this.#canvas;
        const [width, height] = [e.lamina_width(), e.lamina_height()];
        if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
        if (renderer.draw(this.#context, this.time)) this.afterFrame();
      });
    }
    this.#hasChanged = false;
    requestAnimationFrame((next) => this.#tick(next));
  }

  #pointer(event, phase) {
    if (phase === 0) {
      if (event.button !== 0) return;
      if (event.altKey) return this.#point(event);
      this.#canvas.focus({ preventScroll: true });
      this.#canvas.setPointerCapture(event.pointerId);
      let finger = 0;
      while ([...this.#fingers.values()].includes(finger)) finger += 1;
      this.#fingers.set(event.pointerId, finger);
    }
    const finger = this.#fingers.get(event.pointerId);
    if (finger === undefined) return;
    if (phase >= 2) this.#fingers.delete(event.pointerId);
    const { x, y } = this.#pixel(event);
    this.call((e) => e.lamina_finger(finger, phase, x, y, this.time));
    event.preventDefault();
  }

  /** Asks which instrument is seen at a place. */
  #point(event) {
    const { x, y } = this.#pixel(event);
    const found = this.call((e) => {
      const number = e.lamina_hit(x, y);
      const frame = number < 0 ? [] : [...new Int32Array(e.memory.buffer, e.lamina_hit_frame(), 4)];
      return { number, frame };
    });
    if (found !== undefined) this.pointed(found.number, found.frame);
    event.preventDefault();
  }

  #key(event, phase) {
    const code = keyCodes[event.code];
    if (code === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.call((e) => e.lamina_key(code, phase, this.time)) === 1) event.preventDefault();
  }

  #wheel(event) {
    if (event.deltaY === 0) return;
    if (this.call((e) => e.lamina_turn(Math.sign(event.deltaY), this.time)) === 1) event.preventDefault();
  }
}
