import Foundation
import Grammar
import Presentation
import PropertyLists
import SeededRandom
import Terminal
import TestHelpers
import Testing

@testable import Catalogues
@testable import Editing
@testable import Language

/// Whatever is in a property list, `show` prints it, and what it prints above a value is the path
/// by which that is set.
@Suite struct ShownFieldsTests {
  @Test(
    "every scalar is shown with the item that holds it",
    arguments: 1...Rounds.of(UInt64(100)))
  func shown(_ seed: UInt64) throws {
    try Self.checkShown(RandomPlist.text(seed: seed), "\(seed)")
  }

  @Test("so it is in files that are given")
  func shownInGivenFiles() throws {
    for path in GivenFiles.paths {
      let text = try Data(contentsOf: URL(filePath: path))
      if readsAsCatalogue(text) { try Self.checkShown(Array(text), path) }
    }
  }

  private static func checkShown(_ text: [UInt8], _ name: String) throws {
    let output = RecordingOutput()
    let session = try EditedCatalogue(text).session(output)
    let catalogue = session.catalogue
    let items =
      catalogue.sections.map { Item.section($0.id) } + catalogue.entries.map { Item.entry($0) }
    var shown: Set<NodeIndex> = []
    for item in items {
      let lines = try Self.lines(shownFor: item, session, output)
      for node in catalogue.scalars(of: item) {
        shown.insert(node)
        for text in catalogue.shownPieces(of: node, of: item) {
          #expect(
            lines.contains { $0.hasSuffix(text) },
            "\(text) of \(item) in \(name): \(lines) \(session.book.address(of: item))")
        }
      }
    }
    var all: Set<NodeIndex> = []
    catalogue.document.visitScalars(in: .root) { all.insert($0) }
    // Rows of a form that are hidden are shown all the same by their addresses.
    #expect(shown == all, "\(name)")
  }

  private static func lines(
    shownFor item: Item, _ session: Session, _ output: RecordingOutput
  ) throws -> [Substring] {
    _ = output.take()
    let address = Quoting.quoted(session.book.address(of: item))
    try session.run("show --all -- \(address)")
    return output.take().split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test(
    "what is shown above a value is the path by which it is set",
    arguments: 1...Rounds.of(UInt64(100)))
  func paths(_ seed: UInt64) throws {
    try Self.checkPaths(RandomPlist.text(seed: seed), seed, "\(seed)")
  }

  @Test("so it is in a sample of the items of files that are given")
  func pathsInGivenFiles() throws {
    for path in GivenFiles.paths {
      let text = try Data(contentsOf: URL(filePath: path))
      if readsAsCatalogue(text) { try Self.checkPaths(Array(text), 1, path) }
    }
  }

  private static func checkPaths(_ text: [UInt8], _ seed: UInt64, _ name: String) throws {
    var random = SeededGenerator(seed: seed)
    let session = try EditedCatalogue(text).session(RecordingOutput())
    let catalogue = session.catalogue
    let original = session.text
    let items =
      catalogue.sections.map { Item.section($0.id) } + catalogue.entries.map { Item.entry($0) }
    for item in items.shuffled(using: &random).prefix(60) {
      let address = Quoting.quoted(session.book.address(of: item))
      let places = session.shownPaths(of: item)
      for place in places.shuffled(using: &random).prefix(3) {
        let field = Quoting.quotedKey(place.path) + ":string=changed"
        do throws(SessionError) {
          try session.run("set -- \(address) \(field)")
        } catch {
          // Some decide which section an entry is in, or that a row is one.
          #expect(
            catalogue.shape.grouping != .none, "\(field) of \(address) in \(name): \(error.message)"
          )
          continue
        }
        // The text is in UTF-8, whatever encoding the file names.
        let reread = try PropertyListDocument(FileBytes(session.text), encoding: "UTF-8")
        let tokens = reread.tokens(of: .root)
        let expected = catalogue.document.tokens(of: .root, changed: place.node)
        // The field that entries are grouped by moves them.
        let isGrouping = place.path == catalogue.shape.groupingKey
        #expect(
          isGrouping ? tokens.sorted() == expected.sorted() : tokens == expected,
          "\(field) of \(address) in \(name)")
        try session.run("undo")
        #expect(session.text == original)
      }
    }
  }
}

