package import Catalogues

/// The edits of a session, those in force first, and which of them are in the file.
package struct EditHistory {
  package struct RecordedEdit {
    let change: Change
    /// How it is written as a command; `nil` if nobody will read that.
    package let record: OperationRecord?
    /// Whether it is undone and done again together with the one before.
    fileprivate(set) var isAttached = false

    init(change: Change, record: OperationRecord?) {
      (self.change, self.record) = (change, record)
    }

    /// The items that were changed, as of `CatalogueEditor.Edit`; `nil` if the catalogue was replaced.
    package var items: [Item]? {
      switch change {
      case .edit(let edit), .values(let edit): edit.items
      case .replacement: nil
      }
    }
  }

  enum Change {
    case edit(CatalogueEditor.Edit)
    /// Values in entries were set by their paths.
    case values(CatalogueEditor.Edit)
    /// The text was rewritten and read as another catalogue.
    case replacement(before: CatalogueVersion, after: CatalogueVersion)
  }

  package private(set) var steps: [RecordedEdit] = []
  /// How many of the steps are in force; the others have been undone.
  package private(set) var count = 0
  /// How many are in the file; `nil` if undoing and redoing cannot lead to what is in the file.
  private var savedCount: Int? = 0

  var isSaved: Bool { savedCount == count }

  /// Whether undoing or redoing leads to what is in the file.
  var reachesSaved: Bool { savedCount != nil }

  mutating func append(_ step: RecordedEdit) {
    if let savedCount, savedCount > count { self.savedCount = nil }
    steps.removeSubrange(count...)
    steps.append(step)
    count += 1
  }

  /// Makes the last steps, those after some number of others, part of the one before them.
  mutating func attachSteps(after first: Int) {
    for index in max(first, 1)..<max(count, first, 1) { steps[index].isAttached = true }
  }

  /// Whether the next step that was undone belongs to the one before it.
  var isNextAttached: Bool { count < steps.count && steps[count].isAttached }

  /// The version that the last edit has replaced, if it is undone by going back to that.
  var lastReplaced: CatalogueVersion? {
    guard count > 0, case .replacement(let before, _) = steps[count - 1].change else { return nil }
    return before
  }

  mutating func didSave() { savedCount = count }

  /// Notes that undoing and redoing cannot lead to what is in the file.
  mutating func loseSaved() { savedCount = nil }

  /// The commands that lead from what is in the file to the present state; `nil` if none do,
  /// because edits that are in the file have been undone.
  var unsavedCommands: [String]? { unsavedRecords?.map(\.marked) }

  /// The commands of the steps in force, and of those among them that are in the file.
  package var commands: [String] { steps.prefix(count).compactMap(\.record?.command) }
  package var savedCommands: [String] {
    steps.prefix(min(savedCount ?? 0, count)).compactMap(\.record?.command)
  }

  /// The same as records.
  var unsavedRecords: [OperationRecord]? {
    guard let savedCount, savedCount <= count else { return nil }
    let records = steps[savedCount..<count].compactMap(\.record)
    return records.count == count - savedCount ? records : nil
  }

  /// How many steps back the saved text is; negative if the steps have been undone.
  var distanceToSaved: Int { savedCount.map { count - $0 } ?? 0 }

  mutating func stepBack() -> RecordedEdit? {
    guard count > 0 else { return nil }
    count -= 1
    return steps[count]
  }

  mutating func stepForward() -> RecordedEdit? {
    guard count < steps.count else { return nil }
    count += 1
    return steps[count - 1]
  }
}
