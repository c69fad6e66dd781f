import Catalogues
import Platform
import PropertyLists
import Searching

/// Replacing texts in entries.
extension OperationEditor {
  /// Replaces what is found in the strings of all entries.
  ///
  /// - Parameter keys: The fields in which texts are replaced; none for all.
  /// - Complexity: That of a search, and O(*m*) in the texts of the entries found.
  func replace(
    _ replacement: TextReplacement, in keys: [String]
  ) throws(SessionError) -> Effect {
    for key in keys {
      try rethrowing(catalogue.checkField(key, followsPaths: true), as: SessionError.fieldKey)
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
      let result = Result { () throws(SessionError) in
        try self.strings(of: entry, under: wanted, replacer)
      }
      if replacer.isStopped { throw .interrupted }
      let strings = try result.get()
      if !strings.isEmpty { changes.append((entry, strings)) }
    }
    try attempt(
      editor.change(changes) { done in
        if done % OperationEditor.checkInterval == 0 {
          didAdvance(changes.count + done, 2 * changes.count)
        }
      })
    return Effect(
      .replaced(
        values: changes.reduce(0) { $0 + $1.strings.count }, entries: changes.count))
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
      let replaced = catalogue.document.withExactText(of: string) { text in
        Result { () throws(TextReplacer.Problem) in try replacer.replacing(in: text) }
      }
      if let new = try rethrowing(replaced.get(), as: SessionError.replacement) {
        changes.append((string, String(decoding: new, as: UTF8.self)))
      }
    }
    return changes
  }
}