/// Whether a file is an XML property list whose dictionaries have no key twice, so that each value
/// has a path.
private func readsAsCatalogue(_ text: Data) -> Bool {
  guard let document = try? PropertyListDocument(FileBytes(Array(text))) else { return false }
  return document.unwritable == nil && document.duplicateKeyCount() == 0
}

extension RandomPlist {
  fileprivate static func text(seed: UInt64) -> [UInt8] {
    var random = RandomPlist(seed: seed)
    return Array(
      "<plist version=\"1.0\">\(random.catalogue().withoutRepeatedKeys.xml)</plist>".utf8)
  }
}

extension Catalogue {
  fileprivate func scalars(of item: Item) -> [NodeIndex] {
    var result: [NodeIndex] = []
    switch item {
    case .entry(let entry):
      document.visitScalars(in: value(of: entry)) { result.append($0) }
    case .section(let section):
      for field in fields(of: section) {
        document.visitScalars(in: field.value) { result.append($0) }
      }
      if shape.groupingKey == nil, let title = sections[section].titleNode,
        document.kind(of: title) != .key
      {
        result.append(title)
      }
    }
    return result
  }

  /// What a line ends with that shows a scalar.
  fileprivate func shownPieces(of node: NodeIndex, of item: Item) -> [String] {
    guard let scalar = document.scalar(node) else { return [] }
    if document.kind(of: node) == .data {
      return ["<\(document.data(at: node)?.count ?? 0) bytes>"]
    }
    let text = document.shownText(of: scalar) ?? ""
    guard case .section(let section) = item, sections[section].titleNode == node else {
      return [VisibleText.shown(text)]
    }
    let count = sections[section].itemCount == 0 ? "" : "  (\(entryCount(of: section)))"
    let title = title(of: section) ?? ""
    guard let detail = titleDetail(of: section) else { return [title + count] }
    return [detail]
  }
}

extension Session {
  /// The scalars shown below an item, each with the names shown on the way to it.
  fileprivate func shownPaths(of item: Item) -> [(path: String, node: NodeIndex)] {
    let builder = rowBuilder(Sectioning(catalogue))
    let document = catalogue.document
    var rows: [FieldRow]
    var nodes: [NodeIndex] = []
    switch item {
    case .entry(let entry):
      rows = builder.fields(of: entry)
      if !document.kind(of: catalogue.value(of: entry)).isContainer {
        return [("", catalogue.value(of: entry))]
      }
      if document.firstChild(of: catalogue.value(of: entry))
        == document.end(of: catalogue.value(of: entry))
      {
        return []
      }
      document.visitLeaves(in: catalogue.value(of: entry)) { nodes.append($0) }
      // The address leads to the value, whose name it has.
      if document.kind(of: catalogue.value(of: entry)) == .array { rows = rows[0].fields }
    case .section(let section):
      rows = builder.fields(of: section, depth: 1)
      let whole = catalogue.sections[section]
      for field in catalogue.fields(of: section)
      where (field.value != whole.headerNode || catalogue.header(of: section) == nil)
        && (field.value != whole.footerNode || catalogue.footer(of: section) == nil)
      {
        document.visitLeaves(in: field.value) { nodes.append($0) }
      }
    }
    let paths = rows.flatMap { $0.paths(below: nil) }
    #expect(paths.count == nodes.count)
    return zip(paths, nodes).filter { !document.kind(of: $1).isContainer }
      .map { (path: $0, node: $1) }
  }
}

extension FieldRow {
  fileprivate func paths(below outer: String?) -> [String] {
    let name = row.label.value == "\"\"" ? "" : row.label.value
    let path = outer.map { "\($0).\(name)" } ?? name
    return fields.isEmpty ? [path] : fields.flatMap { $0.paths(below: path) }
  }
}

extension PropertyListDocument {
  fileprivate func visitScalars(in value: NodeIndex, _ body: (NodeIndex) -> Void) {
    visitLeaves(in: value) { if !kind(of: $0).isContainer { body($0) } }
  }

  /// Visits the scalars and the empty containers.
  fileprivate func visitLeaves(in value: NodeIndex, _ body: (NodeIndex) -> Void) {
    if !kind(of: value).isContainer || firstChild(of: value) == end(of: value) {
      return body(value)
    }
    if kind(of: value) == .dict {
      for member in members(of: value) { visitLeaves(in: member.value, body) }
    } else {
      for element in elements(of: value) { visitLeaves(in: element, body) }
    }
  }
}
