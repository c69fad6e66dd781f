import Catalogues
import Exchange
@preconcurrency import Platform
import PropertyLists
import Storage

/// The items of a published catalogue, from which a `Catalogue` is restored. Rows are fetched when
/// they are asked for.
final class PublishedItems: StoredItems {
  private let session: DatabaseSession
  private let generation: String
  private let keys: [DatabaseSchema.Table: SparseNumbers]
  private let text: ElementText
  private var entries: [Int: Entry] = [:]
  private var sections: [Int: Section] = [:]
  /// Why rows could not be fetched.
  private var failure: Failure?

  private struct Entry {
    let section: Int
    let mark: Int
    let offset: Int
  }

  private struct Section {
    let mark: Int
    let record: Range<Int>
    let elements: Int
  }

  /// How many neighbours are fetched with a row that is asked for: more each time, since all of
  /// them may be asked for.
  private var neighbours: [DatabaseSchema.Table: Int] = [:]
  private static let fewestNeighbours = 16
  private static let mostNeighbours = 1 << 14

  init(
    _ session: DatabaseSession, generation: String, keys: [DatabaseSchema.Table: SparseNumbers]
  ) throws(Failure) {
    (self.session, self.generation, self.keys) = (session, generation, keys)
    guard let text = ElementText() else { throw Failure("\(SystemError(code: ENOMEM))") }
    self.text = text
  }

  var entryCount: Int { keys[.entry]?.count ?? 0 }
  var sectionCount: Int { keys[.section]?.count ?? 0 }

  /// The document in which the fetched elements are read.
  func document(_ format: FileFormat) -> PropertyListDocument? {
    try? PropertyListDocument(
      elements: ConvertedText(text.bytes, owner: text), format: format)
  }

  // MARK: Fetching

  private static let columns: [DatabaseSchema.Table: String] = [
    .entry: "section, mark, element", .section: "mark, record, elements",
  ]

  /// Fetches rows.
  ///
  /// - Parameters:
  ///   - condition: The condition after `where generation = … and`.
  ///   - limit: The maximum number of rows.
  /// - Returns: The numbers of the rows, ascending.
  func fetch(
    _ table: DatabaseSchema.Table, _ condition: String, limit: Int? = nil
  ) throws(Failure) -> [Int] {
    var numbers: [Int] = []
    try session.execute(
      "select \(table.key), \(PublishedItems.columns[table] ?? "") from \(table.name) "
        + "where generation = \(DatabaseSchema.literal(generation)) and \(condition) "
        + "order by \(table.key)\(limit.map { " limit \($0)" } ?? "");",
      columns: 4
    ) { row throws(Failure) in
      guard let number = add(row, to: table), numbers.last ?? -1 < number,
        numbers.count < limit ?? .max
      else { throw PublishedItems.damage }
      numbers.append(number)
      return true
    }
    return numbers
  }

  /// Why a catalogue that is restored from these items lacks some; `nil` if it does not.
  func failure(in catalogue: Catalogue) -> Failure? {
    failure ?? (catalogue.restoringFailure ? PublishedItems.damage : nil)
  }

  static let damage = Failure("the tables do not hold what was published", hint: "publish it again")

  private func add(_ row: DatabaseSession.Row, to table: DatabaseSchema.Table) -> Int? {
    // The last column is text in which elements are read, so it must be UTF-8.
    guard let key = PublishedItems.integer(row[0]), let number = keys[table]?.position(of: key),
      String(validating: row[3], as: UTF8.self) != nil
    else { return nil }
    if table == .entry {
      guard
        let section = PublishedItems.integer(row[1]).flatMap({ keys[.section]?.position(of: $0) }),
        let mark = PublishedItems.integer(row[2]), mark >= 0
      else { return nil }
      if entries[number] == nil {
        guard let range = text.append(row[3]) else { return nil }
        entries[number] = Entry(section: section, mark: mark, offset: range.lowerBound)
      }
      return number
    }
    guard let mark = PublishedItems.integer(row[1]), mark >= 0,
      let record = HexText.bytes(of: row[2])
    else { return nil }
    if sections[number] == nil {
      guard let range = text.append(record[...]), let elements = text.append(row[3]) else {
        return nil
      }
      sections[number] = Section(mark: mark, record: range, elements: elements.lowerBound)
    }
    return number
  }

