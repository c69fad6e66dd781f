import PropertyLists

/// Writes a dictionary of texts, as a strings file is, as a String Catalog, in the manner of Xcode.
///
/// The comments before a text are its comment. Its state is `translated`, and its extraction state
/// `manual`, so that Xcode does not take it for one that no source names any more.
struct StringCatalogEncoder {
  private let document: PropertyListDocument
  private let language: String
  private(set) var losses = Losses()

  /// - Parameter language: That of the texts.
  init(_ document: PropertyListDocument, _ language: String) {
    (self.document, self.language) = (document, language)
  }

  /// - Throws: `ExportError` if the value is not a dictionary of texts, and what the sink throws.
  mutating func encode(_ root: NodeIndex, to sink: TextSink) throws {
    guard document.kind(of: root) == .dict else { throw ExportError.notADictionary }
    sink.append("{\n  \"sourceLanguage\" : \(JSON.string(language)),\n  \"strings\" : {")
    var position = root == document.root ? 0 : document.elementStart(of: root)
    var isFirst = true
    for (key, value) in document.members(of: root) {
      let name = document.exactText(of: key)
      guard document.kind(of: value) == .string, !document.isNull(value),
        let text = document.scalar(value)
      else { throw ExportError.notAText(name) }
      let comments = self.comments(in: position..<document.elementStart(of: key.node))
      position = document.elementRange(of: value).upperBound
      sink.append(isFirst ? "\n" : ",\n")
      isFirst = false
      let comment =
        comments.isEmpty
        ? "" : "      \"comment\" : \(JSON.string(comments.joined(separator: "\n"))),\n"
      sink.append(
        """
            \(JSON.string(name)) : {
        \(comment)      "extractionState" : "manual",
              "localizations" : {
                \(JSON.string(language)) : {
                  "stringUnit" : {
                    "state" : "translated",
                    "value" : \(JSON.string(document.exactText(of: text)))
                  }
                }
              }
            }
        """)
      try sink.flushIfFull()
    }
    let end = root == document.root ? document.sourceEnd : document.contentEnd(of: root)
    let rest = comments(in: position..<max(position, end))
    if !rest.isEmpty {
      losses.note(Loss(kind: "comments", key: nil, outcome: .leftOut), count: rest.count)
    }
    sink.append(isFirst ? "\n\n" : "\n")
    sink.append("  },\n  \"version\" : \"1.0\"\n}\n")
  }

  private func comments(in range: Range<Int>) -> [String] {
    document.comments(in: range).map { comment in
      let text = String(decoding: comment, as: UTF8.self)
      return text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.trimmingBlanks() }.joined(separator: "\n").trimmingBlanks()
    }
  }
}

extension StringProtocol {
  /// The text without white space around it.
  fileprivate func trimmingBlanks() -> String {
    let start = self.drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
