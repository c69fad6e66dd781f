import Catalogues
import Platform
import PropertyLists

/// A format in which plutil writes a value.
enum PlutilFormat: String {
  case openStep, xml1, binary1, json, swift, objc, raw, type

  /// - Parameter name: The name that is given; `NoConversion` means the format of the file.
  /// - Returns: `nil` for the format of the file.
  static func named(_ name: FilePath) throws(Failure) -> PlutilFormat? {
    if name == "NoConversion" { return nil }
    guard let format = name.text.flatMap(PlutilFormat.init) else {
      throw Failure(naming: "Unknown format specifier: \(name)")
    }
    return format
  }

  /// The format of a file that was read.
  init(_ format: FileFormat) {
    switch format {
    case .binary: self = .binary1
    case .json: self = .json
    case .openStep, .strings: self = .openStep
    default: self = .xml1
    }
  }

  /// Whether a value in this format is printed, with a line end, unless a file to write is named.
  var isPrinted: Bool { self == .raw || self == .type }
}

/// The types of values, as plutil calls them.
enum PlutilType: String {
  case bool, integer, float, string, array, dictionary, date, data

  /// The name in messages.
  var name: String { self == .bool ? "boolean" : rawValue }

  init(_ kind: NodeKind) {
    switch kind {
    case .true, .false: self = .bool
    case .integer: self = .integer
    case .real: self = .float
    case .string, .key: self = .string
    case .array: self = .array
    case .dict: self = .dictionary
    case .date: self = .date
    case .data: self = .data
    }
  }
}

/// A value, as plutil writes it.
struct PlutilValue {
  let document: PropertyListDocument
  let node: NodeIndex
  /// The file that the value is from, after which literals are named.
  let path: FilePath
  /// Whether JSON is to be laid out for people.
  var isReadable = false

  /// A dictionary without members.
  static var empty: PlutilValue {
    get throws(Failure) {
      let document = try DropInFile.document(FileBytes("{}".utf8))
      return PlutilValue(document: document, node: document.root, path: "-")
    }
  }

  var kind: NodeKind { document.kind(of: node) }

  /// - Parameter target: The file that is written; `nil` for standard output.
  func bytes(as format: PlutilFormat, for target: FilePath?) throws(Failure) -> [UInt8] {
    if [.xml1, .binary1].contains(format),
      (format == .binary1) != (document.source.format == .binary),
      document.duplicateKeyCount() > 0
    {
      throw Failure("A key occurs more than once, of which another would count in this format")
    }
    switch format {
    case .xml1:
      var bytes: [UInt8] = []
      document.writeUTF8(of: node) { bytes.append(contentsOf: $0) }
      return bytes
    case .binary1: return try binary()
    case .json:
      guard kind.isContainer, isWhole({ document.isJSON($0) }) else {
        throw Failure("Invalid object in plist for JSON format")
      }
      return bytes(ValueText.text(of: node, in: document, as: isReadable ? .readableJSON : .json))
    case .swift: return bytes(swift)
    case .objc: return bytes(try objectiveC(for: target))
    case .raw: return bytes(raw)
    case .type: return bytes(PlutilType(kind).rawValue)
    case .openStep: throw Failure("Conversion to OpenStep format is not supported")
    }
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func binary() throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(FileWritingError<Never>) {
      if node == document.root {
        try document.writeFile(as: .binary) { bytes.append(contentsOf: $0) }
      } else {
        try document.writeBinary(of: node) { bytes.append(contentsOf: $0) }
      }
    } catch {
      switch error {
      case .unwritable(let problem): throw Failure("\(problem)")
      }
    }
    return bytes
  }

  /// Whether something is true of all single values.
  private func isWhole(_ isFit: (NodeIndex) -> Bool) -> Bool {
    var position = node
    while position < document.end(of: node) {
      let kind = document.kind(of: position)
      if !kind.isContainer, kind != .key, !isFit(position) { return false }
      position = kind.isContainer ? document.firstChild(of: position) : document.end(of: position)
    }
    return true
  }

  private var raw: String {
    switch kind {
    case .array: return String(document.elements(of: node).reduce(0) { count, _ in count + 1 })
    case .dict:
      return ValueText.members(of: node, in: document).sorted(by: ValueText.isOrdered)
        .map(\.key).joined(separator: "\n")
    case .integer: return (document.integer(at: node) ?? 0).description
    case .real: return ValueText.decimal(document.real(at: node) ?? 0)
    case .date: return document.date(at: node)?.text ?? ""
    default: return document.plainText(of: node) ?? ""
    }
  }

  // MARK: Literals

  private var swift: String {
    var annotation = ""
    let types = Set(children.map { PlutilType(document.kind(of: $0)) })
    if types.count > 1 { annotation = kind == .dict ? " : [String : Any]" : " : [Any]" }
    return "/// Generated from \(name)\nlet \(variable)\(annotation) = "
      + ValueText.text(of: node, in: document, as: .swift) + "\n"
  }

  private var children: [NodeIndex] {
    switch kind {
    case .dict: ValueText.members(of: node, in: document).map(\.value)
    case .array: Array(document.elements(of: node))
    default: []
    }
  }

  private func objectiveC(for target: FilePath?) throws(Failure) -> String {
    guard isWhole({ ![.date, .data].contains(document.kind(of: $0)) }) else {
      throw Failure("Input contains an object that cannot be represented in Obj-C literal syntax")
    }
    let header = target.map { "#import \"\(PlutilValue.stem($0)).h\"\n\n" } ?? ""
    return "\(header)\(declaration) = "
      + ValueText.text(of: node, in: document, as: .objectiveC) + ";\n"
  }

  /// The header of a literal in Objective-C.
  var header: [UInt8] {
    bytes(
      "#import <Foundation/Foundation.h>\n\n"
        + declaration.replacing("\nNS", with: "\nextern NS") + ";\n")
  }

  private var declaration: String {
    let type =
      switch kind {
      case .dict: "NSDictionary"
      case .array: "NSArray"
      case .string: "NSString"
      default: "NSNumber"
      }
    return "/// Generated from \(name)\n__attribute__((visibility(\"hidden\")))\n"
      + "\(type) * const \(variable)"
  }

  private var name: String { ByteText(path.name ?? path).replacingBytes }

  private static func stem(_ path: FilePath) -> String {
    let name = ByteText(path.name ?? path).replacingBytes
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The name of a variable, made of the name of the file.
  private var variable: String {
    var result = String.UnicodeScalarView()
    for scalar in PlutilValue.stem(path).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol, .control, .format: continue
      default: result.append(scalar == "-" || scalar == " " ? "_" : scalar)
      }
    }
    return String(result)
  }
}

extension PropertyListDocument {
  /// Whether JSON can hold a single value.
  fileprivate func isJSON(_ value: NodeIndex) -> Bool {
    switch kind(of: value) {
    case .date, .data: false
    case .real: real(at: value)?.isFinite ?? false
    default: true
    }
  }
}
