import Outlines

/// A row whose only other value is a boolean.
enum BooleanRow: RowKind {
  static let isNamed = false

  static func look(of entry: KindEntry) -> EntryLook? {
    entry.onlyBoolean.map { EntryLook(detail: Look.checkBox($0)) }
  }
}
