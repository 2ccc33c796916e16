// The page: takes the versions of the panel from the server, opens them in the renderer, and shows the messages.
import { Looks } from "./looks.js";
import { hideElement, showElement, showFailure, showReport, showState } from "./messages.js";
import { Picture } from "./picture.js";
import { Renderer } from "./renderer.js";
import { Signals } from "./signals.js";

const canvas = document.getElementById("picture");
const picture = new Picture(canvas);
const looks = new Looks(picture);
const signals = new Signals(picture);

let renderer = null;
/** The panel that is shown, and its version. */
let [bytes, version] = [null, 0];
/** The build of the first report: that of this page. */
let build = null;
/** The report that comes next, the one that is shown, and whether one is being taken. */
let [report, shown, isBusy] = [null, null, false];

picture.beforeFrame = () => signals.beforeFrame();
picture.afterFrame = () => {
  looks.follow();
  canvas.dataset.version = String(version);
};
picture.failed = (error) => {
  renderer = null;
  showFailure(`The renderer has stopped: ${error.message}. The next save starts it again.`);
};
picture.pointed = async (number, frame) => {
  hideElement();
  if (number < 0) return;
  const answer = await fetch(`element?number=${number}&version=${version}`);
  // A version that came meanwhile has other lines.
  if (answer.ok) showElement(await answer.json(), frame, canvas);
};
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hideElement();
});
looks.sizeChanged = () => {
  hideElement();
  if (open() && shown !== null) showReport(shown);
};

/** Opens the panel in the renderer, for the display that is chosen. Returns whether it is open. */
function open() {
  if (renderer === null || bytes === null) return false;
  try {
    // The design is known of an open panel alone: a panel of another size is opened twice.
    renderer.open(bytes, looks.display, picture.time);
    const before = JSON.stringify(looks.display);
    looks.takeDesign(renderer.exports.lamina_design_width() || 800, renderer.exports.lamina_design_height() || 480);
    if (JSON.stringify(looks.display) !== before) renderer.open(bytes, looks.display, picture.time);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) {
      picture.renderer = null;
      picture.failed(error);
    } else {
      showFailure(error.message);
    }
    return false;
  }
  picture.renderer = renderer;
  signals.show();
  looks.show();
  return true;
}

/** Shows the newest report; one that comes meanwhile is next. */
async function take() {
  if (isBusy) return;
  isBusy = true;
  while (report !== null) {
    const next = report;
    report = null;
    try {
      await show(next);
    } catch (error) {
      showFailure(error.message);
    }
  }
  isBusy = false;
}

async function show(report) {
  if (report.isLive) signals.listen();
  document.getElementById("name").textContent = report.name;
  document.title = `${report.errors.length > 0 ? "✕ " : ""}${report.name}`;
  if (report.goodVersion > 0 && (report.goodVersion !== version || renderer === null)) {
    const answer = await fetch("panel");
    if (!answer.ok) throw new Error("The panel cannot be fetched.");
    bytes = new Uint8Array(await answer.arrayBuffer());
    version = report.goodVersion;
    hideElement();
    const isNew = renderer === null;
    renderer ??= await Renderer.load();
    if (!open()) return;
    if (isNew) looks.setClock();
  }
  shown = report;
  showReport(report);
}

function listen() {
  const events = new EventSource("events");
  events.onmessage = (event) => {
    const next = JSON.parse(event.data);
    if (next.version === 0) return;
    build ??= next.build;
    if (next.build !== build) {
      showFailure("lamina has been installed anew: this page is of the former build. Reload it.");
      events.close();
      return;
    }
    report = next;
    take();
  };
  events.addEventListener("compiling", () => showState("Compiling", ""));
  events.onerror = () => showState("lamina preview has ended: start it again, this page waits", "wrong");
}

looks.takeDesign(800, 480);
listen();
