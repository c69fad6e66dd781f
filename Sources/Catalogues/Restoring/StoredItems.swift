package import Storage

/// The stored entries and sections, by their numbers, from which a catalogue is restored.
///
/// Each method throws `IndexDamage` if the requested data is missing or damaged.
package protocol StoredItems: AnyObject {
  var entryCount: Int { get }
  var sectionCount: Int { get }

  /// The offset of an entry's element in the document, or of the key that the entry is stored
  /// under.
  func offset(ofEntry number: Int) throws(IndexDamage) -> Int

  /// The number of the section that an entry is in.
  func section(ofEntry number: Int) throws(IndexDamage) -> Int

  /// The record of a section, valid as long as the items, and the offset (`text`) to which the
  /// offsets in the record are relative.
  func record(
    ofSection number: Int
  ) throws(IndexDamage) -> (record: UnsafeBufferPointer<UInt8>, text: Int)

  /// The code of the name mark at an index: first come those of all entries, then those of all
  /// sections.
  func nameMark(at index: Int) throws(IndexDamage) -> Int
}

/// The items in a snapshot.
final class SnapshotItems: StoredItems {
  private let offsets: PackedIntegers
  /// The first entries of the runs of all sections, ascending, and (`runSections`) the sections of
  /// these runs.
  private let runStarts: PackedIntegers
  private let runSections: PackedIntegers
  private let records: StoredBytes
  /// The offsets where the records begin, and the end of the last record.
  private let sectionOffsets: PackedIntegers
  private let nameMarks: PackedIntegers

  init(
    _ part: (CatalogueSnapshot.Part) throws(IndexDamage) -> StoredBytes
  ) throws(IndexDamage) {
    offsets = try PackedIntegers(part(.entries))
    runStarts = try PackedIntegers(part(.runStarts))
    runSections = try PackedIntegers(part(.runSections))
    records = try part(.sections)
    sectionOffsets = try PackedIntegers(part(.sectionOffsets))
    nameMarks = try PackedIntegers(part(.nameMarks))
    guard runStarts.count == runSections.count, offsets.count == 0 || runStarts.count > 0,
      nameMarks.count == entryCount + sectionCount
    else { throw IndexDamage() }
  }

  var entryCount: Int { offsets.count }
  var sectionCount: Int { sectionOffsets.count - 1 }

  func offset(ofEntry number: Int) throws(IndexDamage) -> Int { try offsets.integer(at: number) }

  func section(ofEntry number: Int) throws(IndexDamage) -> Int {
    guard let run = try runStarts.lastIndex(notAbove: number) else { throw IndexDamage() }
    return try runSections.integer(at: run)
  }

  func record(
    ofSection number: Int
  ) throws(IndexDamage) -> (record: UnsafeBufferPointer<UInt8>, text: Int) {
    let start = try sectionOffsets.integer(at: number)
    let end = try sectionOffsets.integer(at: number + 1)
    guard start <= end else { throw IndexDamage() }
    return (try records.bytes(start..<end), 0)
  }

  func nameMark(at index: Int) throws(IndexDamage) -> Int { try nameMarks.integer(at: index) }
}