  static func integer(_ digits: ArraySlice<UInt8>) -> Int? {
    Int(String(decoding: digits, as: UTF8.self))
  }

  /// Fetches a row that is asked for, and those around it.
  private func fetch(_ table: DatabaseSchema.Table, number: Int) throws(IndexDamage) {
    guard failure == nil, let own = keys[table], (0..<own.count).contains(number) else {
      throw IndexDamage()
    }
    let count = neighbours[table] ?? PublishedItems.fewestNeighbours
    let first = number / count * count
    let last = min(first + count, own.count) - 1
    neighbours[table] = min(count * 4, PublishedItems.mostNeighbours)
    do throws(Failure) {
      _ = try fetch(
        table, "\(table.key) between \(own.key(at: first)) and \(own.key(at: last))")
    } catch {
      failure = error
      throw IndexDamage()
    }
  }

  private func entry(_ number: Int) throws(IndexDamage) -> Entry {
    if let entry = entries[number] { return entry }
    try fetch(.entry, number: number)
    guard let entry = entries[number] else { throw missing() }
    return entry
  }

  private func section(_ number: Int) throws(IndexDamage) -> Section {
    if let section = sections[number] { return section }
    try fetch(.section, number: number)
    guard let section = sections[number] else { throw missing() }
    return section
  }

  /// The error for a missing row. Nothing more is fetched then: else each of millions of rows might
  /// be asked for.
  private func missing() -> IndexDamage {
    failure = PublishedItems.damage
    return IndexDamage()
  }

  // MARK: Items

  func offset(ofEntry number: Int) throws(IndexDamage) -> Int { try entry(number).offset }

  func section(ofEntry number: Int) throws(IndexDamage) -> Int { try entry(number).section }

  func record(
    ofSection number: Int
  ) throws(IndexDamage) -> (record: UnsafeBufferPointer<UInt8>, text: Int) {
    let section = try section(number)
    return (UnsafeBufferPointer(rebasing: text.bytes[section.record]), section.elements)
  }

  func nameMark(at index: Int) throws(IndexDamage) -> Int {
    index < entryCount ? try entry(index).mark : try section(index - entryCount).mark
  }
}

/// Memory for elements that are added while others are read. Addresses are reserved at once, so
/// that nothing is ever moved; memory is taken only for what is written.
private final class ElementText: @unchecked Sendable {
  let bytes: UnsafeBufferPointer<UInt8>
  private let memory: UnsafeMutableRawPointer
  private var end = 0

  private static let capacities = [1 << 36, 1 << 32, 1 << 28]

  init?() {
    for capacity in ElementText.capacities {
      guard
        let memory = mmap(
          nil, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
        memory != MAP_FAILED
      else { continue }
      self.memory = memory
      bytes = UnsafeBufferPointer(
        start: memory.assumingMemoryBound(to: UInt8.self), count: capacity)
      return
    }
    return nil
  }

  deinit { munmap(memory, bytes.count) }

  /// Ends the reading of an element that is cut off, wherever that is: in a processing instruction,
  /// a comment, a CDATA section, the value of an attribute, text or a tag. A NUL on either side
  /// separates these bytes from those around them.
  private static let terminator = Array("\0?>-->]]></\0".utf8)

  /// - Returns: Where the bytes are; `nil` if they do not fit.
  func append(_ more: ArraySlice<UInt8>) -> Range<Int>? {
    let length = more.count + ElementText.terminator.count
    guard length <= bytes.count - end else { return nil }
    for (part, offset) in [(more, end), (ElementText.terminator[...], end + more.count)] {
      part.withUnsafeBytes {
        if let base = $0.baseAddress { memcpy(memory + offset, base, $0.count) }
      }
    }
    defer { end += length }
    return end..<(end + more.count)
  }
}
