import ICUText
import Platform
import PropertyLists

/// Writes a dictionary of texts, such as a strings file, as a String Catalog in the layout and the
/// order of Xcode.
///
/// The comment of a text is made of the comments before it, as genstrings writes them, and of those
/// after it on its line. A comment before an empty line belongs to no text. The state of a text is
/// `translated`. Its extraction state is `manual`, so that Xcode does not take it for a text that
/// no source names any more.
struct StringCatalogEncoder {
  private let document: PropertyListDocument
  private let language: String
  private(set) var losses = Losses()

  private struct Entry {
    let name: String
    let text: String
    let comments: [String]
  }

  /// - Parameter language: The language of the texts.
  init(_ document: PropertyListDocument, _ language: String) {
    (self.document, self.language) = (document, language)
  }

  /// - Throws: `ReportedError` if the value is not a dictionary of texts without repeated keys, and
  ///   what the sink throws.
  /// - Complexity: O(*n* log *n*) in the number of texts.
  mutating func encode(_ root: NodeIndex, to sink: TextSink) throws {
    guard document.kind(of: root) == .dict else { throw ReportedError.notADictionary }
    let collator = Collator(locale: "en@colnumeric=yes")
    let entries = try entries(of: root).sorted { one, other in
      if collator.isOrdered(one.name, before: other.name) { return true }
      return !collator.isOrdered(other.name, before: one.name)
        && one.name.utf8.lexicographicallyPrecedes(other.name.utf8)
    }
    sink.append("{\n  \"sourceLanguage\" : \(JSON.string(language)),\n  \"strings\" : {")
    for (index, entry) in entries.enumerated() {
      sink.append(index == 0 ? "\n" : ",\n")
      let comment =
        entry.comments.isEmpty
        ? "" : "      \"comment\" : \(JSON.string(entry.comments.joined(separator: "\n"))),\n"
      sink.append(
        """
            \(JSON.string(entry.name)) : {
        \(comment)      "extractionState" : "manual",
              "localizations" : {
                \(JSON.string(language)) : {
                  "stringUnit" : {
                    "state" : "translated",
                    "value" : \(JSON.string(entry.text))
                  }
                }
              }
            }
        """)
      try sink.flushIfFull()
    }
    sink.append(entries.isEmpty ? "\n\n" : "\n")
    sink.append("  },\n  \"version\" : \"1.0\"\n}\n")
  }

  /// The texts in the order of the file; comments after the last one are noted as lost.
  private mutating func entries(of root: NodeIndex) throws(ReportedError) -> [Entry] {
    if let repeated = document.duplicateMembers(of: root).first {
      throw .repeatedKey(document.exactText(of: repeated.key))
    }
    var entries: [Entry] = []
    var position = root == document.root ? 0 : document.elementStart(of: root)
    var lost = 0
    for (key, value) in document.members(of: root) {
      let name = document.exactText(of: key)
      guard document.kind(of: value) == .string, !document.isNull(value),
        let text = document.scalar(value)
      else { throw .notAText(name) }
      let end = document.trailEnd(after: document.elementRange(of: value).upperBound)
      let (before, own) = comments(in: position..<end)
      lost += before
      entries.append(Entry(name: name, text: document.exactText(of: text), comments: own))
      position = end
    }
    let end = root == document.root ? document.sourceEnd : document.contentEnd(of: root)
    let (before, rest) = comments(in: position..<max(position, end))
    lost += before + rest.count
    if lost > 0 { losses.note(Loss(kind: "comments", key: nil, outcome: .leftOut), count: lost) }
    return entries
  }

  /// The comments of a text.
  ///
  /// - Returns: How many comments come first that belong to no text, and the texts of the others.
  private func comments(in range: Range<Int>) -> (lost: Int, own: [String]) {
    let all = document.comments(in: range)
    let lost = all.lastIndex(where: \.isDetached).map { $0 + 1 } ?? 0
    let own = all[lost...].map { comment in
      let text = String(decoding: comment.text, as: UTF8.self)
      return text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.trimmingBlanks() }.joined(separator: "\n").trimmingBlanks()
    }
    return (lost, own)
  }
}

extension StringProtocol {
  /// The text without white space around it.
  fileprivate func trimmingBlanks() -> String {
    let start = self.drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
