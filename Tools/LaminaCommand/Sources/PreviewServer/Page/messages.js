// Mistakes and warnings, each with its place and the line itself.

const errors = document.getElementById("errors");
const warnings = document.getElementById("warnings");
const display = document.getElementById("display");
const found = document.getElementById("found");
const outline = document.getElementById("outline");
const state = document.getElementById("state");

/** Shows the messages of a report of the server. */
export function showReport(report) {
  fill(errors, report.errors, count(report.errors.length, "mistake"));
  fill(warnings, report.warnings, count(report.warnings.length, "warning"));
  display.classList.toggle("wrong", report.errors.length > 0);
  if (report.errors.length > 0) {
    showState(`${count(report.errors.length, "mistake")}: the last good picture stays`, "wrong");
  } else if (report.summary) {
    showState(report.summary, "");
  }
}

/** Shows the line of an element, and a frame about it: four numbers in pixels of a picture of this size. */
export function showElement(place, frame, { width, height }) {
  fill(found, [place], "The line of this instrument");
  const [left, top, wide, high] = frame;
  Object.assign(outline.style, {
    left: `${(100 * left) / width}%`, top: `${(100 * top) / height}%`, width: `${(100 * wide) / width}%`,
    height: `${(100 * high) / height}%`,
  });
  outline.hidden = false;
}

export function hideElement() {
  found.hidden = true;
  outline.hidden = true;
}

/** A sentence in the bar; of the kind "wrong" it stands out. */
export function showState(sentence, kind) {
  state.textContent = sentence;
  state.dataset.kind = kind;
}

/** A sentence over the picture, in the place of mistakes of a file. */
export function showFailure(sentence) {
  fill(errors, [{ file: "", line: 0, column: 0, message: sentence, text: "" }], "The picture stands still");
  display.classList.add("wrong");
}

function count(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

function fill(section, messages, title) {
  section.hidden = messages.length === 0;
  const heading = element("h2", title);
  section.replaceChildren(heading, ...messages.map(messageElement));
  // Long lines begin where the mistake is seen.
  for (const line of section.querySelectorAll(".line")) {
    line.scrollLeft = Math.max(0, line.querySelector("mark").offsetLeft - line.offsetLeft - line.clientWidth / 2);
  }
}

function messageElement(message) {
  const box = element("div");
  box.className = "message";
  const words = element("p", message.message);
  if (message.line > 0) {
    const place = element("p", `${message.file}:${message.line}:${message.column}`);
    place.className = "place";
    box.append(place, words, lineElement(message));
  } else {
    box.append(words);
  }
  return box;
}

/** The line itself, with the character of the column marked; columns count characters, not UTF-16 units. */
function lineElement({ line, column, text }) {
  const characters = Array.from(text);
  const place = column - 1;
  const end = wordEnd(characters, place);
  const code = element("code");
  const mark = element("mark", characters.slice(place, end).join("") || " ");
  code.append(characters.slice(0, place).join(""), mark, characters.slice(end).join(""));
  const box = element("div");
  box.className = "line";
  box.tabIndex = 0;
  box.setAttribute("aria-label", `Line ${line}`);
  box.append(element("b", String(line)), code);
  return box;
}

/** The end of the word that begins at a place: one character at least. */
function wordEnd(characters, place) {
  let end = place + 1;
  while (end < characters.length && /[\p{L}\p{N}_]/u.test(characters[end]) && /[\p{L}\p{N}_]/u.test(characters[place])) {
    end += 1;
  }
  return end;
}

export function element(name, text = "") {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
