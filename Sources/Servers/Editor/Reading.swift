import Catalogues
import Editing
import Forms
import ICUText
import Platform
import PropertyLists
import Readings
import Searching
import Storage

/// A text of an editor, read as a property list and as a catalogue. It is never changed.
///
/// Not safe for concurrent use.
final class Reading {
  let path: FilePath?
  let catalogue: Catalogue
  /// The findings of `check`; `nil` before it was called.
  private(set) var findings: [Finding]?
  /// The length of the byte-order mark, which offsets in the document do not include.
  private let markLength: Int

  var document: PropertyListDocument { catalogue.document }

  /// The text in UTF-8, valid for as long as the reading is.
  var text: UnsafeBufferPointer<UInt8> { document.fileBytes }

  /// - Parameter path: The path of the file, which may tell its format.
  /// - Throws: `PropertyListError` if the text is not a property list.
  /// - Complexity: O(*n*) in the length of the text.
  init(_ text: FileBytes, at path: FilePath?) throws(PropertyListError) {
    do throws(CatalogueFileError) {
      catalogue = try Catalogue(parsing: text, at: path, Reading.options)
    } catch {
      guard case .propertyList(let error) = error else {
        preconditionFailure("what is in memory is read, as a whole")
      }
      throw error
    }
    self.path = path
    markLength = catalogue.document.source.encoding.byteOrderMarkLength
  }

  /// Finds the ranges of values in a text that is not XML, which takes as long as reading it.
  func findPlaces() { _ = document.fileRange(of: document.root) }

  /// The options for the text of an editor, which is in UTF-8 whatever encoding the file declares.
  static let options = {
    var options = ParseOptions(encoding: "UTF-8")
    options.skipsUnreadable = true
    return options
  }()

  /// Checks the text, and keeps the findings.
  ///
  /// - Complexity: O(*n*).
  ///
  /// - Parameter table: The table of readings of names.
  func check(_ table: ReadingTable) {
    let name = path.map { "\(ByteText($0))" } ?? ""
    let filing = FilingCheck(
      LocaleIdentifier { UserDirectory.environmentVariable($0)?.text }, isFixed: false, table: table
    )
    let keys = AppleKeyCheck(fileName: name)
    findings = CatalogueCheck.findings(
      in: catalogue, also: [filing, FormValueCheck()] + (keys.map { [$0] } ?? []))
  }

  // MARK: Places in the text

  /// The range of a node: its element in XML, else its text; `nil` if it has no text of its own.
  func range(of node: NodeIndex) -> Range<Int>? {
    document.fileRange(of: node).map {
      ($0.lowerBound + markLength)..<($0.upperBound + markLength)
    }
  }

  /// The range of the text of a key or a single value, without the tags or quotes around it.
  func contentRange(of node: NodeIndex) -> Range<Int>? {
    guard let range = range(of: node) else { return nil }
    if document.source.format == .xml {
      guard let scalar = document.scalar(node) else { return range }
      let content = document[scalar.node]
      let start = content.contentOffset + markLength
      return start..<(start + content.contentLength)
    }
    let quotes = "\"'".utf8
    guard range.count > 1, let first = text[range].first, quotes.contains(first),
      text[range].last == first
    else { return range }
    return (range.lowerBound + 1)..<(range.upperBound - 1)
  }

  /// The range of a value, with its key if it has one.
  func memberRange(of value: NodeIndex) -> Range<Int>? {
    guard let range = range(of: value) else {
      return document.key(before: value).flatMap(self.range)
    }
    guard let key = document.key(before: value).flatMap(self.range) else { return range }
    return min(key.lowerBound, range.lowerBound)..<max(key.upperBound, range.upperBound)
  }

  // MARK: What is at a place

  /// A child of a container: a value, after its key in a dictionary.
  struct Child {
    let key: NodeIndex?
    let value: NodeIndex
  }

  func children(of container: NodeIndex) -> [Child] {
    switch document.kind(of: container) {
    case .dict: document.members(of: container).map { Child(key: $0.key.node, value: $0.value) }
    case .array: document.elements(of: container).map { Child(key: nil, value: $0) }
    default: []
    }
  }

  /// What is at an offset.
  struct NodeAtOffset {
    /// The containers around the offset, the outermost first.
    var containers: [NodeIndex] = []
    /// The child of the innermost container that is at the offset.
    var child: Child?
    /// Whether the offset is in the key of the child.
    var isInKey = false
  }

