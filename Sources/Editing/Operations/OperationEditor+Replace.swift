import Catalogues
import Platform
import PropertyLists
import Searching

/// Replacing texts in entries.
extension OperationEditor {
  /// Replaces text in the strings of all entries.
  ///
  /// - Parameters:
  ///   - keys: The fields in which texts are replaced; empty for all fields.
  ///   - isEverywhere: Whether texts in fields of sections and of the whole catalogue are replaced,
  ///     too.
  /// - Complexity: That of a search, and O(*m*) in the texts of the entries found and in the fields
  ///   of sections.
  func replace(
    _ replacement: TextReplacement, in keys: [String], isEverywhere: Bool
  ) throws(SessionError) -> Effect {
    for key in keys {
      try rethrowing(catalogue.checkField(key, followsPaths: true), as: SessionError.reported)
      try attempt(editor.checkGrouping(key))
    }
    let replacer = try rethrowing(TextReplacer(replacement), as: SessionError.replacement)
    replacer.limit { !self.isInterrupted() }
    let wanted = keys.isEmpty ? nil : keys
    var changes: [(entry: Entry.ID, strings: [CatalogueEditor.StringChange])] = []
    let found = try entries(holding: replacement, in: wanted)
    for (number, entry) in found.enumerated() {
      if number % OperationEditor.checkInterval == 0 {
        try checkInterrupt()
        didAdvance(number, 2 * found.count)
      }
      let strings = try strings(of: entry, under: wanted, replacer)
      if !strings.isEmpty { changes.append((entry, strings)) }
    }
    // In a String Catalog these fields are its version and the like.
    let hasFields = keys.isEmpty && !catalogue.shape.isStringCatalog
    var fields: [(section: Section.ID, fields: [FieldAssignment])] = []
    do throws(SessionError) {
      if hasFields { fields = try fieldsOfSections(replacer) }
    } catch {
      // An error in fields that are only counted does not prevent replacing.
      if isEverywhere || replacer.isStopped { throw error }
    }
    let count = fields.reduce(0) { $0 + $1.fields.count }
    try attempt(
      editor.change(changes) { done in
        if done % OperationEditor.checkInterval == 0 {
          didAdvance(changes.count + done, 2 * changes.count)
        }
      })
    if isEverywhere {
      for (section, fields) in fields { try attempt(editor.set(fields, of: .section(section))) }
    }
    return Effect(
      .replaced(
        values: changes.reduce(0) { $0 + $1.strings.count } + (isEverywhere ? count : 0),
        entries: changes.count, sections: isEverywhere ? fields.count : 0,
        left: isEverywhere ? 0 : count))
  }

  /// The new texts of fields of sections and of the whole catalogue.
  private func fieldsOfSections(
    _ replacer: TextReplacer
  ) throws(SessionError) -> [(section: Section.ID, fields: [FieldAssignment])] {
    var result: [(section: Section.ID, fields: [FieldAssignment])] = []
    for section in [.root] + catalogue.sections(in: .root) {
      var fields: [FieldAssignment] = []
      let named = catalogue.namedFields(of: section)
      for (name, value) in named {
        try replace(replacer, in: value, named: name, &fields)
      }
      try checkIsOne(fields, among: named.map(\.name))
      if !fields.isEmpty { result.append((section, fields)) }
    }
    return result
  }

  /// Adds the strings in a field that hold the pattern, with their new texts.
  private func replace(
    _ replacer: TextReplacer, in value: NodeIndex, named name: String,
    _ fields: inout [FieldAssignment]
  ) throws(SessionError) {
    let document = catalogue.document
    switch document.kind(of: value) {
    case .string:
      if let new = try document.scalar(value).flatMap({ string throws(SessionError) in
        try replaced(string, replacer)
      }) {
        fields.append(FieldAssignment(key: name, type: .string, value: new))
      }
    case .array:
      for (position, element) in document.elements(of: value).enumerated() {
        try replace(replacer, in: element, named: "\(name).\(position)", &fields)
      }
    case .dict:
      var inner: [FieldAssignment] = []
      var names: [String] = []
      for member in document.members(of: value) where !document.isBookkeeping(member) {
        names.append("\(name).\(FieldPath.escaped(document.exactText(of: member.key)))")
        try replace(replacer, in: member.value, named: names[names.count - 1], &inner)
      }
      try checkIsOne(inner, among: names)
      fields += inner
    default: break
    }
  }

  /// Checks that no text changes under a key that occurs more than once.
  private func checkIsOne(
    _ fields: [FieldAssignment], among names: [String]
  ) throws(SessionError) {
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    for (name, count) in counts where count > 1 {
      if fields.contains(where: { $0.key == name || $0.key.hasPrefix(name + ".") }) {
        throw .path(.ambiguous(ValuePath([.name(name)]), count: count))
      }
    }
  }

  /// The new text of a string; `nil` if it does not hold the pattern.
  private func replaced(
    _ string: ScalarIndex, _ replacer: TextReplacer
  ) throws(SessionError) -> String? {
    let replaced = catalogue.document.withExactText(of: string) { text in
      Result { () throws(TextReplacerError) in try replacer.replacing(in: text) }
    }
    if replacer.isStopped { throw .interrupted }
    let new = try rethrowing(replaced.get(), as: SessionError.replacement)
    return new.map { String(decoding: $0, as: UTF8.self) }
  }

  private static let checkInterval = 1 << 12

  /// The entries that may hold the pattern, in outline order.
  private func entries(
    holding replacement: TextReplacement, in keys: [String]?
  ) throws(SessionError) -> [Entry.ID] {
    let matcher = try rethrowing(
      Matcher([replacement.pattern], options: replacement.searchOptions)
    ) { SessionError.replacement(.expression($0)) }
    let query = SearchQuery(matcher, in: keys.map { .keys($0) } ?? .all)
    guard let found = loaded.index.search(query, while: { !self.isInterrupted() }) else {
      throw .interrupted
    }
    if let first = found.undecided.first { throw .replacement(.expression(first.failure)) }
    return catalogue.inOutline(found.entries.entries)
  }

  /// The strings of an entry that hold the pattern, with their new texts.
  private func strings(
    of entry: Entry.ID, under keys: [String]?, _ replacer: TextReplacer
  ) throws(SessionError) -> [CatalogueEditor.StringChange] {
    var changes: [CatalogueEditor.StringChange] = []
    for string in editor.strings(of: entry, under: keys) {
      if let new = try replaced(string, replacer) { changes.append((string, new)) }
    }
    return changes
  }
}
