import Catalogues
import Editing
import Language
import Platform
import PropertyLists

/// The command that was probably meant by one that does not work here: a command of Apple's
/// programs, of jq or of yq, or an address where a path is wanted. A guess is named only after it
/// has been tried on the file.
struct GuessedCommand {
  /// What the guessed command does.
  private enum Action {
    case get(String?)
    case set, insert, delete, rename, move, copy, toggle
    case check, patch, convert, create
  }

  private static let actions: [String: Action] = [
    "get": .get(nil), "read": .get(nil), "print": .get(nil), "extract": .get(nil), "cat": .get(nil),
    "keys": .get("--keys"), "count": .get("--count"), "length": .get("--count"),
    "type": .get("--type"), "has": .get("--type"),
    "set": .set, "write": .set, "replace": .set, "put": .set, "change": .set, "update": .set,
    "insert": .insert, "add": .insert, "append": .insert,
    "delete": .delete, "remove": .delete, "rm": .delete, "del": .delete, "unset": .delete,
    "rename": .rename, "move": .move, "mv": .move, "copy": .copy, "cp": .copy, "toggle": .toggle,
    "lint": .check, "merge": .patch, "patch": .patch, "convert": .convert,
    "create": .create, "new": .create,
  ]

  /// The commands of plutil, which may have been given without its name.
  private static let plutilCommands = [
    "-lint", "-p", "-convert", "-insert", "-replace", "-remove", "-extract", "-type", "-create",
  ]

  private static let types: [String: String] = [
    "string": "string", "bool": "bool", "boolean": "bool", "int": "int", "integer": "int",
    "float": "real", "real": "real", "date": "date", "data": "data", "xml": "xml", "json": "json",
    "array": "array", "dict": "dict", "dictionary": "dict",
  ]

  /// The words of the command line that are still to be read: paths and values.
  private var words: [String]
  private var type: String?
  private var appends = false
  /// Options that stay, such as `--json`.
  private var options: [String] = []
  private let file: String
  private let places: KeyPlaces
  /// Whether this program has no command of that name.
  private let isForeign: Bool

  /// The words of the guessed command, without the name of the program.
  ///
  /// - Parameter arguments: The arguments that were given.
  /// - Returns: `nil` if there is no guess, or it has the same words as the arguments.
  static func words(for arguments: [FilePath]) -> [String]? {
    let given = arguments.compactMap(\.text)
    guard given.count == arguments.count, var verb = given.first else { return nil }
    if plutilCommands.contains(verb) { return ["plutil"] + given }
    if verb == "-c" || verb == "-x" { return ["PlistBuddy"] + given }
    var rest = Array(given.dropFirst())
    if verb == "defaults", !rest.isEmpty { verb = rest.removeFirst() }
    let isFile = { (word: String) in InputFile.path(FilePath(word)).isRegular }
    if isFile(verb) || verb.hasPrefix(".") || verb.hasPrefix("del(") {
      rest.insert(verb, at: 0)
      verb = "get"
    }
    guard let action = actions[verb] else { return nil }
    if case .create = action {
      let format = rest.count > 1 ? rest.removeFirst() : "xml1"
      return verb == "create" && rest.count == 1 ? ["plutil", "-create", format, rest[0]] : nil
    }
    guard let index = rest.firstIndex(where: isFile) else { return nil }
    let file = rest.remove(at: index)
    if case .convert = action { return conversion(of: file, rest) }
    if case .patch = action { return verb == "merge" ? patch(of: file, rest) : nil }
    guard let document = document(file),
      var guess = GuessedCommand(
        rest, for: file, document, isForeign: CommandWord(verb) == nil),
      var result = guess.words(for: action)
    else { return nil }
    result.insert(contentsOf: guess.options.filter { !result.contains($0) }, at: 1)
    return result.sorted() == given.sorted() ? nil : result
  }

  /// The command as a hint.
  static func hint(for arguments: [FilePath]) -> String? {
    words(for: arguments).map { words in
      "did you mean: " + (["cardex"] + words.map(quoted)).joined(separator: " ")
    }
  }

