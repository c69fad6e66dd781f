package import PropertyLists

/// The keys of fields that are declared for the entries of an empty list: by the columns of a
/// table, or by a comment before the list, `<!-- fields: name, phone -->`. Anything but a comment
/// would be read as a value of the property list.
package enum DeclaredKeys {
  private static let opening = "<!-- fields: "
  private static let closing = " -->"

  /// A property list without entries that declares keys.
  ///
  /// - Throws: `EditError.undeclarable` for a key that cannot be in such a comment,
  ///   `.declaredTwice` for a repeated key.
  package static func emptyList(_ keys: [String]) throws(EditError) -> [UInt8] {
    for key in keys where !isDeclarable(key) { throw .undeclarable(key: key) }
    for (index, key) in keys.enumerated() where keys[..<index].contains(key) {
      throw .declaredTwice(key: key)
    }
    let comment = keys.isEmpty ? "" : opening + keys.joined(separator: ", ") + closing + "\n"
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      \(comment)<array>
      </array>
      </plist>

      """
    return Array(text.utf8)
  }

  private static func isDeclarable(_ key: String) -> Bool {
    !key.isEmpty && !FieldPath.hasDotsOrBackslashes(key) && !key.contains("--")
      && !key.hasSuffix("-")
      && key.first?.isWhitespace == false
      && key.last?.isWhitespace == false
      && key.unicodeScalars.allSatisfy {
        $0 != "," && $0.properties.generalCategory != .control
          && !$0.properties.isNoncharacterCodePoint
      }
  }

  /// The declared keys of a document: its columns if it is a table, or those in a comment right
  /// before the root.
  ///
  /// - Complexity: O(*n*) in the length of the text before the list.
  package static func of(_ document: PropertyListDocument) -> [String] {
    if !document.columns.isEmpty { return document.columns }
    let start = document.elementStart(of: document.root)
    let text = String(decoding: document.text(at: 0..<start), as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline)
    guard let line = lines.last(where: { $0.contains { !$0.isWhitespace } }),
      line.hasPrefix(opening), line.hasSuffix(closing)
    else { return [] }
    return line.dropFirst(opening.count).dropLast(closing.count).split(separator: ", ")
      .map(String.init)
  }

  /// The key that ranks highest as the key of a label, or else the first.
  static func label(of keys: [String]) -> String? {
    let ranked = keys.compactMap { key in
      FieldNames.labelRank(FieldNames.normalized(key)).map { (rank: $0, key: key) }
    }
    return ranked.min { $0.rank < $1.rank }?.key ?? keys.first
  }
}
