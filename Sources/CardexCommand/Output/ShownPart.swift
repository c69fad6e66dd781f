import Catalogues
import Commands

/// Something that `show` prints row by row.
enum ShownPart {
  /// A part of the outline, and the closed sections in it.
  case outline(OutlineCursor, closed: Set<Section.ID>)
  /// A part of an index, and the places of its closed labels.
  case letters(LetterCursor, AlphabeticListing, isClosed: (_ place: Int) -> Bool)
  /// An entry with all its fields, which are never separated and count as one row.
  case fields(of: Entry.ID)
  case nothing

  /// A row before it is drawn.
  enum Row {
    case section(Section.ID, depth: Int, isClosed: Bool)
    case heading(AlphabeticListing.Group, of: AlphabeticListing, isClosed: Bool)
    case entry(Entry.ID, depth: Int)
    case footer(of: Section.ID, depth: Int)
    case fields(of: Entry.ID)
  }

  /// Creates the part for an item. The root is shown without a row of its own.
  init(_ item: Item, closed: Set<Section.ID>) {
    switch item {
    case .section(let section): self = .outline(OutlineCursor(section), closed: closed)
    case .entry(let entry): self = .fields(of: entry)
    }
  }

  /// The next row; `nil` at the end.
  mutating func next(in catalogue: Catalogue) -> Row? {
    switch self {
    case .outline(var cursor, let closed):
      // This prevents the cursor from being copied each time.
      self = .nothing
      defer { self = .outline(cursor, closed: closed) }
      switch cursor.next(catalogue, isClosed: closed.contains) {
      case .item(.section(let section), let depth)?:
        return .section(section, depth: depth, isClosed: closed.contains(section))
      case .item(.entry(let entry), let depth)?: return .entry(entry, depth: depth)
      case .footer(let section, let depth)?: return .footer(of: section, depth: depth)
      case nil: return nil
      }
    case .letters(var cursor, let listing, let isClosed):
      defer { self = .letters(cursor, listing, isClosed: isClosed) }
      switch cursor.next(in: listing, isClosed: isClosed) {
      case .heading(let group)?:
        return .heading(group, of: listing, isClosed: isClosed(group.place))
      case .entry(let entry)?: return .entry(entry, depth: 1)
      case nil: return nil
      }
    case .fields(let entry):
      self = .nothing
      return .fields(of: entry)
    case .nothing: return nil
    }
  }

  /// The next rows, at most `count`, if they are consecutive entries; otherwise `nil`, and `next`
  /// returns the next row.
  mutating func nextEntries(
    atMost count: Int, in catalogue: Catalogue
  ) -> (entries: Range<Entry.ID>, depth: Int)? {
    guard case .outline(var cursor, let closed) = self else { return nil }
    defer { self = .outline(cursor, closed: closed) }
    return cursor.nextEntries(atMost: count, in: catalogue)
  }

  /// Skips some rows.
  ///
  /// - Returns: The number of rows skipped.
  /// - Complexity: That of the cursors.
  mutating func skip(_ count: Int = .max, in catalogue: Catalogue) -> Int {
    switch self {
    case .outline(var cursor, let closed):
      defer { self = .outline(cursor, closed: closed) }
      return cursor.skip(count, in: catalogue, isClosed: closed.contains)
    case .letters(var cursor, let listing, let isClosed):
      defer { self = .letters(cursor, listing, isClosed: isClosed) }
      return cursor.skip(count, in: listing, isClosed: isClosed)
    case .fields where count > 0:
      self = .nothing
      return 1
    case .fields, .nothing: return 0
    }
  }
}
