import Catalogues
import Editing
import Exchange
import Grammar
import Language
import Platform
import PropertyLists

/// `cardex get`: the values at paths.
struct GetCommand {
  private let options: ParsedOptions
  private let output: Output
  private let files: [InputFile]
  private let paths: [ValuePath]
  private let form: Form
  private let expected: NodeKind?
  private let ending: String
  private let namesFiles: Bool

  /// What is printed of a value.
  private enum Form: CaseIterable {
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

  init(_ options: ParsedOptions, output: Output) throws(Failure) {
    (self.options, self.output) = (options, output)
    var texts = options.values(.path)
    let operands = texts.isEmpty ? Array(options.operands.prefix(1)) : options.operands
    if texts.isEmpty {
      for operand in options.operands.dropFirst() { texts.append(try options.text(of: operand)) }
    }
    if texts.isEmpty {
      throw Failure("no PATH was given", hint: "'cardex get FILE .KEY' prints the value of KEY")
    }
    files = try InputFile.files(operands.map { operand throws(Failure) in try operand.asFile() })
    paths = try texts.map { text throws(Failure) in try GetCommand.path(text) }
    let forms = Form.allCases.filter { $0.option.map(options.has) ?? false }
    if forms.count > 1, let first = forms[0].option, let second = forms[1].option {
      throw Failure("\(first.spelling) and \(second.spelling) cannot be used together")
    }
    form = forms.first ?? .text
    expected = try options.value(.expect).map { name throws(Failure) in
      guard let kind = NodeKind(typeNamed: name) else {
        throw Failure(
          "'\(name)' is not a type",
          hint: "types are \(NodeKind.typeNames.joined(separator: ", "))")
      }
      return kind
    }
    if options.has(.noNewline), options.has(.nullData) {
      throw Failure("--no-newline and --null-data cannot be used together")
    }
    ending = options.has(.noNewline) ? "" : options.has(.nullData) ? "\0" : "\n"
    namesFiles =
      options.has(.withFilename) || files.count > 1 && !options.has(.noFilename)
  }

  private static func path(_ text: String) throws(Failure) -> ValuePath {
    if text == "/" { return .root }
    guard ValuePath.isPath(text) else {
      throw Failure(
        "'\(text)' is not a path, which begins with a dot",
        hint: "'\(ValuePath([.name(text)]).text)' leads to the key '\(text)', '/' is the whole file"
      )
    }
    do throws(ValuePathError) {
      return try ValuePath(text)
    } catch {
      throw Failure("\(error)")
    }
  }

  func run() throws(Failure) -> ExitStatus {
    var (isComplete, hasFailed) = (true, false)
    for file in files {
      let document: PropertyListDocument
      do throws(Failure) {
        document = try CatalogueLoader.document(of: file, options)
      } catch {
        if files.count == 1 { throw error }
        hasFailed = true
        try output.report(error)
        continue
      }
      let tree = EditedTree(document)
      for path in paths {
        do throws(Failure) {
          if try !printValue(at: path, in: tree, file) { isComplete = false }
        } catch {
          if error.cause != .work { throw error }
          hasFailed = true
          try output.report(error)
        }
      }
    }
    try output.flush()
    return hasFailed ? .failed : isComplete ? .found : .notFound
  }

  /// - Returns: Whether there is something at the path, or something is printed in its place.
  private func printValue(
    at path: ValuePath, in tree: EditedTree, _ file: InputFile
  ) throws(Failure) -> Bool {
    let name = file.name(options)
    let value: NodeIndex
    do throws(PathError) {
      value = try tree.value(at: path)
    } catch {
      let failure = Failure(naming: "\(name): \(error)")
      guard error.isAbsence else { throw failure }
      guard let usual = options.value(.defaultValue) else {
        try output.report(failure)
        return false
      }
      try write(usual, name)
      return true
    }
    let kind = tree.document.kind(of: value)
    if let expected, !expected.isSameType(as: kind) {
      throw Failure(
        naming:
          "\(name): '\(path.text)' is of the type \(kind.fieldTypeName), not \(expected.fieldTypeName)"
      )
    }
    guard let lines = lines(of: value, in: tree) else {
      let forms = kind == .dict ? "--json, --xml, --keys and --count" : "--json, --xml and --count"
      throw Failure(
        naming: "\(name): '\(path.text)' is \(kind == .dict ? "a dictionary" : "an array")",
        hint: form == .keys
          ? "an array has no keys"
          : form == .count
            ? "only arrays and dictionaries have a count" : "\(forms) print one")
    }
    for line in lines { try write(line, name) }
    return true
  }

  /// What is printed of a value, without ends of lines; `nil` if it has nothing of the kind.
  private func lines(of value: NodeIndex, in tree: EditedTree) -> [String]? {
    let document = tree.document
    let kind = document.kind(of: value)
    switch form {
    case .type: return [kind.fieldTypeName]
    case .json: return [JSONEncoder.text(of: value, in: document)]
    case .xml: return [document.elementText(of: value)]
    case .count: return kind.isContainer ? [String(tree.count(of: value))] : nil
    case .keys:
      return kind == .dict
        ? document.members(of: value).map { document.exactText(of: $0.key) } : nil
    case .text: return document.plainText(of: value).map { [$0] }
    }
  }

  private func write(_ text: String, _ name: ByteText) throws(Failure) {
    if namesFiles {
      try output.write(part: name.line(forTerminal: StandardTerminal.isOutput) + Array(":".utf8))
    }
    try output.write(text + ending)
  }
}

extension PathError {
  /// Whether nothing is there, rather than something that does not fit.
  fileprivate var isAbsence: Bool {
    switch self {
    case .notFound, .dotted, .noContainer, .noPosition, .noKey: true
    default: false
    }
  }
}
