/// Why an operation on a row of a form is not possible.
package enum FormError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A row without a field to fill in.
  case notAField(String)
  case unknownKind(String, String)
  /// A row to which several fields belong.
  case severalFields(String, fields: [String])
  /// A row that is not one of several choices.
  case notAChoice(String)
  case choiceWanted(String, choices: [String])
  case notOffered(String, choices: [String])
  /// A text that is not exactly a choice, and the choice that it is nearest to.
  case inexact(String, meant: String)
  case severalChoices(String, choices: [String])
  /// A text that a kind of row does not accept, with a hint.
  case rejected(String, hint: String? = nil)
  case doesNotExpand(String)
  /// A count of rows that is not a number.
  case noCount(String, String)
  /// A row that no longer comes after the row that it belongs to.
  case ownerNotBefore(String)
  /// Rows that would come between rows that belong together.
  case tornApart
  case rowsMissing(String, declared: Int, found: Int)

  package var description: String {
    switch self {
    case .notAField(let title): "'\(title)' has nothing to fill in"
    case .unknownKind(let title, let kind):
      "'\(title)' is a row of the unknown kind '\(kind)'"
    case .severalFields(let title, let fields):
      "'\(title)' has several rows to fill in: \(FormError.list(fields))"
    case .notAChoice(let title): "'\(title)' is not a choice"
    case .choiceWanted(let title, let choices):
      "'\(title)' has several choices: \(FormError.list(choices))"
    case .notOffered(let text, let choices):
      "'\(text)' is not a choice; choices: \(FormError.list(choices))"
    case .inexact(let text, let meant):
      "'\(text)' is not exactly a choice; nearest: \(meant)"
    case .severalChoices(let text, let choices):
      "'\(text)' is ambiguous: \(FormError.list(choices))"
    case .rejected(let reason, _): reason
    case .doesNotExpand(let title): "'\(title)' does not expand"
    case .noCount(let title, let text):
      "additionalRows of '\(title)' is '\(text)', which is not a number of rows"
    case .ownerNotBefore(let title):
      "'\(title)' belongs to a row that would no longer precede it"
    case .tornApart: "rows would come between others that belong together"
    case .rowsMissing(let title, let declared, let found):
      "'\(title)' owns \(declared == 1 ? "1 row" : "\(declared) rows") by its additionalRows, but its section ends after \(found)"
    }
  }

  /// What to do about the error.
  package var hint: String? {
    switch self {
    case .notAField, .unknownKind: "'set ADDRESS KEY=VALUE' changes the fields of any row"
    case .severalFields: "name one of them"
    case .notAChoice: "'fill' enters texts, dates and numbers"
    case .choiceWanted: "name one: 'pick ADDRESS CHOICE'"
    case .rejected(_, let hint): hint
    case .ownerNotBefore, .tornApart:
      "delete, move or copy a row together with those that belong to it"
    case .doesNotExpand: "rows that do are marked + and –"
    case .noCount, .rowsMissing: "'set ADDRESS additionalRows=N' corrects it"
    default: nil
    }
  }

  static func unfillable(_ title: String) -> FormError {
    .rejected("'\(title)' has a value of a type that cannot be filled in")
  }

  static func list(_ names: [String]) -> String {
    names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", …" : "")
  }
}
