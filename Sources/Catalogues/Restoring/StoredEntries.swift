import Platform
import PropertyLists
import Storage

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
