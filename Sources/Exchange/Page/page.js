
// MARK: Rows

const main = document.querySelector("main");
const index = document.querySelector("body > nav");
const header = document.querySelector("header");
const form = document.querySelector("form");
const { q: box, in: scope, clear, accents, fold, single } = form.elements;
const output = form.querySelector("output");
const sections = [...main.querySelectorAll("section")];

const outer = section => section.parentElement.closest("section");
const partsOf = section => ({
  section,
  around: sections.indexOf(outer(section)),
  details: section.querySelector(":scope > details:not(.all)"),
  title: section.querySelector(".title"),
  count: section.querySelector(".count"),
  lists: [],
});
const parts = sections.map(partsOf);
const detailsOf = section => parts[sections.indexOf(section)].details;

/** A tag as it is written in the file; not all browsers escape the values of attributes. */
const escapedTag = tag => `<${tag.slice(1, -1).replaceAll("<", "&lt;").replaceAll(">", "&gt;")}>`;

/** The HTML of each row; large pages have it in lines that are not elements yet. */
const rows = [];
/** The numbers of rows, by their elements. */
const numberOf = new WeakMap();
const outerLists = [];
const lists = [...main.querySelectorAll(".rows")].map((host, place) => {
  const kept = host.querySelector("noscript");
  const own = kept ? kept.textContent.match(/^<li.*$/gm) ?? []
    : [...host.firstElementChild.children].map(row => row.outerHTML.replace(/<(?:[^>"]|"[^"]*")*>/g, escapedTag));
  const start = rows.length;
  if (!kept) [...host.firstElementChild.children].forEach((row, place) => numberOf.set(row, start + place));
  for (const row of own) rows.push(row);
  const section = sections.indexOf(host.closest("section"));
  (parts[section]?.lists ?? outerLists).push(place);
  return { host, section, start, end: rows.length, isKept: kept !== null };
});

const characters = { lt: "<", gt: ">", amp: "&", quot: "\"", nbsp: "\u00A0", "#10": "\n", "#13": "\r" };
const decoded = html =>
  (html.includes("&") ? html.replace(/&(#?\w+);/g, (_, name) => characters[name]) : html);

/** A field with its searched text: the text in `data-t` or else the shown one. `data-n` marks
    numbers, dates and the like; `data-r` has the units of a name with readings. */
function fieldOf(attributes, shown) {
  if (!attributes) return { text: decoded(shown), isText: true, units: "" };
  const { t = shown, n, r = "" } = Object.fromEntries(
    [...attributes.matchAll(/data-(\w)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
  return { text: decoded(t), isText: n === undefined, units: decoded(r) };
}

const fieldOfElement = ({ dataset: { t, n, r = "" }, textContent }) =>
  ({ text: t ?? textContent, isText: n === undefined, units: r });

/** The fields of rows that are elements with this tag, and the numbers of their rows. */
function* fieldsIn(tag) {
  const opening = `<${tag}`;
  for (let number = 0; number < rows.length; number += 1) {
    const row = rows[number];
    for (let place = row.indexOf(opening); place >= 0; place = row.indexOf(opening, place + 1)) {
      const start = place + opening.length;
      if (row[start] !== ">" && row[start] !== " ") continue;
      const end = row.indexOf(">", start);
      const text = row.startsWith("<a ", end + 1) ? row.indexOf(">", end + 1) : end;
      yield [fieldOf(row.slice(start, end), row.slice(text + 1, row.indexOf("<", text))), number];
    }
  }
}

/** The titles of sections, except the letters of an index. */
function* titles() {
  for (const [number, { title }] of parts.entries()) {
    const field = fieldOfElement(title);
    const [, second] = graphemes.segment(field.text.slice(0, 64));
    if (second) yield [field, number];
  }
}

/** The titles, headers, footers and fields of sections. */
function* sectionFields() {
  for (const element of main.querySelectorAll(".title, .header, .footer, .fields td")) {
    const section = element.closest("section");
    if (section) yield [fieldOfElement(element), sections.indexOf(section)];
  }
}

/** The columns to search: of fields of rows, and of sections. */
const columns = {
  label: new Column(fieldsIn("b")),
  detail: new Column(fieldsIn("i")),
  field: new Column(fieldsIn("td")),
  title: new Column(titles()),
  section: new Column(sectionFields()),
};
const scopes = {
  "": { rows: ["label", "detail"], sections: ["title"], marks: "b, i" },
  label: { rows: ["label"], sections: [], marks: "b" },
  detail: { rows: ["detail"], sections: [], marks: "i" },
  title: { rows: [], sections: ["title"], marks: "mark" },
  all: { rows: ["label", "detail", "field"], sections: ["section"], marks: "b, i, td" },
};

/** Reads the columns that are searched by default, in parts so small that typing need not wait. */
function readAhead() {
  const next = scopes[""].rows.map(name => columns[name]).find(column => !column.isRead);
  if (!next) return;
  next.read(1000);
  setTimeout(readAhead);
}

// MARK: Searching

let query = null;

function update() {
  clear.hidden = !box.value;
  // Fields for programs are visible if they are searched.
  main.classList.toggle("all", scope.value === "all");
  const next = new Query(box.value, accents.ariaPressed === "true");
  const wasFiltered = query !== null;
  query = next.words.length > 0 ? next : null;
  main.classList.toggle("searched", query !== null);
  if (query) show(find());
  else if (wasFiltered) showAll();
}

/** Flags of the rows and of the sections that match. */
function find() {
  const columnsOf = kind => scopes[scope.value][kind].map(name => columns[name]);
  // A search that matches the empty text finds rows only, not all sections.
  const findsSections = !query.isEmpty || scope.value === "title";
  const found = {
    rows: query.find(columnsOf("rows"), rows.length),
    sections: query.find(findsSections ? columnsOf("sections") : [], sections.length),
  };
  document.dispatchEvent(new CustomEvent("found", { detail: found }));
  return found;
}

const sizes = parts.map(({ count }) => count.textContent);
const numbers = new Intl.NumberFormat("en");
const entries = count => `${numbers.format(count)} ${count === 1 ? "entry" : "entries"}`;

/** Shows only found rows and sections; headings say how many of their entries were found. */
function show(found) {
  rememberOpen();
  const counts = new Uint32Array(sections.length);
  const own = new Uint32Array(rows.length);
  const ends = [];
  let total = 0;
  for (const { start, end, section } of lists) {
    const before = total;
    for (let row = start; row < end; row += 1) if (found.rows[row]) own[total++] = row;
    ends.push(total);
    for (let around = section; around >= 0; around = parts[around].around) counts[around] += total - before;
  }
  const isShown = found.sections.slice();
  const isOpen = new Uint8Array(sections.length);
  // From the end, since sections come after those around them.
  for (let number = sections.length - 1; number >= 0; number -= 1) {
    if (counts[number] > 0) isOpen[number] = 1;
    if (isOpen[number]) isShown[number] = 1;
    if (isShown[number] && parts[number].around >= 0) isOpen[parts[number].around] = 1;
  }
  change(isShown, number => {
    const { details } = parts[number];
    const text = `${numbers.format(counts[number])} of ${sizes[number] || 0}`;
    showHeading(number, text, found.sections[number]);
    if (details && details.open !== Boolean(isOpen[number])) details.open = Boolean(isOpen[number]);
  }, place => own.subarray(ends[place - 1] ?? 0, ends[place]));
  output.textContent = `${numbers.format(total)} of ${numbers.format(rows.length)}`;
  main.classList.toggle("none", total === 0 && !isShown.includes(1));
}

function showAll() {
  change(new Uint8Array(sections.length).fill(1), number => showHeading(number, sizes[number], false), allOf);
  output.textContent = entries(rows.length);
  main.classList.remove("none");
  restoreOpen();
}

function showHeading(number, text, isFound) {
  const { title, count } = parts[number];
  if (count.textContent !== text) count.textContent = text;
  if (isFound || title.firstElementChild) mark(title, isFound);
}

/** The number of sections that change at once, and the time in ms without typing after which
    the others change. */
const BATCH = 40;
const PAUSE = 400;
/** The numbers of sections that change later, the function that changes one, and its timer. */
let later = [];
let changeOne = () => {};
let timer = 0;

/** Shows sections: the first ones at once, all others when nobody types. */
function change(isShown, heading, own) {
  atOnce = Math.ceil(innerHeight / ROW_HEIGHT);
  later = [...sections.keys()].filter(number => isShown[number]);
  changeOne = number => {
    heading(number);
    for (const place of parts[number].lists) fill(lists[place], own(place));
    sections[number].hidden = false;
  };
  const first = new Set(later.splice(0, BATCH));
  for (const [number, section] of sections.entries()) {
    if (first.has(number)) changeOne(number);
    else if (!section.hidden) section.hidden = true;
  }
  for (const place of outerLists) fill(lists[place], own(place));
  dimLinks(isShown);
  clearTimeout(timer);
  timer = setTimeout(proceed, PAUSE);
}

function proceed() {
  later.splice(0, BATCH).forEach(changeOne);
  if (later.length > 0) timer = setTimeout(proceed);
}

function finish() {
  later.splice(0).forEach(changeOne);
}

// MARK: Lists

const BLOCK = 25;
const ROW_HEIGHT = 44;
/** The numbers of the rows of blocks that have no elements yet. Blocks near the visible part are
    filled. */
const waiting = new Map();
const observer = new IntersectionObserver(changes => {
  for (const { isIntersecting, target, boundingClientRect } of changes) {
    if (isIntersecting && waiting.has(target)) make(target, boundingClientRect);
  }
}, { rootMargin: "50%" });

const all = new Uint32Array(rows.length).map((_, row) => row);
const allOf = place => all.subarray(lists[place].start, lists[place].end);

/** How many more rows are made at once, to fill the first screen. */
let atOnce = 0;

function fill({ host }, own) {
  const count = Math.min(atOnce, own.length);
  atOnce -= count;
  const [first] = host.children;
  const isWaiting = host.childElementCount === 1 && waiting.has(first);
  if (isWaiting && count === 0 && own.length > 0) {
    wait(first, own);
  } else if (host.childElementCount > 0 || own.length > 0) {
    for (const block of host.children) forget(block);
    const blocks = [];
    if (count > 0) blocks.push(withRows(document.createElement("ul"), own.subarray(0, count)));
    if (count < own.length) blocks.push(wait(document.createElement("ul"), own.subarray(count)));
    host.replaceChildren(...blocks);
  }
}

/** Lets a block wait for its rows, with the height that these will probably have. */
function wait(block, own) {
  if (waiting.get(block)?.length !== own.length) block.style.minHeight = `${own.length * ROW_HEIGHT}px`;
  waiting.set(block, own);
  observer.observe(block);
  return block;
}

function forget(block) {
  if (waiting.delete(block)) observer.unobserve(block);
}

/** Makes the rows of a block; in a long block only those near the visible part. */
function make(block, { top, height }) {
  const own = waiting.get(block);
  const blocks = Math.ceil(own.length / BLOCK);
  const blockAt = y => Math.min(Math.max(Math.floor((y - top) / height * blocks), 0), blocks - 1) * BLOCK;
  const [start, end] = [blockAt(-innerHeight / 2), blockAt(1.5 * innerHeight) + BLOCK];
  if (start > 0) block.before(wait(document.createElement("ul"), own.subarray(0, start)));
  if (end < own.length) block.after(wait(document.createElement("ul"), own.subarray(end)));
  withRows(block, own.subarray(start, end));
}

/** A row with the element that folds its fields for programs, which large pages leave out. */
const whole = row => row.replace(/<table class="all">(.*<\/table>)/,
  "<details class=\"all\"><summary>All fields</summary><table>$1</details>");

function withRows(block, own = waiting.get(block)) {
  forget(block);
  block.innerHTML = Array.from(own, row => whole(rows[row])).join("");
  block.style.minHeight = "";
  [...block.children].forEach((row, place) => {
    numberOf.set(row, own[place]);
    prepare(row);
  });
  return block;
}

// MARK: Marks

/** Marks the matches of words in a row, and opens the row if a word matches only in its other
    fields. */
function markRow(row) {
  const fields = [...row.querySelectorAll(scopes[scope.value].marks)];
  for (const field of fields) mark(field);
  const shown = fields.filter(field => !field.matches("td"));
  if (query.words.every(word => word.isEmpty || shown.some(field => rangesIn(field, word).length > 0))) return;
  for (const found of fields.filter(field => field.matches("td:has(mark)"))) {
    for (let around = found.parentElement; around !== row; around = around.parentElement) {
      if (around.matches("details")) around.open = true;
    }
  }
}

/** The ranges of a field that match, if its searched text is the shown one. */
const rangesIn = (field, wanted) => (field.dataset.t === undefined ? wanted.ranges(fieldOfElement(field)) : []);

function mark(field, isFound = true) {
  const ranges = isFound ? rangesIn(field, query) : [];
  const host = field.querySelector("a") ?? field;
  if (ranges.length === 0 && !host.firstElementChild) return;
  const text = host.textContent;
  let start = 0;
  const parts = ranges.flatMap(([from, to]) => {
    const marked = document.createElement("mark");
    marked.textContent = text.slice(from, to);
    const before = text.slice(start, from);
    start = to;
    return [before, marked];
  });
  host.replaceChildren(...parts, text.slice(start));
}