  /// - Complexity: O(*n*) in the children of the containers around the offset.
  func place(at offset: Int) -> NodeAtOffset {
    var place = NodeAtOffset()
    var container = document.root
    guard let range = range(of: container), range.touches(offset) else { return place }
    if !document.kind(of: container).isContainer {
      place.child = Child(key: nil, value: container)
      return place
    }
    while true {
      place.containers.append(container)
      let children = children(of: container)
      // The index of the first child that begins after the offset.
      let next = (0..<children.count).partitionPoint { index in
        memberRange(of: children[index].value).map { $0.lowerBound > offset } ?? false
      }
      let nearest = [next - 1, next - 2].first { index in
        index >= 0 && memberRange(of: children[index].value)?.touches(offset) == true
      }
      guard let nearest else { return place }
      let child = children[nearest]
      place.isInKey = child.key.flatMap(self.range)?.touches(offset) ?? false
      let isInValue = self.range(of: child.value)?.touches(offset) ?? false
      guard isInValue, !place.isInKey, document.kind(of: child.value).isContainer else {
        place.child = child
        return place
      }
      container = child.value
    }
  }

  /// The entry at a place, or else the innermost section around it.
  func item(at place: NodeAtOffset) -> Item? {
    let values = place.containers + (place.child.map { [$0.value] } ?? [])
    if let entry = values.lazy.compactMap(entry).first { return .entry(entry) }
    let sections = catalogue.sections(in: .root)
    for value in values.reversed() {
      if let section = sections.first(where: { catalogue.sections[$0].node == value }) {
        return .section(section)
      }
    }
    return nil
  }

  /// The entry whose value is this node.
  ///
  /// - Complexity: O(log *n*) in the number of entries.
  func entry(of value: NodeIndex) -> Entry.ID? {
    let entries = catalogue.entries
    let next = (0..<entries.count).partitionPoint {
      catalogue.value(of: Entry.ID(rawValue: $0)) > value
    }
    guard next > 0 else { return nil }
    let entry = Entry.ID(rawValue: next - 1)
    return catalogue.value(of: entry) == value ? entry : nil
  }

  // MARK: Searching

  private var index: LiveIndex?

  /// The entries that have all words of a text in their labels and details or in the readings of
  /// these, in the order of the file; all entries for an empty text.
  ///
  /// - Parameter table: The table of readings of names.
  func entries(foundBy text: String, _ table: ReadingTable, limit: Int) -> [Entry.ID] {
    let words = Matcher.words(of: text)
    if words.isEmpty { return Array(catalogue.entries.prefix(limit)) }
    let index = index ?? LiveIndex(catalogue) { table }
    self.index = index
    guard let matcher = try? Matcher(words: [words], readings: table),
      let found = index.search(SearchQuery(matcher, in: .labelAndDetail))
    else { return [] }
    return Array(catalogue.inOutline(found.entries.entries).prefix(limit))
  }

  // MARK: What is alike

  /// The containers at the same place as the last of `containers`, in all entries or in all
  /// elements of the arrays around it. They include that container itself.
  ///
  /// - Parameter limit: The most containers that are looked at.
  func alike(_ containers: [NodeIndex], limit: Int = .max) -> [NodeIndex] {
    guard let last = containers.last else { return [] }
    var found: [NodeIndex]
    var way: ArraySlice<NodeIndex>
    if let start = containers.firstIndex(where: { entry(of: $0) != nil }) {
      found = catalogue.entries.prefix(limit).map(catalogue.value(of:))
      way = containers[start...]
    } else {
      found = [document.root]
      way = containers[...]
    }
    while way.count > 1 {
      let (outer, inner) = (way[way.startIndex], way[way.startIndex + 1])
      way = way.dropFirst()
      let isDict = document.kind(of: outer) == .dict
      let key = document.key(before: inner).flatMap { document.key($0) }.map(document.exactText)
      var next: [NodeIndex] = []
      for container in found where next.count < limit {
        switch document.kind(of: container) {
        case .dict where isDict:
          let values = document.members(of: container).filter {
            document.exactText(of: $0.key) == key
          }
          next += values.map(\.value)
        case .array where !isDict:
          next += document.elements(of: container).prefix(limit - next.count)
        default: break
        }
      }
      found = next
    }
    let kind = document.kind(of: last)
    return found.filter { document.kind(of: $0) == kind }
  }
}

extension Range<Int> {
  /// Whether an offset is in the range, or just after it.
  func touches(_ offset: Int) -> Bool { lowerBound <= offset && offset <= upperBound }
}
