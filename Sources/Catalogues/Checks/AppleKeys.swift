import CText
import PropertyLists

/// The keys that Apple's programs read in a kind of file, and the types of their values. They are
/// in `Data/apple-keys`, which is linked into the program.
package struct AppleKeys: Sendable {
  /// The kinds of files, under their names in the table.
  package enum Schema: String, CaseIterable, Sendable {
    case info, entitlements, privacy, settings

    /// The kind of a file by its name, such as `Info.plist`; `nil` for other names.
    init?(fileName: String) {
      let parts = fileName.split(separator: "/")
      let name = parts.last ?? ""
      let stem = name.hasSuffix("Info.plist") ? name.dropLast(10) : nil
      if let stem, stem.last.map({ !$0.isLetter && !$0.isNumber }) ?? true {
        self = .info
      } else if name.hasSuffix(".entitlements") {
        self = .entitlements
      } else if name.hasSuffix(".xcprivacy") {
        self = .privacy
      } else if name.hasSuffix(".plist"), parts.dropLast().last == "Settings.bundle" {
        self = .settings
      } else {
        return nil
      }
    }
  }

  /// The user's choice of a kind.
  package enum Choice: Equatable, Sendable {
    case byName, none
    case schema(Schema)

    package init?(_ name: String) {
      switch name {
      case "auto": self = .byName
      case "none": self = .none
      default:
        guard let schema = Schema(rawValue: name) else { return nil }
        self = .schema(schema)
      }
    }
  }

  /// The names of the choices.
  package static let choices = ["auto", "none"] + Schema.allCases.map(\.rawValue)

  /// The types of a key's values, and the keys in its dictionary or in the dictionaries of its
  /// array.
  struct Key: Sendable {
    let types: [AppleType]
    let inner: AppleKeys
  }

  let known: [String: Key]

  /// The keys of a kind of file.
  ///
  /// - Complexity: O(*n*) in the length of the table.
  init(_ schema: Schema) {
    var lines = AppleKeys.lines.drop { $0 != "[\(schema.rawValue)]" }.dropFirst()
    self.init(indented: 0, &lines)
  }

  /// The lines of the table, without comments.
  static var lines: [Substring] {
    let table = UnsafeBufferPointer(start: cardex_apple_keys(), count: cardex_apple_keys_size())
    return String(decoding: table, as: UTF8.self).split(separator: "\n").filter { $0.first != "#" }
  }

  private init(indented depth: Int, _ lines: inout ArraySlice<Substring>) {
    var keys: [String: Key] = [:]
    while let line = lines.first, line.first != "[",
      line.prefix(while: { $0 == " " }).count == depth
    {
      lines.removeFirst()
      let words = line.dropFirst(depth).split(separator: " ")
      let types = words[1].split(separator: "|").compactMap { AppleType(rawValue: String($0)) }
      keys[String(words[0])] = Key(
        types: types, inner: AppleKeys(indented: depth + 2, &lines))
    }
    known = keys
  }

  /// The keys that Apple's programs read in the dictionary at a path of a file, sorted, with the
  /// types of their values; empty for files in which any key is allowed.
  ///
  /// - Parameter path: The keys that lead to the dictionary, without positions in arrays.
  package static func expected(
    inFileNamed name: String, at path: [String]
  ) -> [(key: String, types: [String])] {
    guard let schema = Schema(fileName: name) else { return [] }
    var keys = AppleKeys(schema)
    for step in path {
      guard let key = keys.key(step) else { return [] }
      keys = key.inner
    }
    return keys.known.filter { $0.key != any }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value.types.map(\.name)) }
  }

  var isEmpty: Bool { known.isEmpty }

  /// The key with a name, which may have a suffix for a platform or a device, such as
  /// `CFBundleIcons~ipad`.
  func key(_ name: String) -> Key? {
    if let key = known[name] ?? known[AppleKeys.any] { return key }
    let plain = name.prefix { $0 != "~" }
    if let key = known[String(plain)] { return key }
    let platform = plain.lastIndex(of: "-").map { plain[..<$0] }
    return platform.flatMap { known[String($0)] }
  }

  /// The known key of which an unknown name is probably a misspelling.
  func meant(by name: String) -> String? {
    known.keys.filter { $0 != AppleKeys.any && NearKeys.isMisspelt(name, for: $0) }.min()
  }

  private static let any = "*"
}

/// The type of a value.
enum AppleType: String, Sendable {
  case string, boolean, integer, number, date, data, array, dictionary, any
  /// Arrays of strings or dictionaries.
  case strings, dictionaries

  /// The type of the elements, if it matters.
  var element: AppleType? {
    switch self {
    case .strings: .string
    case .dictionaries: .dictionary
    default: nil
    }
  }

  /// Whether a value of a kind is of this type; elements of arrays are not looked at.
  func includes(_ kind: NodeKind) -> Bool {
    switch self {
    case .any: true
    case .string: kind == .string
    case .boolean: kind == .true || kind == .false
    case .integer: kind == .integer
    case .number: kind == .integer || kind == .real
    case .date: kind == .date
    case .data: kind == .data
    case .array, .strings, .dictionaries: kind == .array
    case .dictionary: kind == .dict
    }
  }

  /// The type's name for users.
  var name: String { element == nil ? rawValue : AppleType.array.rawValue }
}
