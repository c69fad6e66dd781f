
// MARK: Rows

const main = document.querySelector("main");
const index = document.querySelector("body > nav");
const form = document.querySelector("form");
const { q: box, in: scope, accents, fold, single } = form.elements;
const output = form.querySelector("output");
const sections = [...main.querySelectorAll("section")];

/** The HTML of each row; large pages have it in lines that are not elements yet. */
const rows = [];
const lists = [...main.querySelectorAll(".rows")].map(host => {
  const kept = host.querySelector("noscript");
  const own = kept ? kept.textContent.match(/^<li.*$/gm) ?? []
    : [...host.firstElementChild.children].map(row => row.outerHTML);
  const start = rows.length;
  for (const row of own) rows.push(row);
  return { host, section: host.closest("section"), start, end: rows.length, isKept: kept !== null };
});

const characters = { lt: "<", gt: ">", amp: "&", quot: "\"", nbsp: "\u00A0", "#10": "\n", "#13": "\r" };
const decoded = html => html.replace(/&(#?\w+);/g, (_, name) => characters[name]);

/** What is searched of a field: what is shown, unless `data-t` is in the file instead. `data-n` is
    for numbers, dates and the like, `data-r` has the units of a name that is read. */
function fieldOf(attributes, shown) {
  const { t = shown, n, r = "" } = Object.fromEntries(
    [...attributes.matchAll(/data-(\w)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
  return { text: decoded(t), isText: n === undefined, units: decoded(r) };
}

const fieldOfElement = ({ dataset: { t, n, r = "" }, textContent }) =>
  ({ text: t ?? textContent, isText: n === undefined, units: r });

function addFields(tag, column) {
  const fields = new RegExp(`<${tag}((?: [^>"]*(?:"[^"]*")?)*)>([^<]*)`, "g");
  rows.forEach((row, number) => {
    for (const [, attributes, shown] of row.matchAll(fields)) {
      column.add(fieldOf(attributes, shown), number);
    }
  });
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Adds the titles of sections, except the letters of an index. */
function addTitles(column) {
  sections.forEach((section, number) => {
    const field = fieldOfElement(titleOf(section));
    const [, second] = graphemes.segment(field.text.slice(0, 64));
    if (second) column.add(field, number);
  });
}

/** Adds all that sections have besides rows. */
function addSections(column) {
  for (const element of main.querySelectorAll(".title, .header, .footer, .fields td")) {
    const section = element.closest("section");
    if (section) column.add(fieldOfElement(element), sections.indexOf(section));
  }
}

/** What is searched: columns of fields of rows, and of sections. */
const makers = {
  label: column => addFields("b", column),
  detail: column => addFields("i", column),
  field: column => addFields("td", column),
  title: addTitles,
  section: addSections,
};
const scopes = {
  "": { rows: ["label", "detail"], sections: ["title"], marks: "b, i" },
  label: { rows: ["label"], sections: [], marks: "b" },
  detail: { rows: ["detail"], sections: [], marks: "i" },
  title: { rows: [], sections: ["title"], marks: "mark" },
  all: { rows: ["label", "detail", "field"], sections: ["section"], marks: "b, i, td" },
};
const columns = {};

/** A column, made when it is first searched. */
function column(name) {
  if (!columns[name]) makers[name](columns[name] = new Column());
  return columns[name];
}

// MARK: Searching

let pattern = null;

function update() {
  const next = new Pattern(box.value, accents.ariaPressed === "true");
  const wasFiltered = pattern !== null;
  pattern = next.isEmpty ? null : next;
  if (pattern) show(find());
  else if (wasFiltered) showAll();
}

/** Flags of the rows and of the sections that match. */
function find() {
  const found = { rows: new Uint8Array(rows.length), sections: new Uint8Array(sections.length) };
  for (const kind of ["rows", "sections"]) {
    for (const name of scopes[scope.value][kind]) column(name).find(pattern, found[kind]);
  }
  document.dispatchEvent(new CustomEvent("found", { detail: found }));
  return found;
}

const outer = section => section.parentElement.closest("section");
const detailsOf = section => section.querySelector(":scope > details");
const titleOf = section => section.querySelector(".title");
const countOf = section => section.querySelector(".count");
const sizes = sections.map(section => countOf(section).textContent);
const numbers = new Intl.NumberFormat("en");
const entries = count => `${numbers.format(count)} ${count === 1 ? "entry" : "entries"}`;

/** Shows only what was found, under headings that say how many of their entries that is. */
function show(found) {
  rememberOpen();
  const counts = new Map(sections.map(section => [section, 0]));
  let total = 0;
  for (const list of lists) {
    const own = [];
    for (let row = list.start; row < list.end; row += 1) if (found.rows[row]) own.push(row);
    fill(list, own);
    total += own.length;
    for (let { section } = list; section; section = outer(section)) {
      counts.set(section, counts.get(section) + own.length);
    }
  }
  for (let number = sections.length - 1; number >= 0; number -= 1) {
    const section = sections[number];
    const count = counts.get(section);
    const isAround = section.querySelector("section:not([hidden])") !== null;
    section.hidden = count === 0 && !found.sections[number] && !isAround;
    countOf(section).textContent = `${numbers.format(count)} of ${sizes[number] || 0}`;
    mark(titleOf(section), found.sections[number] === 1);
    const details = detailsOf(section);
    if (details) details.open = count > 0 || isAround;
  }
  output.textContent = `${numbers.format(total)} of ${numbers.format(rows.length)}`;
  main.classList.toggle("none", total === 0 && sections.every(section => section.hidden));
}

function showAll() {
  for (const list of lists) fill(list);
  sections.forEach((section, number) => {
    section.hidden = false;
    countOf(section).textContent = sizes[number];
    mark(titleOf(section), false);
  });
  output.textContent = entries(rows.length);
  main.classList.remove("none");
  restoreOpen();
}

// MARK: Lists

const BLOCK = 100;
/** The rows of blocks that have none yet: they are made when they come near to what is seen. */
const waiting = new Map();
const observer = new IntersectionObserver(
  changes => changes.filter(({ isIntersecting }) => isIntersecting).forEach(({ target }) => make(target)),
  { rootMargin: "100%" });
let rowHeight = 44;

const numbersOf = ({ start, end }) => Array.from({ length: end - start }, (_, place) => start + place);

function fill(list, own = numbersOf(list)) {
  for (const block of list.host.children) forget(block);
  list.host.replaceChildren(...Array.from({ length: Math.ceil(own.length / BLOCK) }, (_, place) => {
    const block = document.createElement("ul");
    waiting.set(block, own.slice(place * BLOCK, (place + 1) * BLOCK));
    block.style.minHeight = `${waiting.get(block).length * rowHeight}px`;
    observer.observe(block);
    return block;
  }));
}

function forget(block) {
  waiting.delete(block);
  observer.unobserve(block);
}

function make(block) {
  block.innerHTML = waiting.get(block).map(row => rows[row]).join("");
  block.style.minHeight = "";
  forget(block);
  if (pattern) for (const row of block.children) markRow(row);
}

// MARK: Marks

/** Marks where the pattern matches, and opens a row if that is only in its other fields. */
function markRow(row) {
  const marked = [...row.querySelectorAll(scopes[scope.value].marks)].filter(field => mark(field));
  if (marked.length > 0 && marked.every(field => field.matches("td"))) row.firstElementChild.open = true;
}

/** - Returns whether there is something to mark. */
function mark(field, isFound = true) {
  const isAsFound = isFound && field.dataset.t === undefined;
  const ranges = isAsFound ? pattern.ranges(fieldOfElement(field)) : [];
  const text = field.textContent;
  let start = 0;
  const parts = ranges.flatMap(([from, to]) => {
    const marked = document.createElement("mark");
    marked.textContent = text.slice(from, to);
    const before = text.slice(start, from);
    start = to;
    return [before, marked];
  });
  if (ranges.length > 0 || field.firstElementChild) field.replaceChildren(...parts, text.slice(start));
  return ranges.length > 0;
}

// MARK: Folding

const folds = sections.map(detailsOf).filter(Boolean);
/** Which sections were open before a search opened others. */
let opened = null;

function rememberOpen() {
  if (opened) return;
  opened = folds.filter(details => details.open);
  nameFolds(false);
}

function restoreOpen() {
  for (const details of folds) details.open = opened.includes(details);
  opened = null;
  nameFolds(single.ariaPressed === "true");
}

/** Of details with the same name, the browser has only one open. */
function nameFolds(isSingle) {
  for (const details of folds) {
    const around = outer(details.parentElement);
    details.name = isSingle ? `in ${sections.indexOf(around)}` : "";
  }
}

const labelFold = () => {
  fold.textContent = folds.some(details => details.open) ? "Collapse all" : "Expand all";
};

fold.addEventListener("click", () => {
  const isOpen = !folds.some(details => details.open);
  if (isOpen) setSingle(false);
  for (const details of folds) details.open = isOpen;
});

function setSingle(isOn) {
  single.ariaPressed = String(isOn);
  nameFolds(isOn && !opened);
}

single.addEventListener("click", () => {
  const isOn = single.ariaPressed !== "true";
  // Those around the first one are open, too, but not others beside it.
  if (isOn) for (const details of folds) details.open = details === folds[0];
  setSingle(isOn);
});

main.addEventListener("toggle", labelFold, true);

// MARK: The index

const links = [...(index?.querySelectorAll("a") ?? [])];
const sectionNamed = hash => {
  const element = document.getElementById(decodeURIComponent(hash.slice(1)));
  return element?.matches("section") ? element : null;
};

function go(section) {
  for (let around = section; around; around = outer(around)) {
    const details = detailsOf(around);
    if (details) details.open = true;
  }
  section.scrollIntoView();
}

function setCurrent(current) {
  for (const link of links) {
    link.tabIndex = link === current ? 0 : -1;
    link.ariaCurrent = link === current ? "true" : null;
  }
}

function follow(link) {
  const section = sectionNamed(link.hash);
  if (!section || section.hidden) return;
  go(section);
  setCurrent(link);
}

const isStrip = index?.classList.contains("strip");

/** The link nearest to a place in the strip. */
function linkAt(y) {
  const distance = link => {
    const { top, bottom } = link.getBoundingClientRect();
    return Math.abs(top + bottom - 2 * y);
  };
  return links.filter(link => !link.hidden)
    .reduce((best, link) => (distance(link) < distance(best) ? link : best));
}

/** Leaves out titles for which a strip has no room. */
function thin() {
  const room = Math.max(Math.floor(index.clientHeight / 15), 2);
  const step = Math.max((links.length - 1) / (room - 1), 1);
  const shown = new Set(Array.from({ length: Math.ceil(links.length / step) }, (_, place) => Math.round(place * step)));
  links.forEach((link, place) => { link.hidden = !shown.has(place); });
}

function moveFocus(event) {
  const shown = links.filter(link => !link.hidden);
  const place = shown.indexOf(event.target);
  const next = {
    ArrowUp: place - 1, ArrowLeft: place - 1, ArrowDown: place + 1, ArrowRight: place + 1,
    Home: 0, End: shown.length - 1,
  }[event.key];
  if (!shown[next]) return;
  event.preventDefault();
  follow(shown[next]);
  shown[next].focus({ preventScroll: true });
}

/** The outermost section at the top of what is seen. */
function followScroll() {
  const { bottom } = form.getBoundingClientRect();
  let section = document.elementFromPoint(innerWidth / 2, Math.max(bottom, 0) + 2)?.closest("section");
  while (section && outer(section)) section = outer(section);
  const link = section && links.find(link => sectionNamed(link.hash) === section);
  if (link && !index.contains(document.activeElement)) setCurrent(link);
}

if (links.length > 0) {
  setCurrent(links[0]);
  index.addEventListener("keydown", moveFocus);
  index.addEventListener("click", event => {
    const link = event.target.closest("a");
    if (!link) return;
    event.preventDefault();
    follow(link);
    noteAddress(link.hash);
  });
  let isAsked = false;
  addEventListener("scroll", () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      followScroll();
    });
  }, { passive: true });
}
if (isStrip) {
  new ResizeObserver(thin).observe(index);
  index.addEventListener("pointerdown", event => {
    index.setPointerCapture(event.pointerId);
    follow(linkAt(event.clientY));
  });
  index.addEventListener("pointermove", event => {
    if (index.hasPointerCapture(event.pointerId)) follow(linkAt(event.clientY));
  });
}

// MARK: Addresses of searches

const addressed = [
  ["q", () => box.value, value => { box.value = value; }],
  ["in", () => scope.value, value => { if (value in scopes) scope.value = value; }],
  ["accents", () => (accents.ariaPressed === "true" ? "1" : ""), value => { accents.ariaPressed = String(value === "1"); }],
];

function noteAddress(hash = location.hash) {
  const given = new URLSearchParams(addressed.map(([name, value]) => [name, value()]).filter(([, value]) => value));
  try {
    history.replaceState(null, "", `?${given}${hash}`);
  } catch {
    // Some browsers give files no addresses but their own.
  }
}

function restore() {
  const given = new URLSearchParams(location.search);
  for (const [name, , set] of addressed) if (given.has(name)) set(given.get(name));
  if (box.value) update();
  const section = sectionNamed(location.hash);
  if (section) go(section);
}

// MARK: Keys and paper

/** Tells the style how high the bar is, and where it ends. */
function measure() {
  const { bottom, height } = form.getBoundingClientRect();
  document.documentElement.style.setProperty("--bar", `${height}px`);
  document.documentElement.style.setProperty("--top", `${bottom}px`);
}

let noting = 0;

function refresh() {
  update();
  scrollTo({ top: Math.min(scrollY, form.offsetTop) });
  // Browsers take no more than some hundred addresses a minute.
  clearTimeout(noting);
  noting = setTimeout(noteAddress, 300);
}

box.addEventListener("input", refresh);
scope.addEventListener("change", refresh);
accents.addEventListener("click", () => {
  accents.ariaPressed = String(accents.ariaPressed !== "true");
  refresh();
});
form.addEventListener("submit", event => event.preventDefault());
addEventListener("hashchange", () => {
  const section = sectionNamed(location.hash);
  if (section) go(section);
});
addEventListener("keydown", event => {
  const isTyped = event.target.closest("input, select, textarea") !== null;
  if (event.key === "/" && !isTyped && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    box.select();
  } else if (event.key === "Escape" && box.value) {
    box.value = "";
    refresh();
  }
});

let closed = [];
addEventListener("beforeprint", () => {
  for (const block of [...waiting.keys()]) make(block);
  nameFolds(false);
  closed = [...main.querySelectorAll("details:not([open])")];
  for (const details of closed) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of closed) details.open = false;
  nameFolds(single.ariaPressed === "true" && !opened);
});

form.hidden = false;
if (folds.length < 2) single.hidden = true;
if (folds.length === 0) fold.hidden = true;
new ResizeObserver(measure).observe(form);
addEventListener("scroll", measure, { passive: true });
for (const list of lists) if (list.isKept) fill(list);
labelFold();
restore();
// Typing should not wait for this.
requestIdleCallback(() => ["label", "detail"].forEach(column));
