
// MARK: The index

const links = [...(index?.querySelectorAll("a") ?? [])];
const sectionNamed = hash => {
  try {
    const element = document.getElementById(decodeURIComponent(hash.slice(1)));
    return element?.matches("section") ? element : null;
  } catch {
    // What was typed as an address is not percent-encoded.
    return null;
  }
};

const linkOf = new Map(links.map(link => [sectionNamed(link.hash), link]));
const linkedSections = [...linkOf.keys()].map(section => sections.indexOf(section));

function go(section) {
  finish();
  for (let around = section; around; around = outer(around)) {
    const details = detailsOf(around);
    if (details) details.open = true;
  }
  section.scrollIntoView();
}

/** The link of the section that is being read. */
let current = null;
/** The position that the page was scrolled to for a link; the link stays current there. */
let goneTo = null;

/** Marks the link of the section that is being read. The key Tab leads to this link, unless
    another link has the focus. */
function setCurrent(link) {
  if (link === current && link.ariaCurrent) return;
  if (current) current.ariaCurrent = null;
  current = link;
  link.ariaCurrent = "true";
  if (!index.contains(document.activeElement)) setTarget(link);
}

function setTarget(target) {
  for (const link of index.querySelectorAll("a[tabindex='0']")) link.tabIndex = -1;
  target.tabIndex = 0;
}

const isDimmed = link => link.ariaDisabled === "true";

/** Dims the links of sections that are not shown. */
function dimLinks(isShown) {
  links.forEach((link, place) => {
    const isDim = !isShown[linkedSections[place]];
    if (isDimmed(link) !== isDim) link.ariaDisabled = isDim ? "true" : null;
  });
}

function follow(link) {
  const section = link && !isDimmed(link) && sectionNamed(link.hash);
  if (!section) return;
  go(section);
  setTarget(link);
  setCurrent(link);
  goneTo = scrollY;
}

const isStrip = index?.classList.contains("strip");

/** The places of links when a finger touched the strip, which later moves with the bar; and the link
    that the finger is on. */
let held = null;

function hold() {
  const places = links.filter(link => !link.hidden && !isDimmed(link)).map(link => {
    const { top, bottom } = link.getBoundingClientRect();
    return { link, y: (top + bottom) / 2 };
  });
  held = { places, link: null };
}

function followHeld(y) {
  const distance = place => Math.abs(place.y - y);
  const [first] = held.places;
  const { link } = held.places.reduce((best, place) => (distance(place) < distance(best) ? place : best), first);
  if (link === held.link) return;
  held.link = link;
  follow(link);
}

/** Hides links for which the strip has no room. */
function thin() {
  const room = Math.max(Math.floor(index.clientHeight / 15), 2);
  const step = Math.max((links.length - 1) / (room - 1), 1);
  const shown = new Set(Array.from({ length: Math.ceil(links.length / step) }, (_, place) => Math.round(place * step)));
  links.forEach((link, place) => { link.hidden = !shown.has(place); });
}

function moveFocus(event) {
  const shown = links.filter(link => !link.hidden && (!isDimmed(link) || link === event.target));
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

/** Marks the outermost section at the top of the visible part, unless a link has just led here. */
function followScroll() {
  if (scrollY === goneTo) return;
  goneTo = null;
  const { bottom } = form.getBoundingClientRect();
  const { left, width } = main.getBoundingClientRect();
  let section = document.elementFromPoint(left + width / 2, Math.max(bottom, 0) + 2)?.closest("section");
  while (section && outer(section)) section = outer(section);
  if (linkOf.has(section)) setCurrent(linkOf.get(section));
}

if (links.length > 0) {
  for (const link of links) link.tabIndex = -1;
  setCurrent(links[0]);
  index.addEventListener("keydown", moveFocus);
  index.addEventListener("click", event => {
    const link = event.target.closest("a");
    if (!link) return;
    event.preventDefault();
    follow(link);
    noteAddress(link.hash);
  });
}
if (isStrip) {
  new ResizeObserver(thin).observe(index);
  index.addEventListener("pointerdown", event => {
    index.setPointerCapture(event.pointerId);
    hold();
    if (held.places.length > 0) followHeld(event.clientY);
  });
  index.addEventListener("pointermove", event => {
    if (held?.link && index.hasPointerCapture(event.pointerId)) followHeld(event.clientY);
  });
  index.addEventListener("lostpointercapture", event => {
    if (event.target !== index) return;
    held = null;
    noteAddress(current.hash);
    look();
  });
  // Otherwise a click would follow on whatever is under the finger then.
  index.addEventListener("touchend", event => {
    if (event.cancelable) event.preventDefault();
  });
}
