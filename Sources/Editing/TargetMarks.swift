package import Catalogues
package import Forms
import Platform
import PropertyLists

/// The targets of an edit, noted as a comment on its command: hashes of the items at its addresses.
///
/// When the command is run again on a file that other programs have changed, the hashes show
/// whether it would affect something else.
package struct TargetMarks: Equatable {
  private let hashes: [String]

  /// The part of an item that a mark is made of. If it has changed, the command would overwrite or
  /// fill in something else.
  package enum MarkPart: Equatable, Sendable {
    /// The label or title.
    case name
    /// All of an entry; of a section, its title and its fields.
    case whole
    /// A section with everything in it.
    case contents
    /// The titles of a row of a form and of the rows around it, and the values that a command may
    /// fill in there.
    case row
  }

  package init(_ items: [Item], _ part: MarkPart, in catalogue: Catalogue, _ form: Form?) {
    hashes = items.map {
      String(stableHash(TargetMarks.bytes(of: $0, part, in: catalogue, form)), radix: 16)
    }
  }

  /// The bytes whose hash is the mark of an item.
  private static func bytes(
    of item: Item, _ part: MarkPart, in catalogue: Catalogue, _ form: Form?
  ) -> [UInt8] {
    let document = catalogue.document
    func text(_ node: NodeIndex) -> [UInt8] { document.text(at: document.elementRange(of: node)) }
    switch item {
    case .entry(let entry):
      if part == .row, let form { return Array(form.row(entry).mark.utf8) }
      if part == .name || part == .row { return Array(catalogue.label(of: entry).utf8) }
      return (catalogue.key(of: entry).map { text($0.node) } ?? [])
        + text(catalogue.value(of: entry))
    case .section(let section):
      var bytes = Array((catalogue.fullTitle(of: section) ?? "").utf8)
      guard part == .whole || part == .contents else { return bytes }
      for field in catalogue.fields(of: section) {
        bytes += text(field.key.node) + text(field.value)
      }
      guard part == .contents else { return bytes }
      for item in catalogue.sections[section].items {
        bytes += TargetMarks.bytes(of: item, part, in: catalogue, form)
      }
      return bytes
    }
  }

  /// Marks of the values that an edit by paths changes or removes.
  package init(of edit: TreeEdit, in editing: EditingSession) {
    let paths =
      switch edit {
      case .set(let fields, _): fields.map(\.path)
      case .delete(let paths): paths
      case .rename(let path, _), .move(let path, _), .copy(let path, _): [path]
      case .insert, .patch, .revise: [ValuePath]()
      }
    hashes = editing.texts(at: paths).map { hexadecimal(stableHash($0)) }
  }

  /// Marks of the whole property list, and of the entries of another file that go into it.
  package init(allOf catalogue: Catalogue, and source: ImportedEntries? = nil) {
    var text: [UInt8] = []
    catalogue.document.forEachPiece { text += $0 }
    hashes = ([stableHash(text)] + (source.map { [$0.hash] } ?? [])).map { hexadecimal($0) }
  }

  private static let opening = " # @"

  /// A command with its marks.
  package func record(_ command: String) -> String {
    hashes.isEmpty ? command : command + TargetMarks.opening + hashes.joined(separator: ",")
  }

  /// Splits a record into its command and its marks, if it has any.
  package static func split(_ record: String) -> (command: String, marks: TargetMarks?) {
    // Marks have no quotes, so that no part of the command is mistaken for marks.
    let tail = record.utf8.reversed().prefix { byte in
      (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) || byte == UInt8(ascii: ",")
    }
    let head = String(decoding: record.utf8.dropLast(tail.count), as: UTF8.self)
    guard !tail.isEmpty, head.hasSuffix(opening) else { return (record, nil) }
    let hashes = String(decoding: tail.reversed(), as: UTF8.self).split(separator: ",")
    return (String(head.dropLast(opening.count)), TargetMarks(hashes: hashes.map(String.init)))
  }

  private init(hashes: [String]) { self.hashes = hashes }
}
