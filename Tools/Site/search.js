// The search of the site: sections in which all words occur, those first that have them in their titles.

const field = document.getElementById("search");
const list = document.getElementById("hits");
const root = document.documentElement.dataset.root;
const limit = 12;
let sections = null;

async function load() {
  if (sections !== null) return;
  sections = [];
  const answer = await fetch(`${root}sections.json`);
  if (answer.ok) sections = (await answer.json()).map((section) => ({ ...section, letters: section.text.toLowerCase() }));
  show();
}

/** Points of a section for words; 0 where one of them does not occur. */
function points(section, words) {
  const title = section.title.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const isName = title.split(/[^\p{L}\p{N}_-]+/u).includes(word);
    if (isName) sum += 9;
    else if (title.includes(word)) sum += 4;
    else if (section.letters.includes(word)) sum += 1;
    else return 0;
  }
  return sum;
}

function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const hits = words.length === 0 ? [] : (sections ?? [])
    .map((section) => ({ section, points: points(section, words) }))
    .filter((hit) => hit.points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, limit);
  list.replaceChildren(...hits.map(({ section }) => item(section, words)));
  if (words.length > 0 && hits.length === 0) {
    const none = document.createElement("li");
    none.textContent = "Nothing has all these words.";
    list.append(none);
  }
  list.hidden = words.length === 0;
}

function item(section, words) {
  const link = document.createElement("a");
  link.href = root + section.address;
  const title = document.createElement("b");
  title.textContent = section.title;
  const page = document.createElement("span");
  page.textContent = section.page;
  const part = document.createElement("small");
  const place = Math.max(0, section.letters.indexOf(words[0]) - 40);
  part.textContent = (place > 0 ? "… " : "") + section.text.slice(place, place + 130);
  link.append(title, " ", page, part);
  const entry = document.createElement("li");
  entry.append(link);
  return entry;
}

field.addEventListener("focus", load);
field.addEventListener("input", () => { load().then(show); });
document.addEventListener("keydown", (event) => {
  const links = Array.from(list.querySelectorAll("a"));
  const place = links.indexOf(document.activeElement);
  if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA|CANVAS)$/.test(document.activeElement.tagName)) field.focus();
  else if (event.key === "Escape" && (document.activeElement === field || place >= 0)) {
    field.value = "";
    field.blur();
    show();
  } else if (event.key === "ArrowDown" && (document.activeElement === field || place >= 0)) {
    links[Math.min(place + 1, links.length - 1)]?.focus();
  } else if (event.key === "ArrowUp" && place >= 0) (links[place - 1] ?? field).focus();
  else if (event.key === "Enter" && document.activeElement === field) links[0]?.click();
  else return;
  event.preventDefault();
});
document.addEventListener("click", (event) => {
  if (!event.target.closest(".search")) list.hidden = true;
});
