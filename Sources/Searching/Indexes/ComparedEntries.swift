import Catalogues
import PropertyLists

/// Some or all entries of a catalogue in the order of its outline, identified by their positions.
struct ComparedEntries {
  private let catalogue: Catalogue?
  private var entries: [UInt32] = []

  /// No entries.
  init() { catalogue = nil }

  init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
    entries.reserveCapacity(catalogue.entryCount)
    catalogue.forEachEntry(in: .root) { entries.append(UInt32($0.rawValue)) }
  }

  init(_ entries: [Entry.ID], of catalogue: Catalogue) {
    self.catalogue = catalogue
    self.entries = entries.map { UInt32($0.rawValue) }
  }

  var count: Int { entries.count }

  func entry(at position: Int) -> Entry.ID {
    Entry.ID(rawValue: Int(entries[position]))
  }

  func section(at position: Int) -> Section.ID {
    catalogue?.section(of: entry(at: position)) ?? .root
  }

  /// The bytes of an entry's label; none if it has no label.
  func withLabel<Result>(
    at position: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    guard let catalogue, let node = catalogue.labelNode(of: entry(at: position)) else {
      return body(UnsafeBufferPointer(start: nil, count: 0))
    }
    return catalogue.document.withText(of: node, body)
  }

  func elementHash(at position: Int) -> Int {
    guard let catalogue else { return 0 }
    return catalogue.document.hash(ofElement: catalogue.textNode(of: entry(at: position)))
  }

  func isElement(at position: Int, writtenAs other: Int, of others: ComparedEntries) -> Bool {
    guard let catalogue, let otherCatalogue = others.catalogue else { return false }
    return catalogue.document.isElement(
      catalogue.textNode(of: entry(at: position)),
      writtenAs: otherCatalogue.textNode(of: others.entry(at: other)),
      of: otherCatalogue.document)
  }

  /// The runs of entries that are not known, with their neighbours.
  ///
  /// - Precondition: These are all entries.
  /// - Complexity: O(*n* + *r*) in the numbers of entries and of runs of sections.
  func gaps(isKnown: (_ position: Int) -> Bool) -> [EntryGap] {
    guard let catalogue else { return [] }
    var gaps: [EntryGap] = []
    var position = 0
    func walk(_ section: Section.ID) {
      var before = EntryGap.Neighbour.end
      var first: Int?
      func end(at after: EntryGap.Neighbour) {
        guard let start = first else { return }
        gaps.append(
          EntryGap(
            start: EntryGap.Start(section: section, before: before), positions: start..<position,
            after: after))
        first = nil
      }
      for run in catalogue.sections[section].runs {
        switch run.content {
        case .section(let inner):
          end(at: .section(inner))
          walk(inner)
          before = .section(inner)
        case .entries(let entries):
          for _ in entries {
            if isKnown(position) {
              end(at: .entry(position))
              before = .entry(position)
            } else if first == nil {
              first = position
            }
            position += 1
          }
        }
      }
      end(at: .end)
    }
    walk(.root)
    return gaps
  }
}

/// A run of entries in one section, and its neighbours.
struct EntryGap {
  enum Neighbour: Hashable {
    /// The start or the end of the section.
    case end
    /// By position.
    case entry(Int)
    case section(Section.ID)
  }

  /// The section, and the neighbour before the entries in it.
  struct Start: Hashable {
    let section: Section.ID
    let before: Neighbour
  }

  let start: Start
  let positions: Range<Int>
  let after: Neighbour
}
