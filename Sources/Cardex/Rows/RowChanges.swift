/// The changes of a table's rows, as UIKit's `performBatchUpdates` takes them.
///
/// Deleted sections and rows are given by their positions before, inserted ones by their positions
/// now. Rows in deleted or inserted sections are not listed.
public struct RowChanges: Equatable, Sendable {
  /// Sections that are gone, by their indices before, in ascending order. A section that has moved
  /// is deleted and inserted.
  public internal(set) var deletedSections: [Int] = []
  /// Sections that are new, by their indices now, in ascending order.
  public internal(set) var insertedSections: [Int] = []
  /// Sections that were there before and whose headers or footers are shown differently, by their
  /// indices now.
  public internal(set) var reloadedHeaders: [Int] = []
  /// Rows that are gone, by where they were, in ascending order.
  public internal(set) var deleted: [Rows.Position] = []
  /// Rows that are new, by where they are, in ascending order.
  public internal(set) var inserted: [Rows.Position] = []
  /// Rows that have moved within their section or into another one: from where they were to where
  /// they are.
  public internal(set) var moved: [Rows.Position: Rows.Position] = [:]
  /// Rows that were there before and are shown differently, by where they are, in ascending order.
  public internal(set) var reloaded: [Rows.Position] = []

  /// Whether nothing has changed.
  public var isEmpty: Bool { self == RowChanges() }
}
