package import Catalogues
import Grammar
package import ICUText
import PropertyLists

/// A record with the facts on which the meaning of recorded commands depends, besides the file's
/// content. It precedes the commands of a session.
///
/// The record is a line of words: `!session`, followed by `KEY=VALUE` for each fact, quoted as in a
/// command. Journals from before there was this record are of version 0, whose commands mean the
/// same as those of version 1. Since version 2, an address may end in the number of a namesake.
/// Since version 3, names are exact, and `insert` at an ambiguous place is refused. Since version
/// 4, choices are exact, too. Since version 5, there is a `SavedRecord`. Since version 6, a value
/// that `move` puts elsewhere in its array takes the position of the element at the target path,
/// not the one before it.
package struct JournalOrigin: Equatable, Sendable {
  /// The version of the command language that this program writes, and the last that it can read.
  package static let currentVersion = 6

  package let version: Int

  /// How names in commands of a version are matched.
  package static func matching(version: Int) -> NameMatching {
    switch version {
    case ..<2: .withoutOrdinals
    case 2: .lenient
    default: .exact
    }
  }

  /// The format of the file, and its encoding.
  package let format: String
  package let encoding: String
  /// The locale in which names are filed where a command does not name one.
  package let locale: LocaleIdentifier
  /// The options with which the file is read, as written.
  package let options: [String]

  package init(_ editing: EditingSession, options: [String]) {
    version = JournalOrigin.currentVersion
    let source = editing.catalogue.document.source
    format = source.format.rawValue
    encoding = source.encoding.name
    locale = editing.locale
    self.options = options
  }

  private static let mark = "!session"

  /// Reads a record; `nil` for one of another kind.
  package init?(_ record: String) {
    guard record.hasPrefix(JournalOrigin.mark + " "), let words = try? Lexer.words(of: record)
    else { return nil }
    let facts = words.dropFirst().compactMap { try? FieldAssignment($0) }
    func value(_ key: String) -> String? { facts.first { $0.key == key }?.value }
    guard let version = value("version").flatMap({ Int($0) }), version > 0,
      let locale = value("locale").flatMap({ try? LocaleIdentifier($0) })
    else { return nil }
    self.version = version
    self.locale = locale
    format = value("format") ?? ""
    encoding = value("encoding") ?? ""
    options = facts.filter { $0.key == "option" }.map(\.value)
  }

  package var record: String {
    let facts = [
      ("version", String(version)), ("format", format), ("encoding", encoding),
      ("locale", locale.name),
    ]
    let words = (facts + options.map { ("option", $0) }).map { key, value in
      FieldAssignment(key: key, type: nil, value: value).canonicalText
    }
    return ([JournalOrigin.mark] + words).joined(separator: " ")
  }
}
