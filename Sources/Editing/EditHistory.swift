package import Catalogues

/// The edits of a session: those in force, then those that can be redone, and which of them are
/// saved in the file.
package struct EditHistory {
  package struct RecordedEdit {
    let change: Change
    /// The edit as a command; `nil` if nobody will read it.
    package let record: OperationRecord?
    /// Whether the edit is undone and redone together with the one before it.
    fileprivate(set) var isAttached = false

    init(change: Change, record: OperationRecord?) {
      (self.change, self.record) = (change, record)
    }

    /// The changed items, as in `CatalogueEditor.Edit`; `nil` if the catalogue was replaced.
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
  /// How many of the steps are in force; the steps after them have been undone.
  package private(set) var count = 0
  /// How many of the steps are in the file; `nil` if undoing and redoing cannot return to the saved
  /// state.
  private var savedCount: Int? = 0

  var isSaved: Bool { savedCount == count }

  /// Whether undoing or redoing can return to the saved state.
  var reachesSaved: Bool { savedCount != nil }

  mutating func append(_ step: RecordedEdit) {
    if let savedCount, savedCount > count { self.savedCount = nil }
    steps.removeSubrange(count...)
    steps.append(step)
    count += 1
  }

  /// Attaches all steps after the first `first` ones to the step before them.
  mutating func attachSteps(after first: Int) {
    for index in max(first, 1)..<max(count, first, 1) { steps[index].isAttached = true }
  }

  /// Whether the next step to redo is attached to the one before it.
  var isNextAttached: Bool { count < steps.count && steps[count].isAttached }

  /// The version that the last edit replaced, if undoing the edit returns to that version.
  var lastReplaced: CatalogueVersion? {
    guard count > 0, case .replacement(let before, _) = steps[count - 1].change else { return nil }
    return before
  }

  mutating func didSave() { savedCount = count }

  /// Notes that undoing and redoing can no longer return to the saved state.
  mutating func loseSaved() { savedCount = nil }

  /// The commands that lead from the saved state to the present one; `nil` if none do, because
  /// edits that are in the file have been undone.
  var unsavedCommands: [String]? { unsavedRecords?.map(\.marked) }

  /// The commands of the steps in force.
  package var commands: [String] { steps.prefix(count).compactMap(\.record?.command) }
  /// The commands of the steps in force that are in the file.
  package var savedCommands: [String] {
    steps.prefix(min(savedCount ?? 0, count)).compactMap(\.record?.command)
  }

  /// The records that lead from the saved state to the present one, as in `unsavedCommands`.
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
