/// A difference in the unified format of GNU diff, which `patch` applies.
package struct UnifiedDiff {
  private let difference: TextDifference
  private let oldName: [UInt8]
  private let newName: [UInt8]
  private let context: Int

  /// - Parameters:
  ///   - oldName: The name of the old text, usually the path of its file.
  ///   - newName: The name of the new text.
  ///   - context: How many unchanged lines are shown before and after changes.
  package init(
    _ difference: TextDifference, oldName: [UInt8], newName: [UInt8], context: Int = 3
  ) {
    self.difference = difference
    self.oldName = oldName
    self.newName = newName
    self.context = context
  }

  /// Writes the text piece by piece, starting with the heading, which is UTF-8; writes nothing if
  /// the texts are equal.
  ///
  /// A line without LF is followed by an LF and a note about it, as `patch` expects.
  package func write<Failure: Error>(
    to output: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    guard !difference.isEmpty else { return }
    var buffer = Array(UnifiedDiff.heading(oldName: oldName, newName: newName).utf8)
    try flush(&buffer, to: output)
    for hunk in difference.hunks(context: context) {
      buffer.append(contentsOf: "\(hunk.heading)\n".utf8)
      try difference.forEachLine(of: hunk) { line throws(Failure) in
        buffer.append(line.kind.marker)
        if line.text.count < UnifiedDiff.pieceSize {
          buffer.append(contentsOf: line.text)
        } else {
          try flush(&buffer, to: output)
          try output(line.text)
        }
        buffer.append(UnsafeBufferPointer.lineFeed)
        if !line.hasLineFeed { buffer.append(contentsOf: "\(UnifiedDiff.noLineFeed)\n".utf8) }
        if buffer.count >= UnifiedDiff.pieceSize { try flush(&buffer, to: output) }
      }
    }
    try flush(&buffer, to: output)
  }

  private static let pieceSize = 1 << 16

  private func flush<Failure: Error>(
    _ buffer: inout [UInt8], to output: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    try buffer.withUnsafeBufferPointer(output)
    buffer.removeAll(keepingCapacity: true)
  }

  /// The note after a line without LF.
  package static let noLineFeed = "\\ No newline at end of file"

  /// The two lines that name the texts, each with its LF.
  package static func heading(oldName: [UInt8], newName: [UInt8]) -> String {
    "--- \(written(oldName))\n+++ \(written(newName))\n"
  }

  /// A name as `patch` reads it. A name with blanks is followed by a tab. It is quoted as in C if
  /// it contains control characters, quotes or backslashes, begins or ends with a blank, or is not
  /// UTF-8.
  private static func written(_ name: [UInt8]) -> String {
    let text = String(validating: name, as: UTF8.self)
    let needsQuotes = name.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0x22 || $0 == 0x5C }
    if let text, !needsQuotes, name.first != 0x20, name.last != 0x20 {
      return name.contains(0x20) ? "\(text)\t" : text
    }
    let characters = text?.unicodeScalars.map(escaped) ?? name.map(escaped)
    return "\"\(characters.joined())\""
  }

  private static func escaped(_ byte: UInt8) -> String {
    byte < 0x80 ? escaped(Unicode.Scalar(byte)) : octal(byte)
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    case "\0"..<" ", "\u{7F}": octal(UInt8(scalar.value))
    default: String(scalar)
    }
  }

  private static func octal(_ byte: UInt8) -> String {
    "\\\(byte >> 6)\(byte >> 3 & 7)\(byte & 7)"
  }
}

extension Hunk {
  /// The line ranges of the hunk, such as `@@ -1,3 +1,4 @@`.
  package var heading: String { "@@ -\(Hunk.text(of: oldLines)) +\(Hunk.text(of: newLines)) @@" }

  /// Lines are counted from 1; where there are none, the line before is named.
  private static func text(of lines: Range<Int>) -> String {
    switch lines.count {
    case 0: "\(lines.lowerBound),0"
    case 1: "\(lines.lowerBound + 1)"
    default: "\(lines.lowerBound + 1),\(lines.count)"
    }
  }
}

extension HunkLine.Origin {
  /// The byte that a line begins with.
  package var marker: UInt8 {
    switch self {
    case .kept: 0x20
    case .removed: 0x2D
    case .added: 0x2B
    }
  }
}
