import CPlatform

/// A file's name or path as the system stores it: bytes in no particular encoding, none of them
/// zero.
///
/// Names are equal only if their bytes are. A `String` would not do: bytes that are not UTF-8 would
/// be lost, and Unicode treats some names of different files as equal, such as a composed and a
/// decomposed `é`.
package struct FilePath: Hashable, Sendable {
  /// The bytes with a terminating zero.
  package let cString: [CChar]

  /// - Parameter cString: Bytes whose only zero is the last.
  package init(cString: [CChar]) { self.cString = cString }

  /// A path from the system or the C library.
  package init(_ pointer: UnsafePointer<CChar>) {
    var end = pointer
    while end.pointee != 0 { end += 1 }
    cString = Array(UnsafeBufferPointer(start: pointer, count: end - pointer + 1))
  }

  /// A path that was stored or typed; `nil` if it contains a zero.
  package init?(bytes: some Sequence<UInt8>) {
    let name = bytes.map(CChar.init(bitPattern:))
    if name.contains(0) { return nil }
    cString = name + [0]
  }

  /// A path that is known to contain no zero.
  package init(_ text: String) {
    guard let path = FilePath(bytes: text.utf8) else {
      preconditionFailure("a file name contains a zero byte")
    }
    self = path
  }

  package var bytes: [UInt8] { cString.dropLast().map(UInt8.init(bitPattern:)) }

  /// The name as text, if it is UTF-8.
  package var text: String? {
    cString.withUnsafeBufferPointer { $0.baseAddress.flatMap { String(validatingCString: $0) } }
  }

  package var isEmpty: Bool { cString.count == 1 }
}

extension FilePath: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text) }
}

/// Ordered by bytes, which in UTF-8 is the order of the code points.
extension FilePath: Comparable {
  package static func < (left: FilePath, right: FilePath) -> Bool {
    strcmp(left.cString, right.cString) < 0
  }
}

// MARK: Parts

extension FilePath {
  private static let slash = CChar(bitPattern: UInt8(ascii: "/"))

  package var isAbsolute: Bool { cString[0] == FilePath.slash }

  /// Whether a single name is that of a hidden file: it begins with a dot.
  package var isHidden: Bool { cString[0] == CChar(bitPattern: UInt8(ascii: ".")) }

  package var endsInSlash: Bool { cString.dropLast().last == FilePath.slash }

  /// The components of the path, without slashes.
  package var parts: [FilePath] {
    cString.dropLast().split(separator: FilePath.slash).map { FilePath(cString: $0 + [0]) }
  }

  /// The last component, without slashes; `nil` for an empty path and for `/`.
  package var name: FilePath? {
    guard let end = cString.dropLast().lastIndex(where: { $0 != FilePath.slash }) else {
      return nil
    }
    let start = cString[...end].lastIndex(of: FilePath.slash).map { $0 + 1 } ?? 0
    return FilePath(cString: cString[start...end] + [0])
  }

  /// The path before the last slash, or `/` if that slash is the first character; `nil` if there is
  /// no slash.
  package var directory: FilePath? {
    guard let end = cString.lastIndex(of: FilePath.slash) else { return nil }
    return FilePath(cString: end == 0 ? [FilePath.slash, 0] : cString[..<end] + [0])
  }

  /// A path relative to the directory at this path.
  package func appending(_ path: FilePath) -> FilePath {
    if isEmpty || endsInSlash { return self + path }
    return FilePath(cString: cString.dropLast() + [FilePath.slash] + path.cString)
  }

  /// The order of files in a folder: first those in the folder itself, then those of each
  /// subfolder, in byte order.
  package func precedesInFolder(_ other: FilePath) -> Bool {
    let (folder, otherFolder) = (parts.dropLast(), other.parts.dropLast())
    return folder == otherFolder
      ? self < other : folder.lexicographicallyPrecedes(otherFolder)
  }

  /// The path with another ending of the name: `a/b.txt` for `a/b.csv`, `a/b.txt` for `a/b`.
  package func withEnding(_ ending: String) -> FilePath {
    let start = cString.lastIndex(of: FilePath.slash).map { $0 + 1 } ?? 0
    let dot = cString[start...].lastIndex(of: CChar(bitPattern: UInt8(ascii: ".")))
    // A name that begins with its only dot has no ending.
    let end = dot.flatMap { $0 > start ? $0 : nil } ?? cString.count - 1
    return FilePath(cString: cString[..<end] + [0]) + FilePath("." + ending)
  }

  /// The two paths concatenated.
  package static func + (left: FilePath, right: FilePath) -> FilePath {
    FilePath(cString: left.cString.dropLast() + right.cString)
  }

  package func hasPrefix(_ prefix: FilePath) -> Bool {
    cString.starts(with: prefix.cString.dropLast())
  }

  /// Whether the path ends in a suffix and is longer than it.
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
