import Catalogues
package import Platform
import PropertyLists
import Storage

/// A record in the journal, written before a file is saved, of the hash and the length that the
/// file will have.
///
/// A session may be killed after the file was replaced and before its journal was emptied. If the
/// file has the recorded hash and length, the edits recorded before are in the file.
package struct SavedRecord {
  private static let mark = "!saved"
  private var hash = stableHash([])
  private var length = 0

  /// Adds the next bytes of the file.
  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    hash = stableHash(bytes, after: hash)
    length += bytes.count
  }

  var record: String { "\(SavedRecord.mark) \(hexadecimal(hash)) \(length)" }

  package static func isOne(_ record: String) -> Bool { record.hasPrefix(mark + " ") }

  private static func bytes(at path: FilePath) -> FileBytes? {
    if path.isDirectory { return try? FileBytes(folder: path) }
    guard let file = try? RegularFile(path: path) else { return nil }
    return try? FileBytes(descriptor: file.descriptor, access: .mapped)
  }

  /// The records whose edits are not in the file.
  ///
  /// - Complexity: O(*n*) in the length of the file, if one of the records is a `SavedRecord`.
  package static func unsaved(_ records: [String], in path: FilePath) -> [String] {
    if !records.contains(where: isOne) { return records }
    guard let bytes = bytes(at: path) else { return records }
    var now = SavedRecord()
    withExtendedLifetime(bytes) { now.add(bytes.bytes) }
    guard let last = records.lastIndex(of: now.record) else { return records }
    // The last origin applies to the records that follow, too.
    let origin = records[..<last].last { JournalOrigin($0) != nil }
    return (origin.map { [$0] } ?? []) + records[(last + 1)...]
  }
}
