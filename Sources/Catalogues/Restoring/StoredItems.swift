import Platform
import PropertyLists
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

/// A flag that tells whether reading stored data has failed.
final class RestoringFailure {
  var hasHappened = false
}

/// Entries whose elements are parsed again on demand.
final class StoredEntries {
  let count: Int
  private let items: any StoredItems
  private let document: PropertyListDocument
  private let failure: RestoringFailure
  /// The node plus one of each entry that has been parsed again, otherwise 0. The memory costs
  /// nothing until it is used: the system zeroes its pages when they are first touched.
  private let nodes: UnsafeMutablePointer<UInt32>

  init(
    _ items: any StoredItems, document: PropertyListDocument, failure: RestoringFailure
  ) throws(IndexDamage) {
    count = items.entryCount
    guard let memory = calloc(max(count, 1), MemoryLayout<UInt32>.stride) else {
      throw IndexDamage()
    }
    nodes = memory.bindMemory(to: UInt32.self, capacity: max(count, 1))
    self.items = items
    self.document = document
    self.failure = failure
  }

  deinit { free(nodes) }

  /// The node of an entry: its value, or the key that names it.
  func node(of entry: Entry.ID) -> NodeIndex {
    let number = number(of: entry)
    if nodes[number] != 0 { return NodeIndex(rawValue: Int(nodes[number]) - 1) }
    let node = read(number) ?? document.addEmptyString()
    precondition(node.rawValue < UInt32.max, "a catalogue holds up to 2³² nodes")
    nodes[number] = UInt32(node.rawValue) + 1
    return node
  }

  private func number(of entry: Entry.ID) -> Int {
    precondition(entry.rawValue >= 0 && entry.rawValue < count)
    return entry.rawValue
  }

  private func read(_ number: Int) -> NodeIndex? {
    do {
      return try document.readElement(at: try items.offset(ofEntry: number))
    } catch {
      failure.hasHappened = true
      return nil
    }
  }

  /// The section that an entry is in.
  ///
  /// - Complexity: O(log *r*) in the number of runs.
  func section(of entry: Entry.ID) -> Section.ID {
    let number = number(of: entry)
    do throws(IndexDamage) {
      let section = try items.section(ofEntry: number)
      guard (0..<items.sectionCount).contains(section) else { throw IndexDamage() }
      return Section.ID(rawValue: section)
    } catch {
      failure.hasHappened = true
      return .root
    }
  }
}
