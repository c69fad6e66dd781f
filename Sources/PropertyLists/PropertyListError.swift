package import Platform

/// A location in a file.
package enum SourceLocation: Equatable, Sendable, CustomStringConvertible {
  /// In a text. Both numbers count from 1, columns in Unicode scalars.
  case text(line: Int, column: Int)
  /// In a binary file, in bytes from its beginning.
  case byte(Int)
  /// In the text of a file of a folder.
  case part(FilePath, line: Int, column: Int)

  /// The first character.
  package static let start = SourceLocation(line: 1, column: 1)

  package init(line: Int, column: Int) { self = .text(line: line, column: column) }

  /// `LINE:COLUMN`, `byte OFFSET` or `FILE:LINE:COLUMN`.
  package var description: String {
    switch self {
    case .text(let line, let column): "\(line):\(column)"
    case .byte(let offset): "byte \(offset)"
    case .part(let name, let line, let column): "\(ByteText(name)):\(line):\(column)"
    }
  }

  /// The name of a file or folder, and the location in it.
  package func following(_ name: ByteText) -> ByteText {
    if case .part = self { "\(name)/\(description)" } else { "\(name):\(description)" }
  }

  /// The line and column, and the file of a folder that they are in; `nil` in a binary file.
  package var position: (part: FilePath?, line: Int, column: Int)? {
    switch self {
    case .text(let line, let column): (nil, line, column)
    case .part(let name, let line, let column): (name, line, column)
    case .byte: nil
    }
  }
}

/// The reason why bytes are not a property list that can be read, and the location.
package struct PropertyListError: Error, Equatable, Sendable {
  package let problem: Problem
  package let location: SourceLocation

  package init(_ problem: Problem, at location: SourceLocation = .start) {
    self.problem = problem
    self.location = location
  }

  /// A kind of error. Names of elements are given without their brackets.
  package enum Problem: Equatable, Sendable {
    case empty
    case notXML(ForeignFormat)
    case unknownEncoding(String)
    case undecodable(encoding: String)
    case nulCharacter
    /// An unpaired surrogate, which is not a character.
    case halfCharacter(UInt16)
    case notWellFormed(String)
    case conflictMarker
    case mismatchedEndTag(String)
    case truncated(inside: String?)
    case contentAfterEnd
    case entityDeclaration
    case attributeDeclaration
    case undefinedEntity(String)
    case tooDeep(limit: Int)
    case tooLarge(limit: Int)
    case wrongRoot(String)
    case noValue
    case secondValue
    case unknownElement(String)
    case elementInside(child: String, parent: String)
    case textBetweenElements(parent: String)
    case keyOutsideDict
    case keyWithoutValue
    case valueWithoutKey
    case invalidScalar(kind: NodeKind, text: String, reason: String)
    /// A text that breaks the rules of another format, which is given by its usual name.
    case malformed(format: String, reason: String)
    /// A value that the file's format cannot express.
    case unsupported(String)
  }
}

/// Formats of files that are not XML property lists.
package enum ForeignFormat: Equatable, Sendable {
  case binaryPropertyList, appleDouble, openStep, strings, json, html
  case nothingKnown
}

extension PropertyListError: CustomStringConvertible {
  /// What is wrong and, if known, what to do about it; one line without the location.
  package var description: String {
    // Names and values are quoted as they are written.
    String(text.map { $0.isNewline ? " " : $0 })
  }

  private var text: String {
    switch problem {
    case .empty: "the file is empty"
    case .notXML(let format): format.description
    case .unknownEncoding(let name): "unknown character encoding '\(name.excerpt())'"
    case .undecodable(let encoding):
      "not valid \(encoding.excerpt()); if the file is in another encoding, name it with --encoding"
    case .nulCharacter: "the text contains a NUL character"
    case .halfCharacter(let unit):
      "U+\(String(unit, radix: 16, uppercase: true)) is only half of a character in UTF-16"
    case .notWellFormed(let message): "not well-formed XML: \(message)"
    case .conflictMarker:
      "a conflict of a merge is marked here; choose one of the versions and remove the markers"
    case .mismatchedEndTag(let name): "the end tag does not match the open element <\(name)>"
    case .truncated(let inside?): "the file ends inside <\(inside)>"
    case .truncated(nil): "the file ends before the property list does"
    case .contentAfterEnd: "content after the end of the property list"
    case .entityDeclaration: "a property list must not declare entities"
    case .attributeDeclaration: "a property list must not declare attributes"
    case .undefinedEntity(let name): "entity '&\(name.excerpt());' is not defined"
    case .tooDeep(let limit): "containers are nested more than \(limit) deep"
    case .tooLarge(let limit): "the text is larger than \(limit >> 20) MiB"
    case .wrongRoot(let name): "expected <plist> as the root element, found <\(name.excerpt())>"
    case .noValue: "the property list contains no value"
    case .secondValue: "the property list contains a second value"
    case .unknownElement(let name): "<\(name.excerpt())> is not an element of a property list"
    case .elementInside(let child, let parent): "<\(child)> inside <\(parent)>"
    case .textBetweenElements(let parent): "text between the elements of <\(parent)>"
    case .keyOutsideDict: "<key> outside a dictionary"
    case .keyWithoutValue: "key without a value"
    case .valueWithoutKey: "value without a key in a dictionary"
    case .invalidScalar(let kind, let text, let reason):
      "'\(text)' is not a valid \(kind.elementName) value: \(reason)"
    case .malformed(let format, let reason): "not valid \(format): \(reason)"
    case .unsupported(let reason): reason
    }
  }
}

extension ForeignFormat: CustomStringConvertible {
  package var description: String {
    switch self {
    case .binaryPropertyList: "a binary property list, not XML"
    case .appleDouble:
      "an AppleDouble file (macOS metadata); "
        + "the file itself has the same name without the leading '._'"
    case .openStep:
      "an OpenStep (text) property list; convert it to XML first (plutil -convert xml1)"
    case .strings:
      "a strings file (KEY = VALUE;); convert it to XML first (plutil -convert xml1)"
    case .json: "JSON, not a property list; convert it to XML first (plutil -convert xml1)"
    case .html: "HTML, not a property list"
    case .nothingKnown: "not an XML property list"
    }
  }
}
