import Foundation
import Platform
import SeededRandom
import Storage
import TestHelpers
import Testing

/// Overwrites a file with bytes. Truncating it first, or creating a new one each time, would make
/// some file systems wait for the disk.
func write(_ bytes: [UInt8], to path: String) throws {
  let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
  defer { close(descriptor) }
  try #require(pwrite(descriptor, bytes, bytes.count, 0) == bytes.count)
  try #require(ftruncate(descriptor, off_t(bytes.count)) == 0)
}

func content(of path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

extension IndexSource {
  static let cars = IndexSource(
    path: "/home/me/汽车.plist",
    identity: FileIdentity(
      device: 1 << 40, inode: .max, size: 12345, modified: -1, changed: 1_700_000_000_123_456_789),
    options: [1, 0, 255], textVersion: Array("folding 1".utf8))
}

/// The parts of an index, as bytes.
typealias Content = [(tag: PartTag, bytes: [UInt8])]

/// Bytes that are the same for the same seed.
func randomBytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
  var generator = SeededGenerator(seed: seed)
  return (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next() >> 32) }
}

/// A small index with several units and parts.
let smallContent: Content = [
  ("text", randomBytes(1500, seed: 1)), ("none", []), ("ends", randomBytes(1000, seed: 2)),
]

extension IndexFile {
  static func write(
    _ content: Content, of source: IndexSource = .cars, entryCount: Int = 7, to path: String
  ) throws {
    let parts = content.map { Part($0.tag, [StoredBytes($0.bytes)]) }
    try write(parts, of: source, entryCount: entryCount, created: 99, to: path)
  }

  /// The bytes of a part.
  func read(_ tag: PartTag) throws(IndexDamage) -> [UInt8] { Array(try part(tag).all()) }
}
