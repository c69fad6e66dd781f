import PropertyLists
import Storage

/// Sections whose records are read on demand.
///
/// The sections are well-formed even if the stored data is not: each has a higher number than its
/// parent and is in exactly one place. So walks inwards or outwards always end.
final class StoredSections {
  let count: Int
  private let entryCount: Int
  private let document: PropertyListDocument
  private let items: any StoredItems
  private let failure: RestoringFailure
  private var known: [Section.ID: Section] = [:]

  init(
    _ items: any StoredItems, document: PropertyListDocument, failure: RestoringFailure
  ) throws(IndexDamage) {
    count = items.sectionCount
    guard count > 0, count <= UInt32.max else { throw IndexDamage() }
    self.items = items
    entryCount = items.entryCount
    self.document = document
    self.failure = failure
  }

  subscript(id: Section.ID) -> Section {
    precondition(id.rawValue >= 0 && id.rawValue < count)
    if let section = known[id] { return section }
    let section: Section
    do throws(IndexDamage) {
      section = try read(id)
    } catch {
      failure.hasHappened = true
      section = StoredSections.empty(id)
    }
    known[id] = section
    return section
  }

  /// An empty section, in place of one that cannot be read.
  private static func empty(_ id: Section.ID) -> Section {
    Section(
      id: id, parent: .root, positionInParent: 0, depth: id == .root ? 0 : 1, titleNode: nil,
      node: nil, footerNode: nil)
  }

  private func read(_ id: Section.ID) throws(IndexDamage) -> Section {
    var (head, reader, text) = try self.head(of: id)
    let title = try element(&reader, in: text)
    let header = try element(&reader, in: text)
    let footer = try element(&reader, in: text)
    var section = Section(
      id: id, parent: head.parent, positionInParent: head.position, depth: head.depth,
      titleNode: title, node: nil, headerNode: header, footerNode: footer)
    section.storedFields = try fields(&reader, in: text)
    section.readRuns = try runs(&reader, of: section)
    section.readSectionCount = section.readRuns.count { $0.content.isSection }
    return section
  }

  /// The position of a section among the others: its parent, its position there, and its depth.
  private struct Head {
    let parent: Section.ID
    let position: Int
    let depth: Int
  }

  /// - Returns: The head, a reader of the rest of the record, and the offset to which the offsets
  ///   in it are relative.
  private func head(of id: Section.ID) throws(IndexDamage) -> (Head, IntegerReader, Int) {
    let (record, text) = try items.record(ofSection: id.rawValue)
    var reader = IntegerReader(record)
    if id == .root { return (Head(parent: .root, position: 0, depth: 0), reader, text) }
    let distance = try reader.varint(in: 1..<(id.rawValue + 1))
    let position = try reader.varint(in: 0..<(count + entryCount))
    // Each level of sections takes a level of containers, whose depth is limited.
    let depth = try reader.varint(in: 1..<(PropertyListDocument.depthLimit + 1))
    return (
      Head(parent: id.advanced(by: -distance), position: position, depth: depth), reader, text
    )
  }

  /// Parses the element whose offset is stored; `nil` if none is.
  private func element(
    _ reader: inout IntegerReader, in text: Int
  ) throws(IndexDamage) -> NodeIndex? {
    let offset = try reader.varint()
    guard offset != 0 else { return nil }
    do throws(RereadingError) {
      return try document.readElement(at: text &+ offset &- 1, includingValue: false)
    } catch {
      throw IndexDamage()
    }
  }

  private func fields(
    _ reader: inout IntegerReader, in text: Int
  ) throws(IndexDamage) -> [SectionField] {
    var fields: [SectionField] = []
    // Each field takes more than a byte.
    for _ in 0..<(try reader.varint(in: 0..<(reader.rest + 1))) {
      var path: [String] = []
      for _ in 0..<(try reader.varint(in: 0..<(PropertyListDocument.depthLimit + 1))) {
        path.append(String(decoding: try reader.bytes(try reader.varint()), as: UTF8.self))
      }
      let offset = text &+ (try reader.varint())
      guard let node = try? document.readElement(at: offset), let key = document.key(node) else {
        throw IndexDamage()
      }
      fields.append(
        SectionField(
          path: path + [document.text(of: key)], key: key, value: document.end(of: node)))
    }
    return fields
  }

  private func runs(
    _ reader: inout IntegerReader, of section: Section
  ) throws(IndexDamage) -> [Section.Run] {
    var runs: [Section.Run] = []
    var (position, entry, inner) = (0, Entry.ID.first, section.id)
    let end = Entry.ID(rawValue: entryCount)
    while !reader.isAtEnd {
      entry = entry.advanced(by: try reader.varint(in: 0..<(entry.distance(to: end) + 1)))
      let content: Section.Run.Content
      let tag = try reader.varint()
      if tag & 1 == 0 {
        guard tag > 0, tag >> 1 <= entry.distance(to: end) else { throw IndexDamage() }
        content = .entries(entry..<entry.advanced(by: tag >> 1))
      } else {
        guard tag > 1, tag >> 1 < count - inner.rawValue else { throw IndexDamage() }
        inner = inner.advanced(by: tag >> 1)
        let head = try self.head(of: inner).0
        guard head.parent == section.id, head.position == position,
          head.depth == section.depth + 1
        else { throw IndexDamage() }
        content = .section(inner)
      }
      runs.append(Section.Run(position: position, firstEntry: entry, content: content))
      position += content.count
      if case .entries = content { entry = entry.advanced(by: content.count) }
    }
    return runs
  }
}

extension [UInt8] {
  /// Appends a section's record.
  ///
  /// - Parameters:
  ///   - fields: The section's fields.
  ///   - offset: Returns the offset where the element of a node begins. For a key it is told
  ///     whether the value after it is needed, too.
  mutating func append(
    _ section: Section, _ fields: [SectionField], offset: (NodeIndex, _ includingValue: Bool) -> Int
  ) {
    if section.id != .root {
      append(varint: section.parent.distance(to: section.id))
      append(varint: section.positionInParent)
      append(varint: section.depth)
    }
    append(varint: section.titleNode.map { offset($0, false) + 1 } ?? 0)
    append(varint: section.headerNode.map { offset($0, false) + 1 } ?? 0)
    append(varint: section.footerNode.map { offset($0, false) + 1 } ?? 0)
    append(varint: fields.count)
    for field in fields {
      append(varint: field.path.count - 1)
      for key in field.path.dropLast() {
        append(varint: key.utf8.count)
        append(contentsOf: key.utf8)
      }
      append(varint: offset(field.key.node, true))
    }
    var (entry, inner) = (Entry.ID.first, section.id)
    for run in section.runs {
      append(varint: entry.distance(to: run.firstEntry))
      entry = run.firstEntry
      switch run.content {
      case .entries(let entries):
        append(varint: entries.count << 1)
        entry = entries.upperBound
      case .section(let next):
        append(varint: inner.distance(to: next) << 1 | 1)
        inner = next
      }
    }
  }
}
