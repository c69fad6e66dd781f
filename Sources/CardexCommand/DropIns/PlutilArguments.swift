import Catalogues
import Platform
import PropertyLists

/// The command line of plutil.
struct PlutilArguments {
  /// What is done with each file.
  enum Verb {
    case help, lint, print
    case convert(PlutilFormat?, header: Bool)
    case insert(KeyPath, NewValue, replaces: Bool, appends: Bool)
    case remove(KeyPath)
    case extract(KeyPath, PlutilFormat?, expected: PlutilType?)
    case create(PlutilFormat)
  }

  /// A value that is put into a property list.
  struct NewValue {
    let type: FieldType
    let text: String
  }

  private(set) var verb = Verb.lint
  private(set) var paths: [FilePath] = []
  private(set) var isReadable = false
  private(set) var endsLine = true
  private(set) var isSilent = false
  /// The file to write, `-` for standard output.
  private(set) var target: FilePath?
  /// The ending of the names of files to write.
  private(set) var ending: String?
  private var rest: ArraySlice<FilePath>

  init(_ arguments: [FilePath]) throws(Failure) {
    rest = arguments[...]
    guard let first = rest.first else { throw Failure("No files specified.") }
    if let verb = try verb(first) { self.verb = verb }
    if case .help = verb { return }
    try readOptions()
    try check()
  }

  private mutating func next(_ message: String) throws(Failure) -> FilePath {
    guard let word = rest.popFirst() else { throw Failure(message) }
    return word
  }

  private mutating func text(_ message: String) throws(Failure) -> String {
    let word = try next(message)
    guard let text = word.text else { throw Failure(naming: "\(word): not UTF-8") }
    return text
  }

  private mutating func skip(_ word: FilePath) -> Bool {
    guard rest.first == word else { return false }
    rest.removeFirst()
    return true
  }

  // MARK: What to do

  /// - Returns: `nil` if the word is not a command, but already an option or the name of a file.
  private mutating func verb(_ word: FilePath) throws(Failure) -> Verb? {
    let extraction = "'Extract' requires a key path and a plist format."
    let all: [FilePath] = [
      "-help", "-lint", "-p", "-convert", "-insert", "-replace", "-remove", "-extract", "-type",
      "-create",
    ]
    guard all.contains(word) else { return nil }
    rest.removeFirst()
    switch word {
    case "-help": return .help
    case "-p": return .print
    case "-convert":
      let format = try PlutilFormat.named(next("Missing format specifier for command."))
      let hasHeader = skip("-header")
      if hasHeader, format != .objc {
        throw Failure("-header is only valid for objc literal conversions.")
      }
      return .convert(format, header: hasHeader)
    case "-insert", "-replace":
      let message = "'Insert' and 'Replace' require a key path, a type, and a value."
      let path = KeyPath(plutil: try text(message))
      let value = try value(of: text(message), message)
      let appends = skip("-append")
      let replaces = word == "-replace"
      return .insert(path, value, replaces: replaces, appends: appends && !replaces)
    case "-remove": return .remove(KeyPath(plutil: try text("'Remove' requires a key path.")))
    case "-extract":
      let path = KeyPath(plutil: try text(extraction))
      return .extract(path, try PlutilFormat.named(next(extraction)), expected: try expected())
    case "-type":
      let path = KeyPath(plutil: try text(extraction))
      return .extract(path, .type, expected: try expected())
    case "-create":
      return .create(try PlutilFormat.named(next("'Create' requires a plist format.")) ?? .xml1)
    default: return .lint
    }
  }

  private mutating func expected() throws(Failure) -> PlutilType? {
    if !skip("-expect") { return nil }
    let name = try next("-expect requires a type argument.")
    guard let type = name.text.flatMap(PlutilType.init) else {
      throw Failure(naming: "-expect type [\(name)] not valid.")
    }
    return type
  }

  private mutating func value(of type: String, _ message: String) throws(Failure) -> NewValue {
    switch type {
    case "-bool":
      switch try text(message).lowercased() {
      case "true", "yes": return NewValue(type: .boolean, text: "true")
      case "false", "no", "0": return NewValue(type: .boolean, text: "false")
      // plutil itself takes any other word for false.
      case let other: throw Failure("Invalid boolean in argument: \(other)")
      }
    case "-integer":
      let text = try text(message).trimmed
      guard let number = Int64(text).map(\.description) ?? UInt64(text)?.description else {
        throw Failure("Invalid integer in argument")
      }
      return NewValue(type: .integer, text: number)
    case "-float": return try checked(.real, text(message).trimmed, "Invalid float in argument")
    case "-string": return NewValue(type: .string, text: try text(message))
    case "-date": return try checked(.date, text(message), "Invalid date in argument")
    case "-data":
      let text = try text(message)
      let digits = text.filter {
        $0.isASCII && ($0.isLetter || $0.isNumber || "+/=".contains($0))
      }
      if digits.isEmpty, !text.isEmpty { throw Failure("Invalid base64 data in argument") }
      return try checked(.data, digits, "Invalid base64 data in argument")
    case "-xml":
      let text = try text(message)
      let isElement =
        text.hasPrefix("<") && !["<?", "<!", "<plist"].contains(where: text.hasPrefix)
      let whole = isElement ? "<plist version=\"1.0\">\(text)</plist>" : text
      do throws(Failure) {
        return try element(
          DropInFile.document(FileBytes(whole.utf8), formats: [.xml, .openStep, .strings]))
      } catch {
        throw Failure(naming: "Unable to parse xml property list: \(error.message)")
      }
    case "-json":
      let text = try text(message)
      do throws(PropertyListError) {
        return try element(PropertyListDocument(FileBytes(text.utf8), format: .json))
      } catch {
        throw Failure(naming: "Unable to parse JSON: \(Failure(error).message)")
      }
    case "-dictionary": return NewValue(type: .dict, text: "")
    case "-array": return NewValue(type: .array, text: "")
    default: throw Failure("Unknown insert or replace type \(type)")
    }
  }

  private func checked(
    _ type: FieldType, _ text: String, _ message: String
  ) throws(Failure) -> NewValue {
    guard let kind = NodeKind(typeNamed: type.rawValue),
      (try? ElementText.value(text, as: kind)) != nil
    else { throw Failure(message) }
    return NewValue(type: type, text: text)
  }

  private func element(_ document: PropertyListDocument) -> NewValue {
    NewValue(type: .xml, text: document.elementText(of: document.root))
  }

  // MARK: Options and files

  private mutating func readOptions() throws(Failure) {
    while let word = rest.popFirst() {
      switch word {
      case "--":
        paths += rest
        rest = []
      case "-n": endsLine = false
      case "-s": isSilent = true
      case "-r": isReadable = true
      case "-o": target = try next("Missing argument for -o.")
      case "-e": ending = try text("Missing argument for -e.")
      default:
        if word.hasPrefix("-"), word != "-" {
          throw Failure(naming: "unrecognized option: \(word)")
        }
        paths.append(word)
      }
    }
    if paths.isEmpty { throw Failure("No files specified.") }
  }

  private func check() throws(Failure) {
    let name: String
    switch verb {
    case .lint: name = "-lint"
    case .print: name = "-p"
    case .create: name = "-create"
    default: return
    }
    if target != nil { throw Failure("-o is not used with \(name).") }
    if ending != nil { throw Failure("-e is not used with \(name).") }
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
