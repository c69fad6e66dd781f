extension PropertyListDocument {
  /// Calls the closure with the bytes of the file as it is to be saved: the text in the encoding that
  /// it was read from, behind the byte-order mark if the file had one.
  ///
  /// Without an edit these are the bytes that were read.
  ///
  /// - Throws: `UnwritableEncoding`, or what the closure throws.
  /// - Complexity: O(*n*); in UTF-8 nothing is copied.
  package func writeFile<Problem>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Problem) -> Void
  ) throws(FileWritingError<Problem>) {
    do throws(Problem) {
      if hasSourceText { return try body(source.fileBytes) }
      let mark = source.encoding.byteOrderMarkLength
      if mark > 0 { try body(UnsafeBufferPointer(rebasing: source.fileBytes[..<mark])) }
      if source.encoding.isUTF8 {
        try forEachPiece(body)
        return
      }
    } catch {
      throw .body(error)
    }
    let encoded: GrowingBuffer<UInt8>
    do throws(UnwritableEncoding) {
      encoded = try encodedText()
    } catch {
      throw .encoding(error)
    }
    do throws(Problem) {
      try body(encoded.elements)
    } catch {
      throw .body(error)
    }
  }

  /// Whether a file holds what the text was at some time.
  ///
  /// - Complexity: O(*n*).
  package func isWritten(as earlier: TextPieces, in file: FileBytes) -> Bool {
    let now = pieces
    pieces = earlier
    defer { pieces = now }
    var rest = file.bytes[...]
    var isSame = true
    do throws(FileWritingError<Never>) {
      try writeFile { piece in
        isSame = isSame && rest.starts(with: piece)
        rest = rest.dropFirst(piece.count)
      }
    } catch {
      return false
    }
    return isSame && rest.isEmpty
  }

  /// UTF-8 text in the encoding of the file, if that is another one that has ASCII's characters where
  /// ASCII has them.
  package func encodedLikeFile(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard !source.encoding.isUTF8,
      let converter = EncodingConverter(named: source.encoding.converterName)
    else { return nil }
    let sample = GrowingBuffer<UInt8>()
    let characters = Array("<a \n".utf8)
    guard characters.withUnsafeBufferPointer({ converter.encode($0, into: sample) }),
      sample.elements.elementsEqual(characters)
    else { return nil }
    let result = GrowingBuffer<UInt8>(capacity: text.count)
    return converter.encode(text, into: result) ? Array(result.elements) : nil
  }

  private func encodedText() throws(UnwritableEncoding) -> GrowingBuffer<UInt8> {
    let name = source.encoding.name
    let original = GrowingBuffer<UInt8>(capacity: source.fileSize)
    guard let converter = EncodingConverter(named: source.encoding.converterName),
      converter.encode(source.bytes, into: original),
      original.elements.elementsEqual(source.fileBytes[source.encoding.byteOrderMarkLength...])
    else { throw UnwritableEncoding(name: name) }
    let result = GrowingBuffer<UInt8>(capacity: source.fileSize)
    for range in pieces.ranges where !converter.encode(bytes(range), into: result) {
      throw UnwritableEncoding(name: name)
    }
    return result
  }
}

/// An encoding in which several spellings mean the same, or that can only be read: what has not been
/// edited could not be written as it was.
package struct UnwritableEncoding: Error, Equatable, Sendable, CustomStringConvertible {
  package let name: String

  package var description: String {
    "text in \(name) cannot be written back as it was; convert the file to UTF-8 first"
  }
}

/// Why a file was not written.
package enum FileWritingError<Problem: Error>: Error {
  case encoding(UnwritableEncoding)
  case body(Problem)
}
