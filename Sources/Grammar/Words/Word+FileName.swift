package import Platform

/// Words that name files, which may contain any byte but zero.
extension Word {
  /// Whether the word contains bytes that are not characters.
  package var hasBytes: Bool { marks.contains { $0.byte != nil } }

  /// The word as the name of a file.
  package func path() throws(CommandError) -> FilePath {
    if let path = FilePath(bytes: bytes) { return path }
    throw CommandError("a file name cannot contain a NUL character", columns: columns)
  }

  /// The bytes of the word: characters in UTF-8, and bytes that are not characters.
  private var bytes: [UInt8] {
    if !hasBytes { return Array(text.utf8) }
    return zip(text.unicodeScalars, marks).flatMap { scalar, mark in
      mark.byte.map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// - Throws: `CommandError` if the word contains bytes that are not characters.
  package func checkIsText() throws(CommandError) {
    guard let mark = marks.first(where: { $0.byte != nil }), let byte = mark.byte else { return }
    throw CommandError(
      "the byte \(ByteText.escape(byte)) is not valid UTF-8", columns: mark.columns,
      hint: "such bytes are allowed only in file names")
  }

  /// The word quoted so that the lexer reads the same name.
  package var quotedName: String {
    hasBytes ? Quoting.quoted(ByteText(bytes: bytes)) : Quoting.quoted(text)
  }
}

extension Quoting {
  /// The name of a file as one word.
  package static func quoted(_ name: ByteText) -> String {
    if let text = name.text { return quoted(text) }
    return LineScanner.Quote.escaped.rawValue + escaped(name) + "'"
  }

  /// A name between `$'` and `'`.
  package static func escaped(_ name: ByteText) -> String {
    name.parts.map { part in
      switch part {
      case .character(let scalar): escaped(String(scalar))
      case .byte(let byte): ByteText.escape(byte)
      }
    }.joined()
  }
}
