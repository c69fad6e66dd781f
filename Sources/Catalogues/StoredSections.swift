import IndexFiles
import PropertyLists

/// Sections as `CatalogueSnapshot` stores them, of which each is read when it is asked for.
///
/// What has been read is well-formed, whatever is stored: sections have higher numbers than those
/// around them and are in exactly one place, so that they can be followed in and out without end.
final class StoredSections {
  let count: Int
  private let entryCount: Int
  private let document: PropertyListDocument
  private let bytes: StoredBytes
  private let places: PackedIntegers
  private let failure: RestoringFailure
  private var known: [Int: Section] = [:]

  /// - Parameters:
  ///   - bytes: The records.
  ///   - places: Where they begin, and where the last one ends.
  init(
    _ bytes: StoredBytes, places: PackedIntegers, entryCount: Int, document: PropertyListDocument,
    failure: RestoringFailure
  ) throws(IndexDamage) {
    count = places.count - 1
    guard count > 0, count <= UInt32.max else { throw IndexDamage() }
    self.bytes = bytes
    self.places = places
    self.entryCount = entryCount
    self.document = document
    self.failure = failure
  }

  subscript(index: Int) -> Section {
    precondition(index >= 0 && index < count)
    if let section = known[index] { return section }
    let section: Section
    do throws(IndexDamage) {
      section = try read(index)
    } catch {
      failure.hasHappened = true
      section = StoredSections.empty(index)
    }
    known[index] = section
    return section
  }

  /// A section without anything, for one that cannot be read.
  private static func empty(_ index: Int) -> Section {
    Section(
      index: index, parent: 0, positionInParent: 0, depth: index == 0 ? 0 : 1, titleNode: nil,
      node: nil, footerNode: nil)
  }

  private func read(_ index: Int) throws(IndexDamage) -> Section {
    var (head, reader) = try self.head(of: index)
    let title = try element(&reader)
    let header = try element(&reader)
    let footer = try element(&reader)
    var section = Section(
      index: index, parent: head.parent, positionInParent: head.position, depth: head.depth,
      titleNode: title, node: nil, headerNode: header, footerNode: footer)
    section.readRuns = try runs(&reader, of: section)
    section.readSectionCount = section.readRuns.count(where: \.content.isSection)
    return section
  }

  /// Where a section stands.
  private struct Head {
    let parent: Int
    let position: Int
    let depth: Int
  }

  private func head(of index: Int) throws(IndexDamage) -> (Head, IntegerReader) {
    let start = try places.integer(at: index)
    let end = try places.integer(at: index + 1)
    guard start <= end else { throw IndexDamage() }
    var reader = IntegerReader(try bytes.bytes(start..<end))
    if index == 0 { return (Head(parent: 0, position: 0, depth: 0), reader) }
    let distance = try reader.varint(in: 1..<(index + 1))
    let position = try reader.varint(in: 0..<(count + entryCount))
    // The root is in a container, the deepest sections are in the innermost one.
    let depth = try reader.varint(in: 1..<(PropertyListDocument.depthLimit + 1))
    return (Head(parent: index - distance, position: position, depth: depth), reader)
  }

  /// Reads the element again whose offset is stored, if one is.
  private func element(_ reader: inout IntegerReader) throws(IndexDamage) -> NodeIndex? {
    let place = try reader.varint()
    guard place != 0 else { return nil }
    do throws(RereadingError) {
      return try document.readElement(at: place &- 1, includingValue: false)
    } catch {
      throw IndexDamage()
    }
  }

  private func runs(
    _ reader: inout IntegerReader, of section: Section
  ) throws(IndexDamage) -> [Section.Run] {
    var runs: [Section.Run] = []
    var (position, entry, inner) = (0, 0, section.index)
    while !reader.isAtEnd {
      entry += try reader.varint(in: 0..<(entryCount - entry + 1))
      let content: Section.Run.Content
      let tag = try reader.varint()
      if tag & 1 == 0 {
        guard tag > 0, tag >> 1 <= entryCount - entry else { throw IndexDamage() }
        content = .entries(entry..<(entry + tag >> 1))
      } else {
        guard tag > 1, tag >> 1 < count - inner else { throw IndexDamage() }
        inner += tag >> 1
        let head = try self.head(of: inner).0
        guard head.parent == section.index, head.position == position,
          head.depth == section.depth + 1
        else { throw IndexDamage() }
        content = .section(inner)
      }
      runs.append(Section.Run(position: position, firstEntry: entry, content: content))
      position += content.count
      if case .entries = content { entry += content.count }
    }
    return runs
  }
}

extension [UInt8] {
  /// Appends a section's record.
  ///
  /// - Parameter offset: Tells where the element of a node begins.
  mutating func append(_ section: Section, offset: (NodeIndex) -> Int) {
    if section.index > 0 {
      append(varint: section.index - section.parent)
      append(varint: section.positionInParent)
      append(varint: section.depth)
    }
    append(varint: section.titleNode.map { offset($0) + 1 } ?? 0)
    append(varint: section.headerNode.map { offset($0) + 1 } ?? 0)
    append(varint: section.footerNode.map { offset($0) + 1 } ?? 0)
    var (entry, inner) = (0, section.index)
    for run in section.runs {
      append(varint: run.firstEntry - entry)
      entry = run.firstEntry
      switch run.content {
      case .entries(let entries):
        append(varint: entries.count << 1)
        entry += entries.count
      case .section(let next):
        append(varint: (next - inner) << 1 | 1)
        inner = next
      }
    }
  }
}
