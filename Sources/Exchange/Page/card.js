
// MARK: The card beside the list

const isWide = matchMedia("(min-width: 1100px)");
const card = document.createElement("aside");
card.ariaLabel = "Selected entry";
card.ariaLive = "polite";
card.tabIndex = 0;
card.textContent = "Select an entry to see its fields.";
main.after(card);
/** The number of the row that the card shows. */
let selected = -1;

function select(row) {
  for (const other of main.querySelectorAll("li[aria-current]")) other.ariaCurrent = null;
  row.ariaCurrent = "true";
  selected = numberOf.get(row);
  const copy = row.cloneNode(true);
  const title = document.createElement("h2");
  const label = copy.querySelector("b");
  if (label.lang) title.lang = label.lang;
  title.append(...label.childNodes);
  const shown = ["img", "input", "i:not(:empty)", "table:not(.all table)", ".all"].map(part => copy.querySelector(part));
  const [, , detail, table] = shown;
  // A detail that is a link is in the table, too.
  const isField = detail?.textContent === table?.querySelector("a")?.textContent;
  card.replaceChildren(title, ...shown.filter(part => part && !(isField && part === detail)));
  card.scrollTop = 0;
}

main.addEventListener("click", event => {
  const row = event.target.closest("li");
  if (!isWide.matches || !row || event.target.closest("a, .all")) return;
  const details = event.target.closest("summary")?.parentElement;
  if (details && !details.open && !owned.has(numberOf.get(row))) event.preventDefault();
  select(row);
});

const isSeen = row => row.getClientRects().length > 0;

/** Goes to a row, by its summary if it has one. */
function goTo(row) {
  if (!row) return;
  const target = row.querySelector(":scope > details:not(.all) > summary") ?? row;
  if (target === row) row.tabIndex = -1;
  target.focus();
  select(row);
}

addEventListener("keydown", event => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const row = event.target.closest("main li");
  if (!isWide.matches || !step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (!row && (event.target !== box || step < 0)) return;
  event.preventDefault();
  const all = [...main.querySelectorAll("li")];
  let place = all.indexOf(row) + step;
  while (all[place] && !isSeen(all[place])) place += step;
  if (place < 0) box.focus();
  else goTo(all[place]);
});
