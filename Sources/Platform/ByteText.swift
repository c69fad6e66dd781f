/// Text that contains file names unchanged: as bytes, which need not be valid UTF-8.
///
/// Messages are built from text and names with string interpolation; the code that prints a message
/// decides how it is shown.
package struct ByteText: Hashable, Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package init(_ text: String) { bytes = Array(text.utf8) }

  package init(_ path: FilePath) { bytes = path.bytes }

  package init(bytes: [UInt8]) { self.bytes = bytes }

  package mutating func append(_ other: ByteText) { bytes += other.bytes }

  /// The text, if it is UTF-8.
  package var text: String? { String(validating: bytes, as: UTF8.self) }

  package static func + (left: ByteText, right: ByteText) -> ByteText {
    ByteText(bytes: left.bytes + right.bytes)
  }
}

extension ByteText: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { self.init(text) }

  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.result }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var result = ByteText()

    package init(literalCapacity: Int, interpolationCount: Int) {
      result.bytes.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { result.bytes += literal.utf8 }

    package mutating func appendInterpolation(_ path: FilePath) { result.bytes += path.bytes }

    package mutating func appendInterpolation(_ text: ByteText) { result.bytes += text.bytes }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      result.bytes += value.description.utf8
    }

    package mutating func appendInterpolation(_ value: any Error) {
      result.bytes += "\(value)".utf8
    }
  }
}

// MARK: As text

extension ByteText: CustomStringConvertible {
  /// The text, with each byte that is not part of a character escaped as `\xFF`.
  package var description: String {
    if let text { return text }
    var result = ""
    for part in parts {
      switch part {
      case .character(let scalar): result.unicodeScalars.append(scalar)
      case .byte(let byte): result += ByteText.escape(byte)
      }
    }
    return result
  }

  /// `\xFF`.
  package static func escape(_ byte: UInt8) -> String {
    "\\x" + hexadecimal(byte).uppercased()
  }

  /// The text with U+FFFD for each byte that is not part of a character, so that columns stay
  /// aligned.
  package var replacingBytes: String {
    if let text { return text }
    var scalars = String.UnicodeScalarView()
    for part in parts {
      switch part {
      case .character(let scalar): scalars.append(scalar)
      case .byte: scalars.append("\u{FFFD}")
      }
    }
    return String(scalars)
  }

  package enum Segment: Equatable {
    case character(Unicode.Scalar)
    /// A byte that is not part of a UTF-8 character.
    case byte(UInt8)
  }

  /// The characters, and the bytes that are not part of a character.
  package var parts: [Segment] {
    var parts: [Segment] = []
    var rest = bytes[...]
    while let first = rest.first {
      if first < 0x80 {
        parts.append(.character(Unicode.Scalar(first)))
        rest = rest.dropFirst()
      } else if let (scalar, length) = ByteText.character(at: rest) {
        parts.append(.character(scalar))
        rest = rest.dropFirst(length)
      } else {
        parts.append(.byte(first))
        rest = rest.dropFirst()
      }
    }
    return parts
  }

  /// The multibyte character at the start of some bytes, and its length in bytes.
  private static func character(at bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
    for length in 2...4 where length <= bytes.count {
      if let scalar = String(validating: bytes.prefix(length), as: UTF8.self)?.unicodeScalars.first
      {
        return (scalar, length)
      }
    }
    return nil
  }
}

extension FilePath: CustomStringConvertible {
  /// The name, with each byte that is not part of a character escaped as `\xFF`: for people to
  /// read, never for opening the file.
  package var description: String { ByteText(self).description }
}