  /// A word in quotes for the system's shell, if it needs any.
  private static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || "-_./:=@%+,".utf8.contains(byte) || byte >= 0x80
      }
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }

  /// A property list, if its file is small enough to be read quickly.
  private static func document(_ file: String) -> PropertyListDocument? {
    let path = FilePath(file)
    guard let bytes = try? FileBytes(path: path), bytes.count <= 1 << 26 else { return nil }
    return try? PropertyListDocument(parsing: bytes, at: path, ParseOptions())
  }

  /// A `patch` command for two files that are to be merged without a base.
  private static func patch(of file: String, _ rest: [String]) -> [String]? {
    guard rest.count == 1, let one = document(file), let other = document(rest[0]) else {
      return nil
    }
    let isPatch = file.hasSuffix(".json") && !rest[0].hasSuffix(".json")
    guard makes(.patch(TreePatch(isPatch ? one : other)), EditedTree(isPatch ? other : one)) else {
      return nil
    }
    return ["patch"] + (isPatch ? [rest[0], file] : [file, rest[0]])
  }

  private static func conversion(of file: String, _ rest: [String]) -> [String]? {
    let formats = ["json", "xml", "binary", "csv", "tsv", "openstep", "strings", "text", "html"]
    var (format, target): (String?, String?) = (nil, nil)
    for word in rest {
      var name = word.drop { $0 == "-" }
      if name.hasPrefix("to=") { name = name.dropFirst(3) }
      if name.hasSuffix("1") { name = name.dropLast() }
      if formats.contains(String(name)), word != "--to=\(name)" {
        format = String(name)
      } else if !word.hasPrefix("-"), target == nil {
        target = word
      } else if word != "-t", word != "-f" {
        return nil
      }
    }
    guard format != nil || target != nil else { return nil }
    return ["convert"] + (format.map { ["--to=\($0)"] } ?? [])
      + (target.map { ["-o", $0] } ?? []) + [file]
  }

  // MARK: Words

  /// - Returns: `nil` if a word is an option that means nothing here.
  private init?(
    _ given: [String], for file: String, _ document: PropertyListDocument, isForeign: Bool
  ) {
    words = []
    (self.file, places) = (file, KeyPlaces(tree: EditedTree(document)))
    self.isForeign = isForeign
    for word in given {
      switch word {
      case "--", "to", "=": continue
      case "-append", "-array-add": appends = true
      case _ where word.hasPrefix("--"): options.append(word)
      case _ where word.hasPrefix("-") && word.count > 1 && Int(word) == nil:
        guard let type = GuessedCommand.types[String(word.dropFirst())] else { return nil }
        self.type = type
      default: words.append(word)
      }
    }
    if words.count > 1, type == nil, let type = GuessedCommand.types[words[1]], words.count != 2 {
      self.type = type
      words.remove(at: 1)
    }
    if words.count == 1, let expression = GuessedCommand.expression(words[0]) { words = expression }
  }

  /// An assignment of jq, `.a = "x"`, as a path and a value.
  private static func expression(_ word: String) -> [String]? {
    guard let equals = word.firstIndex(of: "=") else { return nil }
    let value = word[word.index(after: equals)...].trimmed
    return [word[..<equals].trimmed, value]
  }

  // MARK: The command

  /// The words of the command that does this; `nil` if it is not possible.
  private mutating func words(for given: Action) -> [String]? {
    var action = given
    if case .get(let option) = given {
      if words.isEmpty {
        return option.map { ["get", $0, file, "/"] } ?? (isForeign ? ["show", file] : nil)
      }
      action = readExpression(option)
    }
    if case .check = action { return words.isEmpty ? ["check", file] : nil }
    guard let first = words.first else { return nil }
    switch action {
    case .get(let option): return reading(first, option)
    case .delete: return deletion(first)
    case .rename: return renaming(first)
    case .move: return transfer("move", first) { .move($0, to: $1) }
    case .copy: return transfer("copy", first) { .copy($0, to: $1) }
    case .toggle: return toggling(first)
    case .set, .insert: return assignment(action, first)
    case .check, .patch, .convert, .create: return nil
    }
  }

  /// What an expression of jq or yq does, whose path remains: `del(.a)`, `.a | length`. A path with
  /// a value sets it.
  ///
  /// - Parameter option: What is asked of the value, if the command says so.
  private mutating func readExpression(_ option: String?) -> Action {
    var (option, other): (String?, Action?) = (option, words.count == 2 ? .set : nil)
    if words[0].hasPrefix("del("), words[0].hasSuffix(")") {
      (other, words[0]) = (.delete, String(words[0].dropFirst(4).dropLast()))
    }
    for (suffix, name) in [("length", "--count"), ("keys", "--keys"), ("type", "--type")] {
      for sign in [".", "|", " | "] where words[0].hasSuffix(sign + suffix) {
        (option, words[0]) = (name, String(words[0].dropLast(suffix.count + sign.count)))
      }
    }
    return other ?? .get(option)
  }

  private func reading(_ word: String, _ given: String?) -> [String]? {
    guard words.count == 1, let path = places.path(word) else { return nil }
    let isContainer = kind(at: path)?.isContainer == true
    let option = given ?? (isContainer && options.isEmpty ? "--json" : nil)
    return ["get"] + (option.map { [$0] } ?? []) + [file, path.text]
  }

  private func deletion(_ first: String) -> [String]? {
    // `unset / KEY`.
    let paths = (first == "/" ? words.dropFirst() : words[...]).map { places.path($0) }
    guard !paths.isEmpty, !paths.contains(nil), paths.allSatisfy({ $0 != .root }) else {
      return nil
    }
    return ["delete", file] + paths.compactMap { $0?.text }
  }

  /// The command that renames a key, or moves its value if the new name is a path elsewhere.
  private func renaming(_ word: String) -> [String]? {
    guard words.count == 2, let path = places.path(word) else { return nil }
    let target = try? ValuePath(words[1])
    if let target, target.parent != path.parent {
      return makes(.move(path, to: target)) ? ["move", file, path.text, "to", target.text] : nil
    }
    return makes(.rename(path, to: target?.names.last ?? words[1]))
      ? ["rename", file, path.text, words[1]] : nil
  }

  private func transfer(
    _ command: String, _ word: String, _ edit: (ValuePath, ValuePath) -> TreeEdit
  ) -> [String]? {
    guard words.count == 2, let path = places.path(word),
      let target = places.path(words[1], mayBeNew: true), makes(edit(path, target))
    else { return nil }
    return [command, file, path.text, "to", target.text]
  }

  private func toggling(_ word: String) -> [String]? {
    guard words.count == 1, let path = places.path(word), let kind = kind(at: path),
      [.true, .false].contains(kind)
    else { return nil }
    return ["set", file, "\(path.text)=\(kind == .true ? "no" : "yes")"]
  }

  private func kind(at path: ValuePath) -> NodeKind? {
    (try? places.tree.value(at: path)).map(places.tree.document.kind)
  }

  private func makes(_ edit: TreeEdit) -> Bool { GuessedCommand.makes(edit, places.tree) }

  private static func makes(_ edit: TreeEdit, _ tree: EditedTree) -> Bool {
    var tree = tree
    return (try? tree.make(edit)) != nil
  }

  /// The command that sets or inserts a value; `nil` if that is not possible.
  private func assignment(_ action: Action, _ first: String) -> [String]? {
    guard words.count == 2 || words.count == 1 && ["array", "dict"].contains(type) else {
      return nil
    }
    var (name, type, appends) = (first, type, appends)
    var value = words.count == 2 ? words[1] : ""
    for suffix in ["+", "[]"] where name.hasSuffix(suffix) {
      (name, appends) = (String(name.dropLast(suffix.count)).trimmed, true)
    }
    if let colon = name.lastIndex(of: ":"), colon != name.startIndex {
      let given = String(name[name.index(after: colon)...])
      if let known = GuessedCommand.types[given] ?? (given == "number" ? "number" : nil) {
        (type, name) = (known, String(name[..<colon]))
      } else if name.hasPrefix(".") {
        return nil
      }
    }
    // jq appends the elements of an array.
    if appends, type == nil, value.hasPrefix("[\""), value.hasSuffix("\"]"), !value.contains(",") {
      value = String(value.dropFirst(2).dropLast(2))
    }
    if type == "number" { type = Int(value) == nil ? "real" : "int" }
    let content = value.hasPrefix("@") ? String(value.dropFirst()) : value
    if type == "data", InputFile.path(FilePath(content)).isRegular {
      (type, value) = ("file", content)
    }
    let isSaid = isForeign || type != nil || name.hasPrefix(".") || name.hasPrefix(":")
    guard let path = places.path(name, mayBeNew: isSaid) else { return nil }
    let kind = kind(at: path)
    if kind?.isContainer == true, type == nil {
      if ["[", "{"].contains(value.prefix(1)) { type = "json" } else { appends = true }
    } else if value.hasPrefix("\""), value.hasSuffix("\""), value.count > 1, type == nil {
      value = String(value.dropFirst().dropLast())
    }
    if kind == .array, isInsertion(action) { appends = true }
    let inserts = appends || kind == nil && isInsertion(action)
    guard let edit = edit(path, type, value, inserts: inserts), makes(edit) else { return nil }
    return [
      inserts ? "insert" : "set", file, path.text + (type.map { ":" + $0 } ?? "") + "=" + value,
    ]
  }

  private func isInsertion(_ action: Action) -> Bool {
    if case .insert = action { true } else { false }
  }

  private func edit(
    _ path: ValuePath, _ type: String?, _ value: String, inserts: Bool
  ) -> TreeEdit? {
    var assignment = PathAssignment(path, type: type.flatMap(FieldType.init(named:)), value: value)
    if type == "json" {
      guard let element = try? PropertyListDocument.element(ofJSON: value) else { return nil }
      assignment = PathAssignment(path, type: .xml, value: String(decoding: element, as: UTF8.self))
    } else if type == "file" {
      assignment = PathAssignment(path, type: .file, value: "")
    }
    return inserts ? .insert([assignment]) : .set([assignment])
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
