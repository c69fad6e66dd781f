import Catalogues
import Platform
import PropertyLists

/// Finds entries of a catalogue with exactly the text that was indexed for entries of another one.
///
/// The text of an entry is determined by the bytes of its element, and by which of its fields are
/// the label and the detail; sections and the rest of the file make no difference.
struct EntryMatching {
  private let old: Catalogue
  private let new: Catalogue
  /// By position: the records, and the nodes that their text was read from.
  private let indexed: (records: [UInt32], nodes: [UInt32])
  private let hasSameFields: Bool

  /// - Parameters:
  ///   - segment: An index that is up to date with its catalogue.
  ///   - old: That catalogue.
  ///   - new: Another one, which has just been read.
  init(_ segment: IndexSegment, of old: Catalogue, in new: Catalogue) {
    self.old = old
    self.new = new
    hasSameFields = new.choosesFields(like: old)
    indexed = segment.indexedNodes(in: old)
  }

  /// The entries of the new catalogue that correspond to the records.
  ///
  /// - Parameter limit: How many entries of the new catalogue may have no record.
  /// - Returns: `nil` if more entries have none.
  /// - Complexity: O(*n*) in the length of the entries' text, plus that of `SequencePairing`.
  func entries(missingAtMost limit: Int) -> RecordEntries? {
    let count = new.entryCount
    // Restored catalogues may contain unreadable elements.
    if old.isRestored || new.isRestored || count - indexed.nodes.count > limit { return nil }
    // If windows of a few times the limit have little in common, more entries are missing than
    // allowed.
    let widest = max(limit, 64) * 4
    let pairing = SequencePairing(indexed.nodes.count, count, limit: widest) { position, entry in
      isSame(position, Entry.ID(rawValue: entry))
    } oldHash: { position in
      old.document.hash(ofElement: indexedNode(at: position))
    } newHash: { entry in
      new.document.hash(ofElement: new.textNode(of: Entry.ID(rawValue: entry)))
    }
    var recordEntries = RecordEntries()
    for pair in pairing.pairs {
      for offset in 0..<pair.count {
        recordEntries.append(
          record: Int(indexed.records[pair.old + offset]),
          entry: Entry.ID(rawValue: pair.new + offset))
      }
    }
    return count - recordEntries.count > limit ? nil : recordEntries
  }

  private func indexedNode(at position: Int) -> NodeIndex {
    NodeIndex(rawValue: Int(indexed.nodes[position]))
  }

  private func isSame(_ position: Int, _ entry: Entry.ID) -> Bool {
    let (oldNode, newNode) = (indexedNode(at: position), new.textNode(of: entry))
    guard old.document.isElement(oldNode, writtenAs: newNode, of: new.document) else {
      return false
    }
    if hasSameFields { return true }
    // Elements with the same bytes have nodes at the same distances.
    return old.labelNode(from: oldNode).map { $0.node - oldNode }
      == new.labelNode(from: newNode).map { $0.node - newNode }
      && old.detailNode(from: oldNode).map { $0.node - oldNode }
        == new.detailNode(from: newNode).map { $0.node - newNode }
  }
}
