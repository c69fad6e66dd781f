import Catalogues
import Forms
import Platform
import PropertyLists

/// The targets of an edit, noted as a comment on its command: hashes of the items at its addresses.
///
/// When the command is run again on a file that others have changed, they show whether it would
/// affect something else.
struct TargetMarks: Equatable {
  private let hashes: [String]

  /// - Parameter command: The command, which determines whether all of an entry matters, since it
  ///   is overwritten or deleted, or only its label.
  init(_ items: [Item], of command: Command, in catalogue: Catalogue, _ form: Form?) {
    let matters: Bool
    switch command {
    case .delete, .set, .unset, .rename: matters = true
    default: matters = false
    }
    hashes = items.map { item in
      let bytes: [UInt8]
      switch item {
      case .entry(let entry) where form != nil && command.concernsForm:
        bytes = form.map { Array($0.row(entry).mark.utf8) } ?? []
      case .entry(let entry) where matters:
        let document = catalogue.document
        let key = catalogue.key(of: entry).map {
          document.text(at: document.elementRange(of: $0.node))
        }
        bytes =
          (key ?? []) + document.text(at: document.elementRange(of: catalogue.value(of: entry)))
      case .entry(let entry): bytes = Array(catalogue.label(of: entry).utf8)
      case .section(let section): bytes = Array((catalogue.fullTitle(of: section) ?? "").utf8)
      }
      return String(stableHash(bytes), radix: 16)
    }
  }

  private static let opening = " # @"

  /// A command with its marks.
  func record(_ command: String) -> String {
    hashes.isEmpty ? command : command + TargetMarks.opening + hashes.joined(separator: ",")
  }

  /// Splits a record into its command and its marks, if it has any.
  static func split(_ record: String) -> (command: String, marks: TargetMarks?) {
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

extension Command {
  /// Whether the command is about rows of a form as such: their owners, and what they contain.
  fileprivate var concernsForm: Bool {
    switch self {
    case .fill, .pick, .expand, .collapse, .toggle, .accordion: true
    default: false
    }
  }
}
