import Catalogues
package import Grammar
package import Platform
package import PropertyLists

/// Paths to values in commands, and values that are set there.
extension CommandForm {
  /// The form of a command whose first operand is a path.
  package static func ofPaths(
    _ operands: [CommandOperand], _ options: [CommandOption] = []
  ) -> CommandForm {
    CommandForm(operands: operands, options: options)
  }

  static let movingPaths = ofPaths([
    CommandOperand(.path, "PATH"), .to, CommandOperand(.path, "PATH"),
  ])
}

extension CommandOperand {
  static let pathFields = CommandOperand(
    .pathField(types: PathAssignment.typeNames), "PATH[:TYPE]=VALUE", 1...Int.max)
}

extension OptionName {
  static let parents: OptionName = "parents"
}

extension ValuePath {
  static let details = """
    A PATH begins with a dot and leads from the root of the file to a value, whatever the file is \
    read as: '.CFBundleURLTypes.0.CFBundleURLSchemes.-1'; see cardex-paths(7).
    """

  static let targetDetails = """
    What is at the first PATH goes to the second: to a key that is not there, before an element, or \
    to the end of an array; in its own array, 'move' gives it the position of that element.
    """
}

extension ParsedCommand {
  /// The paths among the operands.
  package func paths() throws(CommandError) -> [ValuePath] {
    var paths: [ValuePath] = []
    for word in words({ $0 == .path }) {
      paths.append(try ValuePath(PathWord.text(of: word), word))
    }
    return paths
  }

  /// Whether a value is the content of a file.
  package var readsFiles: Bool { operands.contains(where: \.isContentOfFile) }

  /// The names of files among operands, arguments of options, and values that are read from files.
  package func fileNames() throws(CommandError) -> [FilePath] {
    var words = words(\.isFileName)
    for given in options where given.option.argument.operand?.kind.isFileName == true {
      if let value = given.value { words.append(value) }
    }
    for operand in operands where operand.isContentOfFile {
      words.append(PathWord.value(of: operand.word))
    }
    var names: [FilePath] = []
    for word in words { names.append(try word.path()) }
    return names
  }

  func pathAssignments() throws(CommandError) -> [PathAssignment] {
    var result: [PathAssignment] = []
    for operand in operands {
      guard case .pathField = operand.operand.kind else { continue }
      result.append(try PathAssignment(PathWord(operand.word), operand.word))
    }
    return result
  }
}

extension GivenOperand {
  fileprivate var isContentOfFile: Bool {
    if case .pathField = operand.kind { PathWord(word).type == "file" } else { false }
  }
}

extension PathWord {
  /// The part after the `=` of a word that gives a value.
  fileprivate static func value(of word: Word) -> Word {
    word.dropping((PathWord(word).separator ?? 0) + 1)
  }
}

extension ValuePath {
  init(_ text: String, _ word: Word) throws(CommandError) {
    do throws(ValuePathError) {
      try self.init(text)
    } catch {
      throw CommandError("\(error)", columns: word.columns)
    }
  }
}

extension PathAssignment {
  /// The names of types, in full.
  static let typeNames =
    FieldAssignment.typeNames + FieldType.otherNames.keys.sorted() + ["json", "hex", "file"]

  fileprivate init(_ field: PathWord, _ word: Word) throws(CommandError) {
    let path = try ValuePath(field.path, word)
    switch field.type {
    case "json":
      do throws(PropertyListError) {
        let element = try PropertyListDocument.element(ofJSON: field.value)
        self.init(path, type: .xml, value: String(decoding: element, as: UTF8.self))
      } catch {
        // Advice about options for reading files does not apply here.
        let reason = error.description.split(separator: "; ").first ?? ""
        throw CommandError("\(path.text): \(reason)", columns: word.columns)
      }
    case "hex":
      guard let bytes = PathAssignment.bytes(hexadecimal: field.value) else {
        throw CommandError(
          "\(path.text): hex takes pairs of hexadecimal digits, not '\(field.value.excerpt())'",
          columns: word.columns)
      }
      self.init(path, type: .data, value: Base64.encode(bytes))
    case "file":
      let file = try PathWord.value(of: word).path()
      do throws(SystemError) {
        let bytes = try FileBytes(path: file)
        self.init(path, type: .file, value: Base64.encode(Array(bytes.bytes)))
      } catch {
        throw CommandError("\(path.text): '\(field.value)': \(error)", columns: word.columns)
      }
    default: self.init(path, type: field.type.flatMap(FieldType.init(named:)), value: field.value)
    }
  }

  /// - Parameter text: Pairs of digits, perhaps with blanks between them.
  private static func bytes(hexadecimal text: String) -> [UInt8]? {
    let digits = text.filter { $0 != " " }.map(\.hexDigitValue)
    guard digits.count % 2 == 0, !digits.contains(nil) else { return nil }
    let values = digits.compactMap { $0 }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }
}
