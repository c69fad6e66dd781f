package import PropertyLists

/// Sets single values in entries by their paths, without parsing the text again. This works only as
/// long as nothing else edits the catalogue.
///
/// The edit is made as if the entry had been addressed. It cannot change which values are entries
/// and sections.
package final class EntryPaths {
  private let editor: CatalogueEditor
  /// The nodes of entries when they were read, for entries that may have other nodes now.
  private var readNodes: [Entry.ID: NodeIndex] = [:]
  /// The catalogue's revision after the last edit made here.
  private var revision: Int
  /// Finds children in the text as it was read.
  private let lookup: ChildLookup

  private var catalogue: Catalogue { editor.catalogue }
  private var document: PropertyListDocument { editor.document }

  /// - Parameter editor: The editor of a catalogue that has not been edited.
  package init(_ editor: CatalogueEditor) {
    self.editor = editor
    lookup = ChildLookup(editor.document)
    revision = editor.catalogue.revision
  }

  /// Whether edits can be made here: nothing else has edited the catalogue, and no value decides
  /// which rows a form shows or which groups there are.
  private var isCurrent: Bool {
    revision == catalogue.revision && catalogue.shape.grouping == .none && !catalogue.shape.isForm
  }

  /// The property list as it was read, for looking up paths.
  ///
  /// - Precondition: The text has not been edited.
  package var tree: EditedTree { EditedTree(lookup) }

  /// Makes edits, each of which sets single values without changing their types.
  ///
  /// - Returns: The edits, with `nil` for an edit that changes nothing. The whole result is `nil`,
  ///   and nothing is changed, if some edit cannot be made here and the text has to be parsed
  ///   again.
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
        // The caller makes all edits in another way, or reports why one is refused.
        for edit in made.reversed() { if let edit { editor.undo(edit) } }
        return nil
      }
    }
    return made
  }

  /// The current elements of the values at paths into entries; `nil` if one of them cannot be found
  /// here.
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

  /// Runs a closure that undoes or redoes an edit made here.
  package func undoOrRedo(_ body: () -> Void) {
    let wasCurrent = revision == catalogue.revision
    body()
    if wasCurrent { revision = catalogue.revision }
  }

  /// Sets values; those in the same entry are set in one rewrite.
  private func set(_ assignments: [PathAssignment]) throws(EditError) {
    // Rewritten entries have other nodes than the text that was read.
    let current = ChildLookup(document)
    var entries: [Entry.ID] = []
    var edits: [Entry.ID: [NodeIndex: (range: Range<Int>, text: [UInt8])]] = [:]
    for assignment in assignments {
      guard let (entry, value) = place(of: assignment.path, current) else { throw .notAnEntry }
      if edits[entry] == nil { entries.append(entry) }
      // If a value is set several times, the last assignment counts.
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

  /// The entry that a path leads into, and the current value at the path; `nil` unless there is
  /// exactly one.
  ///
  /// - Parameter current: Finds children in the edited text.
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
  /// The value at a step inside a container; `nil` if there is none or more than one.
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
