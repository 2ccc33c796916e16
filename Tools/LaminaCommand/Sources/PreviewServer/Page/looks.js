// Size, page, theme, language, units, time of day and speed: the choices about the whole panel.

const field = (id) => document.getElementById(id);
const [display, desk, canvas] = [field("display"), field("desk"), field("picture")];
const overlays = ["damage", "outlines", "overdraw"];
const sizes = [
  "320x240", "480x272", "480x320", "640x480", "800x480", "1024x600", "1280x400", "1280x720", "1280x800", "1920x480",
  "1920x1080",
];

export class Looks {
  /** Called when the panel has to be opened for another display. */
  sizeChanged = () => {};
  #picture;
  /** The size that the panel is made for. */
  #design = { width: 800, height: 480 };
  /** Whether another size than the panel's own was chosen. */
  #isOwnSize = true;

  constructor(picture) {
    this.#picture = picture;
    field("size").addEventListener("change", () => this.#chooseSize());
    for (const id of ["width", "height", "millimetres"]) field(id).addEventListener("change", () => this.#enterSize());
    field("scale").addEventListener("change", () => this.#layOut());
    this.#follow("page", (e, number) => e.lamina_show_page(number));
    this.#follow("theme", (e, number) => e.lamina_show_theme(number));
    this.#follow("language", (e, number) => e.lamina_show_language(number));
    this.#follow("units", (e, number) => e.lamina_show_units(number));
    for (const radio of document.getElementsByName("speed")) {
      radio.addEventListener("change", () => { picture.speed = Number(radio.value); });
    }
    for (const id of overlays) field(id).addEventListener("change", () => this.#setOverlays());
    field("clock").addEventListener("change", () => this.setClock());
    field("now").addEventListener("click", () => { field("clock").value = ""; this.setClock(); });
    window.addEventListener("resize", () => this.#layOut());
    new ResizeObserver(() => this.#layOut()).observe(desk);
  }

  /** The display that the panel is opened for. */
  get display() {
    const [width, height] = [Number(field("width").value), Number(field("height").value)];
    const micrometres = Math.round(Number(field("millimetres").value) * 1000);
    return {
      width, height, micrometresWide: micrometres, micrometresHigh: Math.round((micrometres * height) / width),
    };
  }

  /** Takes the size of the panel that comes, before it is opened. */
  takeDesign(width, height) {
    const isFirst = field("size").options.length === 0;
    const hasChanged = width !== this.#design.width || height !== this.#design.height;
    if (!isFirst && !hasChanged) return;
    this.#design = { width, height };
    const own = new Option(`Own, ${width} × ${height}`, "own");
    const others = sizes.map((size) => new Option(size.replace("x", " × "), size));
    const chosen = this.#isOwnSize ? "own" : field("size").value;
    field("size").replaceChildren(own, ...others, new Option("Another", "other"));
    field("size").value = chosen;
    if (this.#isOwnSize) this.#write(width, height);
  }

  /** Shows the choices of a panel that was opened. */
  show() {
    this.#picture.call((e, renderer) => {
      fill("page", renderer.names("page"), 0);
      fill("theme", renderer.names("theme"), -1);
      fill("language", renderer.names("language").map((name) => (name === "own" ? "The panel's own" : name)), 0);
      fill("units", renderer.names("units").map((name) => (name === "own" ? "The panel's own" : name)), 0);
    });
    this.#setOverlays();
    this.follow();
    this.#layOut();
  }

  /** Shows what the panel itself has chosen. */
  follow() {
    this.#picture.call((e) => {
      choose("page", e.lamina_page());
      choose("language", e.lamina_language());
      choose("units", e.lamina_units());
    });
  }

  /** The time of day of the field, or ours. */
  setClock() {
    const words = field("clock").value.split(":").map(Number);
    this.#picture.setClock(words.length > 1 ? words[0] * 3600 + words[1] * 60 + (words[2] ?? 0) : null);
  }

  #follow(id, show) {
    field(id).addEventListener("change", () => {
      this.#picture.call((e) => show(e, Number(field(id).value)));
    });
  }

  #setOverlays() {
    const bits = overlays.reduce((bits, id) => bits + (field(id).checked ? Number(field(id).value) : 0), 0);
    this.#picture.call((e) => e.lamina_set_overlays(bits));
  }

  #chooseSize() {
    const value = field("size").value;
    if (value === "other") return field("width").focus();
    this.#isOwnSize = value === "own";
    const [width, height] = this.#isOwnSize
      ? [this.#design.width, this.#design.height] : value.split("x").map(Number);
    this.#write(width, height);
    this.sizeChanged();
    this.#layOut();
  }

  #enterSize() {
    for (const id of ["width", "height"]) {
      const value = Math.round(Number(field(id).value));
      field(id).value = Math.min(4096, Math.max(16, value || 16));
    }
    const { width, height } = this.display;
    this.#isOwnSize = width === this.#design.width && height === this.#design.height;
    const name = `${width}x${height}`;
    field("size").value = this.#isOwnSize ? "own" : sizes.includes(name) ? name : "other";
    this.sizeChanged();
    this.#layOut();
  }

  #write(width, height) {
    [field("width").value, field("height").value] = [width, height];
  }

  /** Gives the picture its size in the page. */
  #layOut() {
    const { width, height } = this.display;
    const millimetres = Number(field("millimetres").value);
    const truly = field("scale").querySelector('[value="true"]');
    truly.disabled = millimetres <= 0;
    truly.textContent = millimetres > 0 ? "True size" : "True size: needs its mm";
    if (truly.disabled && field("scale").value === "true") field("scale").value = "fit";
    const scale = field("scale").value;
    display.classList.toggle("fit", scale === "fit");
    // As wide as the picture and the window's height allow.
    const room = Math.max(160, window.innerHeight - 190);
    display.style.setProperty("--natural", `${Math.min(width, Math.floor((room * width) / height))}px`);
    const across = scale === "true" ? `${millimetres}mm` : `${width / window.devicePixelRatio}px`;
    canvas.style.width = scale === "fit" ? "" : across;
    canvas.style.height = scale === "fit" ? "" : "auto";
  }
}

/** Fills a choice; with -1 as the first number for the panel's own conditions. */
function fill(id, names, first) {
  const select = field(id);
  const before = select.value;
  const options = names.map((name, number) => new Option(name, number));
  if (first < 0) options.unshift(new Option("By its conditions", -1));
  select.replaceChildren(...options);
  if (options.some((option) => option.value === before)) select.value = before;
  select.disabled = options.length < 2;
}

function choose(id, number) {
  const select = field(id);
  if (select.value !== String(number) && document.activeElement !== select) select.value = String(number);
}
