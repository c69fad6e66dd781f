package import PropertyLists

/// Sets single values in entries by their paths without reading the text again, as long as nothing else
/// is done with the catalogue.
///
/// Such an edit is the one that the address of the entry takes: which values are entries and sections
/// stays.
package final class EntryPaths {
  private let editor: CatalogueEditor
  /// The nodes that entries had when they were read, of those that may have others now.
  private var readNodes: [Entry.ID: NodeIndex] = [:]
  /// That of the catalogue after the last edit that was made here.
  private var revision: Int
  /// Of the text that was read.
  private let lookup: ChildLookup

  private var catalogue: Catalogue { editor.catalogue }
  private var document: PropertyListDocument { editor.document }

  /// - Parameter editor: Of a catalogue that has not been edited.
  package init(_ editor: CatalogueEditor) {
    self.editor = editor
    lookup = ChildLookup(editor.document)
    revision = editor.catalogue.revision
  }

  /// Whether entries are found. What a form shows, and which groups there are, depends on values.
  private var isCurrent: Bool {
    revision == catalogue.revision && catalogue.shape.grouping == .none && !catalogue.shape.isForm
  }

  /// The property list as it was read, to look things up in.
  ///
  /// - Precondition: The text has not been edited.
  package var tree: EditedTree { EditedTree(lookup) }

  /// Makes edits, each of which sets single values that stay of their types.
  ///
  /// - Returns: The edits, `nil` for one that changes nothing; nothing, and nothing is changed, if they are
  ///   to be made otherwise.
  /// - Complexity: O(log *n*) in the number of entries for each value, after the first few.
  package func make(_ edits: some Sequence<TreeEdit>) -> [CatalogueEditor.Edit?]? {
    guard isCurrent else { return nil }
    var made: [CatalogueEditor.Edit?] = []
    defer { revision = catalogue.revision }
    for edit in edits {
      do throws(EditError) {
        guard case .set(let assignments, _) = edit else { throw .notAnEntry }
        made.append(
          try editor.edit { () throws(EditError) in
            try set(assignments)
          })
      } catch {
        // It was undone, and is made otherwise or refused with its reason.
        for edit in made.reversed() { if let edit { editor.undo(edit) } }
        return nil
      }
    }
    return made
  }

  /// The elements of the values at paths into entries, as they are now; `nil` if one is to be found
  /// otherwise.
  package func texts(at paths: [ValuePath]) -> [[UInt8]]? {
    guard isCurrent else { return nil }
    var texts: [[UInt8]] = []
    let current = ChildLookup(document)
    for path in paths {
      guard let place = place(of: path, current) else { return nil }
      texts.append(document.text(at: document.elementRange(of: place.value)))
    }
    return texts
  }

  /// Undoes or redoes an edit that was made here.
  package func travel(_ body: () -> Void) {
    let wasCurrent = revision == catalogue.revision
    body()
    if wasCurrent { revision = catalogue.revision }
  }

  /// Sets values, those of an entry together.
  private func set(_ assignments: [PathAssignment]) throws(EditError) {
    // Entries may have other nodes than those that were read.
    let current = ChildLookup(document)
    var entries: [Entry.ID] = []
    var edits: [Entry.ID: [NodeIndex: (range: Range<Int>, text: [UInt8])]] = [:]
    for assignment in assignments {
      guard let (entry, value) = place(of: assignment.path, current) else { throw .notAnEntry }
      if edits[entry] == nil { entries.append(entry) }
      // The last one of several counts.
      edits[entry, default: [:]][value] = try edit(assignment, of: value)
    }
    for entry in entries {
      if readNodes[entry] == nil { readNodes[entry] = catalogue.entryNodes[entry] }
      try editor.rewrite(entry, replacing: Array((edits[entry] ?? [:]).values))
    }
  }

  private func edit(
    _ assignment: PathAssignment, of value: NodeIndex
  ) throws(EditError) -> (range: Range<Int>, text: [UInt8]) {
    let kind = document.kind(of: value)
    let field = FieldAssignment(key: "", type: assignment.type, value: assignment.value)
    let isSameType = field.type?.kind.map { $0.isSameType(as: kind) } ?? (field.type == nil)
    guard !kind.isContainer, isSameType else { throw .notAnEntry }
    let element = try document.element(
      for: field, insteadOf: kind, below: assignment.path.steps.count)
    return try document.replacement(of: value, by: element)
  }

  /// The entry that a path leads into, and the one value that it leads to, as it is now.
  ///
  /// - Parameter current: Of the text as it is now.
  private func place(
    of path: ValuePath, _ current: ChildLookup
  ) -> (entry: Entry.ID, value: NodeIndex)? {
    var value = document.root
    var entry = self.entry(of: value)
    for step in path.steps {
      guard let next = document.value(at: step, in: value, entry == nil ? lookup : current) else {
        return nil
      }
      value = next
      if entry == nil, let found = self.entry(of: value) {
        (entry, value) = (found, catalogue.value(of: found))
      }
    }
    return entry.map { ($0, value) }
  }

  /// The entry that was made of a value when the text was read.
  ///
  /// - Complexity: O(log *n*) in the number of entries, whose nodes are in the order of the file.
  private func entry(of value: NodeIndex) -> Entry.ID? {
    let key = document.key(before: value) ?? value
    var range = 0..<catalogue.entryCount
    while !range.isEmpty {
      let entry = Entry.ID(rawValue: range.lowerBound + range.count / 2)
      let node = readNodes[entry] ?? catalogue.entryNodes[entry]
      if node == value || node == key { return entry }
      range =
        node < key
        ? entry.rawValue + 1..<range.upperBound : range.lowerBound..<entry.rawValue
    }
    return nil
  }
}

extension PropertyListDocument {
  /// The only value at a step from a value.
  fileprivate func value(
    at step: ValuePath.Step, in container: NodeIndex, _ lookup: ChildLookup
  ) -> NodeIndex? {
    switch kind(of: container) {
    case .dict:
      guard case .name(let name) = step else { return nil }
      let values = lookup.values(named: name, in: container)
      return values.count == 1 ? values[0] : nil
    case .array:
      return step.position.flatMap { lookup.element(at: $0, of: container)?.node }
    default: return nil
    }
  }
}
