import Platform
import PropertyLists
import Storage

/// A flag that tells whether reading stored data has failed.
final class RestoringFailure {
  var hasHappened = false
}

/// Entries as `CatalogueSnapshot` stores them: the offsets of their elements, which are read again
/// on demand, and their runs.
final class StoredEntries {
  let count: Int
  private let offsets: PackedIntegers
  /// The first entries of the runs of all sections, in ascending order, and the sections of these
  /// runs.
  private let runStarts: PackedIntegers
  private let runSections: PackedIntegers
  private let sectionCount: Int
  private let document: PropertyListDocument
  private let failure: RestoringFailure
  /// The nodes, plus one, of entries that have been read again, and 0 for the others. The system
  /// zeroes the memory's pages when they are first touched.
  private let nodes: UnsafeMutablePointer<UInt32>

  init(
    offsets: PackedIntegers, runStarts: PackedIntegers, runSections: PackedIntegers,
    sectionCount: Int, document: PropertyListDocument, failure: RestoringFailure
  ) throws(IndexDamage) {
    count = offsets.count
    guard runStarts.count == runSections.count, count == 0 || runStarts.count > 0,
      let memory = calloc(max(count, 1), MemoryLayout<UInt32>.stride)
    else { throw IndexDamage() }
    nodes = memory.bindMemory(to: UInt32.self, capacity: max(count, 1))
    self.offsets = offsets
    self.runStarts = runStarts
    self.runSections = runSections
    self.sectionCount = sectionCount
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
      return try document.readElement(at: try offsets.integer(at: number))
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
      guard let run = try runStarts.lastIndex(notAbove: number) else { throw IndexDamage() }
      let section = try runSections.integer(at: run)
      guard section < sectionCount else { throw IndexDamage() }
      return Section.ID(rawValue: section)
    } catch {
      failure.hasHappened = true
      return .root
    }
  }
}
