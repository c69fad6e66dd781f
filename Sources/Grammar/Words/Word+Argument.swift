package import Platform

/// Words from arguments, which a shell of the system has split.
extension Word {
  /// - Parameter column: The column at which the word would begin in a line of all words.
  package init(argument: FilePath, at column: Int) {
    let text = argument.text
    let bytes = text == nil ? ByteText(argument) : ByteText()
    let shown = text ?? bytes.replacingBytes
    var marks: [Mark] = []
    marks.reserveCapacity(shown.utf8.count)
    for _ in shown.unicodeScalars {
      let start = column + marks.count
      marks.append(Mark(writing: .plain, columns: start..<start + 1))
    }
    for (index, part) in bytes.parts.enumerated() {
      if case .byte(let byte) = part { marks[index].byte = byte }
    }
    self.init(
      text: shown, columns: column..<column + marks.count, isQuoted: false, marks: marks)
  }

  package static func arguments(_ arguments: [FilePath]) -> [Word] {
    var words: [Word] = []
    for argument in arguments {
      words.append(Word(argument: argument, at: words.last.map { $0.columns.upperBound + 1 } ?? 1))
    }
    return words
  }

  /// The word as a name where there is neither a listing nor a current entry.
  var asName: Word {
    let isReference =
      text == "." || text == "$"
      || !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return isReference ? Word.text(text, columns: columns) : self
  }

  /// The word as a field, in which a backslash before `=` and `:` escapes these, up to the `=`
  /// after the key.
  package var withEscapedSigns: Word {
    var text = String.UnicodeScalarView()
    var marks: [Mark] = []
    var rest = zip(self.text.unicodeScalars, self.marks).makeIterator()
    var isKey = true
    while let (scalar, mark) = rest.next() {
      guard isKey, scalar == "\\", let (next, nextMark) = rest.next() else {
        text.append(scalar)
        marks.append(mark)
        if scalar == "=" { isKey = false }
        continue
      }
      if next == "=" || next == ":" {
        let columns = mark.columns.lowerBound..<nextMark.columns.upperBound
        marks.append(Mark(writing: .escaped, columns: columns))
      } else {
        text.append(scalar)
        marks += [mark, nextMark]
      }
      text.append(next)
    }
    return Word(
      text: String(text), columns: columns, isQuoted: marks.contains { $0.writing != .plain },
      marks: marks)
  }
}

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
