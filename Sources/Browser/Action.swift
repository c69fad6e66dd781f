/// What a key does while the list has the keys.
package enum Action: CaseIterable, Sendable {
  case up, down, pageUp, pageDown, first, last, left, right
  case open, fold, foldAll, unfoldAll, accordion
  case filter, scope, expression, accents, readings, searches, next, previous, jump
  case bookmark, bookmarks
  case letters, preview
  case edit, editText, insert, delete, deleteBelow, mark, take, moveDown, moveUp, rename
  case undo, redo, difference, save, refresh, command
  case help, menu, redraw, suspend, cancel, quit
}
