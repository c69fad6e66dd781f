/// The name of a file, or the way to it, as the system has it: bytes in no encoding, none of them
/// zero.
///
/// Names are the same only if their bytes are. Text would not do: bytes that are no UTF-8 would be
/// lost, and Unicode takes for the same text what are two files, such as `é` and `e` with an accent.
package struct FilePath: Hashable, Sendable {
  /// Ends in a zero, as the system takes it.
  package let cString: [CChar]

  /// - Parameter cString: Ends in its only zero.
  package init(cString: [CChar]) { self.cString = cString }

  /// What the system, or the C library, calls a file.
  package init(_ pointer: UnsafePointer<CChar>) {
    var end = pointer
    while end.pointee != 0 { end += 1 }
    cString = Array(UnsafeBufferPointer(start: pointer, count: end - pointer + 1))
  }

  /// A name that was kept or typed somewhere; `nil` for bytes that cannot be one.
  package init?(bytes: some Sequence<UInt8>) {
    let name = bytes.map(CChar.init(bitPattern:))
    if name.contains(0) { return nil }
    cString = name + [0]
  }

  /// A name that is known to hold no zero.
  package init(_ text: String) {
    guard let path = FilePath(bytes: text.utf8) else {
      preconditionFailure("the name of a file holds a zero")
    }
    self = path
  }

  package var bytes: [UInt8] { cString.dropLast().map(UInt8.init(bitPattern:)) }

  /// The name as text, if it is UTF-8.
  package var text: String? { String(validating: bytes, as: UTF8.self) }

  package var isEmpty: Bool { cString.count == 1 }
}

extension FilePath: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text) }
}

/// In the order of the bytes, which in UTF-8 is that of the code points.
extension FilePath: Comparable {
  package static func < (left: FilePath, right: FilePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

// MARK: Parts

extension FilePath {
  private static let slash = CChar(bitPattern: UInt8(ascii: "/"))

  package var isAbsolute: Bool { cString[0] == FilePath.slash }

  package var endsInSlash: Bool { cString.dropLast().last == FilePath.slash }

  /// The names on the way, without the slashes between them.
  package var parts: [FilePath] {
    cString.dropLast().split(separator: FilePath.slash).map { FilePath(cString: $0 + [0]) }
  }

  /// The last name on the way, without slashes; `nil` for an empty path and for `/`.
  package var name: FilePath? { parts.last }

  /// What comes before the last slash, `/` if that is the first; `nil` if there is none.
  package var folder: FilePath? {
    guard let end = cString.lastIndex(of: FilePath.slash) else { return nil }
    return FilePath(cString: end == 0 ? [FilePath.slash, 0] : cString[..<end] + [0])
  }

  /// What a path leads to in the folder that this one leads to.
  package func appending(_ path: FilePath) -> FilePath {
    if isEmpty || endsInSlash { return self + path }
    return FilePath(cString: cString.dropLast() + [FilePath.slash] + path.cString)
  }

  /// Both one directly after the other.
  package static func + (left: FilePath, right: FilePath) -> FilePath {
    FilePath(cString: left.cString.dropLast() + right.cString)
  }

  package func hasPrefix(_ prefix: FilePath) -> Bool {
    cString.starts(with: prefix.cString.dropLast())
  }

  /// Whether the name has an ending, and more.
  ///
  /// - Parameter ignoresCase: Whether `A` to `Z` are the same as `a` to `z`.
  package func hasSuffix(_ suffix: FilePath, ignoresCase: Bool = false) -> Bool {
    let end = cString.suffix(suffix.cString.count)
    guard ignoresCase else { return end.elementsEqual(suffix.cString) }
    return end.elementsEqual(suffix.cString) { FilePath.lowercased($0) == FilePath.lowercased($1) }
  }

  private static func lowercased(_ character: CChar) -> CChar {
    (0x41...0x5A).contains(character) ? character | 0x20 : character
  }
}
