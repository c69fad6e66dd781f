package import Platform

/// An index file that is open for reading.
///
/// The file is mapped and must not be truncated while it is open; this program only ever replaces
/// it. What has been checked is not checked again.
package final class IndexFile: Sendable {
  package let header: IndexHeader
  private let data: CheckedData

  /// Opens an index of any source, to list or verify it.
  ///
  /// - Throws: All `IndexFileError`s but `foreign` and `stale`.
  /// - Complexity: O(length of the file / 1 MiB): only the header is checked; the rest is checked
  ///   when it is read.
  package init(_ path: FilePath) throws(IndexFileError) {
    let file = try MappedFile(path)
    header = try IndexHeader(file.bytes)
    data = CheckedData(file, header)
  }

  /// Opens the index of a source.
  ///
  /// - Parameter source: The source from which the index must have been made.
  /// - Complexity: As for `init(_:)`.
  package convenience init(_ path: FilePath, of source: IndexSource) throws(IndexFileError) {
    try self.init(path)
    try header.source.check(source)
  }

  /// The bytes of a part.
  ///
  /// - Throws: `IndexDamage` if there is no such part.
  package func part(_ tag: PartTag) throws(IndexDamage) -> StoredBytes {
    guard let part = header.parts.first(where: { $0.tag == tag }) else { throw IndexDamage() }
    return StoredBytes(data, part.range)
  }

  /// Checks every byte of the file that has not been checked.
  package func verify() throws(IndexDamage) { try data.checkAll() }
}

extension IndexSource {
  /// Checks that an index made from this source may be used for the other.
  fileprivate func check(_ other: IndexSource) throws(IndexFileError) {
    guard path == other.path, options == other.options else { throw .foreign }
    guard textVersion == other.textVersion else { throw .otherVersion }
    guard identity == other.identity else { throw .stale }
  }
}

/// The description of an index at the beginning of its file.
package struct IndexHeader: Equatable, Sendable {
  package var source: IndexSource
  /// When the index was made, in nanoseconds since 1970.
  package var created: Int64
  /// How many entries the catalogue has.
  package var entryCount: Int
  package internal(set) var parts: [Part]
  /// The length of the whole file in bytes.
  package internal(set) var fileLength: Int
  var dataStart: Int
  var dataLength: Int
  /// The checksums of the table's units.
  var tableChecksums: [UInt32]

  package struct Part: Equatable, Sendable {
    package let tag: PartTag
    /// The range of bytes in the data.
    package let range: Range<Int>
  }
}

extension IndexFile {
  private static let ending: FilePath = ".index"

  /// The path of a catalogue's index: always the same for the same catalogue, read with the same
  /// options.
  ///
  /// - Parameters:
  ///   - path: The catalogue's canonical path.
  ///   - options: The options for reading the catalogue.
  package static func path(
    in directory: FilePath, forCatalogueAt path: FilePath, options: [UInt8]
  ) -> FilePath {
    directory.appending(UserDirectory.name(forFileAt: path, options: options) + ending)
  }

  /// The paths of all files in a directory that are named like indexes, sorted by name.
  package static func paths(in directory: FilePath) -> [FilePath] {
    UserDirectory.fileNames(in: directory)
      .filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }
      .map { directory.appending($0) }
  }
}

/// The source of an index, which is valid for exactly one.
package struct IndexSource: Equatable, Sendable {
  /// The catalogue's canonical path.
  package var path: FilePath
  /// The identity of the file when it was read.
  package var identity: FileIdentity
  /// The options for reading the catalogue, in the caller's encoding.
  package var options: [UInt8]
  /// The text folding with which the index was made, in the caller's encoding.
  package var textVersion: [UInt8]

  package init(path: FilePath, identity: FileIdentity, options: [UInt8], textVersion: [UInt8]) {
    self.path = path
    self.identity = identity
    self.options = options
    self.textVersion = textVersion
  }
}

/// The name of a part: four ASCII characters.
package struct PartTag: Hashable, Sendable {
  /// The characters, the first in the lowest byte.
  let number: UInt32

  init(number: UInt32) { self.number = number }

  /// - Precondition: Four ASCII characters.
  package init(_ text: String) {
    precondition(text.utf8.count == 4 && text.utf8.allSatisfy { $0 < 0x80 })
    number = text.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension PartTag: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text) }
}

extension PartTag: CustomStringConvertible {
  /// The characters, with dots for those that cannot be printed.
  package var description: String {
    String(
      (0..<4).map { index in
        let byte = UInt8(truncatingIfNeeded: number >> (8 * index))
        return (0x20..<0x7F).contains(byte) ? Character(Unicode.Scalar(byte)) : "."
      })
  }
}

/// Why an index cannot be used. In each case it may be replaced by a new one.
package enum IndexFileError: Error, Equatable, Sendable {
  case missing
  /// The system's error number.
  case unreadable(code: Int32)
  /// Not a regular file of this user that nobody else can write to: files that others may have
  /// written are not read.
  case untrusted
  /// The index of another catalogue, or of this one read with other options.
  case foreign
  /// The catalogue has changed since the index was made.
  case stale
  /// Made by another version of this program or of its text folding, earlier or later.
  case otherVersion
  case damaged
}

extension IndexFileError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing: "there is no index"
    case .unreadable(let code): "the index cannot be read: \(String(cString: strerror(code)))"
    case .untrusted:
      "the index is not trusted: it is not a regular file that only this user can write to"
    case .foreign: "the index is of another catalogue or was made with other options"
    case .stale: "the catalogue has changed since the index was made"
    case .otherVersion: "the index was made by another version of the program"
    case .damaged: "the index is damaged"
    }
  }
}
