package import Catalogues
import Exchange
package import Grammar
package import PropertyLists

/// The form in which `get` prints the values at paths.
package struct PrintedValues: Sendable {
  private let form: Notation
  private let expected: NodeKind?
  /// The text that is printed where no value is.
  private let usual: String?
  /// The end of each text.
  package let end: RecordEnd

  /// The part or form of a value that is printed.
  private enum Notation: CaseIterable {
    case json, xml, keys, count, type
    /// The text of a single value, with nothing added.
    case text

    var option: OptionName? {
      switch self {
      case .json: .json
      case .xml: .xml
      case .keys: .keys
      case .count: .count
      case .type: .type
      case .text: nil
      }
    }
  }

  /// The options of `get` that exclude each other.
  package static let rules: [OptionRule] = [
    .either(Notation.allCases.compactMap(\.option)), .either([.noNewline, .nullData]),
  ]

  /// - Parameter value: Finds the last value that was given to an option; `nil` for an option
  ///   without a value.
  package init(_ value: (OptionName) -> Word?, has: (OptionName) -> Bool) throws(CommandError) {
    form = Notation.allCases.first { $0.option.map(has) ?? false } ?? .text
    expected = try value(.expect).map { name throws(CommandError) in
      guard let kind = NodeKind(typeNamed: name.text) else {
        throw CommandError(
          "'\(name.text)' is not a type", columns: name.columns,
          hint: "types are \(NodeKind.typeNames.joined(separator: ", "))")
      }
      return kind
    }
    usual = value(.defaultValue)?.text
    end = has(.noNewline) ? .none : has(.nullData) ? .null : .lineFeed
  }

  /// The texts to print for the value at a path.
  ///
  /// - Throws: `PathError` if no value is there and there is no text for that case, if the value is
  ///   not of the expected type, or if it cannot be printed in this form.
  package func texts(
    at path: ValuePath, in tree: EditedTree
  ) throws(PathError) -> [String] {
    let value: NodeIndex
    do throws(PathError) {
      value = try tree.value(at: path)
    } catch {
      guard error.isAbsence, let usual else { throw error }
      return [usual]
    }
    let kind = tree.document.kind(of: value)
    if let expected, !expected.isSameType(as: kind) || tree.document.isNull(value) {
      throw .otherType(path, kind: kind, wanted: expected)
    }
    guard let texts = texts(of: value, in: tree) else {
      let forms = kind == .dict ? "--json, --xml, --keys and --count" : "--json, --xml and --count"
      let advice =
        switch form {
        case .keys: kind == .array ? "an array has no keys" : "only dictionaries have keys"
        case .count: "only arrays and dictionaries have a count"
        default: "\(forms) print one"
        }
      throw .unprintable(path, kind: kind, advice: advice)
    }
    return texts
  }

  /// The texts to print for a value; `nil` if it has no such form.
  private func texts(of value: NodeIndex, in tree: EditedTree) -> [String]? {
    let document = tree.document
    let kind = document.kind(of: value)
    switch form {
    case .type: return [document.isNull(value) ? "null" : kind.fieldTypeName]
    case .json: return [JSONEncoder.text(of: value, in: document)]
    case .xml: return [document.elementText(of: value)]
    case .count: return kind.isContainer ? [String(tree.count(of: value))] : nil
    case .keys:
      return kind == .dict
        ? document.members(of: value).map { document.exactText(of: $0.key) } : nil
    case .text: return document.plainText(of: value).map { [$0] }
    }
  }
}

extension PathError {
  /// Whether the path leads to no value, rather than to one that does not fit.
  package var isAbsence: Bool {
    switch self {
    case .notFound, .dotted, .noContainer, .noPosition, .noKey: true
    default: false
    }
  }
}

extension [CommandOption] {
  /// The options of `get`.
  package static let printingValues: [CommandOption] = [
    .init(.json, "print values as JSON, each on one line"),
    .init(.xml, "print elements as they are written"),
    .init(.keys, "print the keys of dictionaries, one a line"),
    .init(.count, letter: "c", "print how many values arrays and dictionaries have"),
    .init(.type, letter: "t", "print the types of values"),
    .init(
      .expect, .required("TYPE", .suggested(NodeKind.typeNames)), "fail if a value is not of TYPE"),
    .init(.defaultValue, .required("TEXT"), "print TEXT where nothing is"),
    .init(.noNewline, letter: "n", "print nothing after a value"),
    .init(.nullData, letter: "0", "end values with NUL"),
  ]
}

/// The end of a printed record.
package enum RecordEnd: String, Sendable {
  case lineFeed = "\n"
  /// NUL, for programs: it occurs in no text except that of binary files.
  case null = "\0"
  case none = ""
}
