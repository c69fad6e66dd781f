
// MARK: Folding

const folds = parts.map(({ details }) => details).filter(Boolean);
/** The sections that were open before a search opened others. */
let opened = null;

function rememberOpen() {
  if (opened) return;
  opened = new Set(folds.filter(details => details.open));
  nameFolds(false);
}

function restoreOpen() {
  for (const details of folds) {
    if (details.open !== opened.has(details)) details.open = !details.open;
  }
  opened = null;
  nameFolds(single.ariaPressed === "true");
}

/** Names details, of which the browser keeps only one open for each name. */
function nameFolds(isSingle) {
  for (const { around, details } of parts) {
    const name = isSingle ? `in ${around}` : "";
    if (details && details.name !== name) details.name = name;
  }
}

const isAnyOpen = () => folds.some(details => details.open) || folds.length === 0 && closedRows.size < owned.size;
const labelFold = () => {
  fold.textContent = isAnyOpen() ? "Collapse all" : "Expand all";
};

fold.addEventListener("click", () => {
  const isOpen = !isAnyOpen();
  finish();
  if (isOpen) setSingle(false);
  for (const details of folds) details.open = isOpen;
  for (const number of owned.keys()) setClosed(number, !isOpen);
  foldRows();
  labelFold();
});

function setSingle(isOn) {
  single.ariaPressed = String(isOn);
  nameFolds(isOn && !opened);
}

single.addEventListener("click", () => {
  const isOn = single.ariaPressed !== "true";
  // Only the first section stays open; those around it come before it, so that it is outermost.
  if (isOn) for (const details of folds) details.open = details === folds[0];
  setSingle(isOn);
});

main.addEventListener("toggle", ({ target }) => {
  const number = numberOf.get(target.parentElement);
  // In the result of a search, a row opens only its fields, not other rows.
  if (!query && owned.has(number) && !target.matches(".all") && closedRows.has(number) === target.open) {
    setClosed(number, !target.open);
    foldRows();
  }
  labelFold();
}, true);

// MARK: Rows that open others

/** By the number of a row of a form, how many of the rows after it the row opens. */
const owned = new Map();
/** The numbers of such rows that are closed. */
const closedRows = new Set();
for (const [number, row] of rows.entries()) {
  if (row.startsWith("<li>")) continue;
  const [, count] = /^<li(?: class="[^"]*")? data-rows="(\d+)"/.exec(row) ?? [];
  if (!count) continue;
  owned.set(number, Number(count));
  if (!row.includes("<details open")) closedRows.add(number);
}
const isFolded = new Uint8Array(rows.length);

function setClosed(number, isClosed) {
  if (isClosed) closedRows.add(number);
  else closedRows.delete(number);
}

function foldRows() {
  if (owned.size === 0) return;
  isFolded.fill(0);
  for (const number of closedRows) isFolded.fill(1, number + 1, number + 1 + owned.get(number));
  for (const row of main.querySelectorAll("li")) foldRow(row);
}

/** Hides a row if the row that opens it is closed; a search shows all rows that it finds. */
function foldRow(row) {
  const number = numberOf.get(row);
  row.classList.toggle("folded", !query && isFolded[number] === 1);
  const isClosed = closedRows.has(number);
  if (owned.has(number) && row.firstElementChild.open === isClosed) row.firstElementChild.open = !isClosed;
}

/** Restores the state of a row that was made from its HTML: closed, marked or selected. */
function prepare(row) {
  if (owned.size > 0) foldRow(row);
  if (query) markRow(row);
  if (numberOf.get(row) === selected) row.ariaCurrent = "true";
}
