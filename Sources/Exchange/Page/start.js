
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
    // Some browsers do not let the page of a file change its address.
  }
}

function restore() {
  const given = new URLSearchParams(location.search);
  for (const [name, , set] of addressed) if (given.has(name)) set(given.get(name));
  update();
  const section = sectionNamed(location.hash);
  if (section) go(section);
}

// MARK: Keys and paper

/** Tells the style how high the bar is. */
function measure() {
  document.documentElement.style.setProperty("--bar", `${form.offsetHeight}px`);
  look();
}

let isLooking = false;

/** After the next frame is drawn, finds the end of the bar and the section that is being read. */
function look() {
  if (!index || isLooking) return;
  isLooking = true;
  requestAnimationFrame(() => {
    isLooking = false;
    if (held) return;
    const top = `${form.getBoundingClientRect().bottom}px`;
    if (index.style.getPropertyValue("--top") !== top) index.style.setProperty("--top", top);
    followScroll();
  });
}

let noting = 0;

function refresh() {
  update();
  goneTo = null;
  if (scrollY > header.offsetHeight) scrollTo({ top: header.offsetHeight });
  look();
  // Browsers accept only some hundred changes of the address per minute.
  clearTimeout(noting);
  noting = setTimeout(noteAddress, 300);
}

box.addEventListener("input", refresh);
scope.addEventListener("change", refresh);
accents.addEventListener("click", () => {
  accents.ariaPressed = String(accents.ariaPressed !== "true");
  refresh();
});
clear.addEventListener("click", () => {
  box.value = "";
  refresh();
  box.focus();
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
  finish();
  for (const block of [...waiting.keys()]) if (!block.closest("[hidden]")) withRows(block);
  nameFolds(false);
  closed = [...main.querySelectorAll("details:not([open], .all)")];
  for (const details of closed) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of closed) details.open = false;
  nameFolds(single.ariaPressed === "true" && !opened);
});

form.hidden = false;
document.documentElement.classList.add("scripted");
if (folds.length < 2) single.hidden = true;
if (folds.length + owned.size === 0) fold.hidden = true;
new ResizeObserver(measure).observe(form);
addEventListener("scroll", look, { passive: true });
atOnce = Math.ceil(innerHeight / ROW_HEIGHT);
for (const [place, list] of lists.entries()) if (list.isKept) fill(list, allOf(place));
foldRows();
labelFold();
restore();
setTimeout(readAhead);
