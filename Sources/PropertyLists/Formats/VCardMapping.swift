/// The mapping between cards of vCard files (2.1, RFC 2426, RFC 6350) and dictionaries, for reading
/// and writing.
///
/// Each property is one member, in the order of the card, with exceptions: see below.
///
/// - **Key.** A property of the table below has a key that people understand, made of its word and
///   its types: `TEL;TYPE=cell` is `mobile`, `TEL;TYPE=home` is `homePhone`. Any other property has
///   its name as the key: `X-SPOUSE`. Case does not matter in names. Names that become keys are in
///   upper case, except those that begin with `X-`, which stay as they are written. A label of
///   another property (`item1.X-ABLabel` beside `item1.TEL`) has the key of that property with
///   `Label`: `phoneLabel`. If the card has the key already, a number follows: `mobile2`,
///   `mobile3`.
/// - **Value.** A text, decoded: quoted-printable and its charset undone, and, for properties of
///   the table, escapes too. A property without a key of its own keeps its escapes, word for word.
///   CR LF inside a text is LF. Pictures, sounds and keys that the card contains are data; if their
///   base64 is not valid, they stay as they are, under the property's name.
/// - **Head.** The text before the value, such as `item1.TEL;type=CELL;type=pref`, usually follows
///   from the key and the card's version (`defaultHead`). A head that differs is kept in the
///   dictionary `vCard`, the last member of the card, under the property's key, word for word,
///   without the colon. A kept head with a colon outside quotes is followed directly by the value
///   as it is in the file: data in a reference (`PHOTO:data:image/png;base64,`), or bytes that are
///   not valid in their quoted-printable or charset (`NOTE;ENCODING=QUOTED-PRINTABLE:` and `=80`).
///   In 2.1, the head of a text with line ends declares the encoding (`lineEndEncoding`).
/// - `VERSION` is the first member of the dictionary `vCard`, under its name, with its value. It is
///   empty if the card has none: then the card is read as 2.1.
/// - `N` is `lastName`, `firstName`, `middleName`, `namePrefix` and `nameSuffix`, those that are
///   not empty; its head is under `N`. `ADR` is a dictionary of its components. Several texts in
///   one component, separated by commas (3.0 and 4.0), are an array. A second `N`, an `N` without
///   text, and structures with more components than there are keys stay word for word under the
///   property's name.
/// - `ORG` is `company` and, if it has more components, `department`, in which semicolons separate
///   them. A semicolon inside a component has a backslash before it, and so has a backslash that
///   would otherwise be read as such an escape. The head is under `company`.
/// - **Escapes.** In 2.1 only the components of `N`, `ORG` and `ADR` have them: `\;` and `\\`.
///   Later versions write a line end as `\n`, and `\,`, `\;`, `\\`; `\:` and `\N` are read, too,
///   and any other backslash stands for itself. A property's `Form` says where commas and
///   semicolons need escapes.
/// - `AGENT` with a card inside is a dictionary like that of a card.
///
/// In writing, a member gets its head in `vCard`, or else the default head. A line that begins with
/// `#` is a comment.
package enum VCardMapping {
  /// A version, as it is written. A card with another version, or with none, is read as the oldest.
  package enum Version: String, CaseIterable, Sendable {
    case old = "2.1"
    case three = "3.0"
    case four = "4.0"
  }

  /// The form of a property's value.
  package enum Form: BitwiseCopyable, Sendable {
    /// One text.
    case text
    /// One text in which commas and semicolons need no escapes, such as a reference or a date.
    case plain
    /// Texts separated by commas (3.0 and 4.0): one string, in which commas and backslashes inside
    /// of a text keep their escapes.
    case list
    /// A dictionary of components.
    case address
    /// Data in base64, or a text, mostly a reference, whose escapes are kept.
    case binary
  }

  package struct Property: Sendable {
    package let name: String
    /// The key, without types.
    package let word: String
    package let form: Form
    /// Whether types such as `home` and `work` become part of the key.
    package let hasTypes: Bool

    init(_ name: String, _ word: String, _ form: Form, hasTypes: Bool = false) {
      self.name = name
      self.word = word
      self.form = form
      self.hasTypes = hasTypes
    }
  }

  /// The properties that have keys of their own, besides `N` and `ORG`.
  package static let properties: [Property] = [
    Property("FN", "name", .text),
    Property("NICKNAME", "nickname", .list),
    Property("TEL", "phone", .text, hasTypes: true),
    Property("EMAIL", "email", .text, hasTypes: true),
    Property("ADR", "address", .address, hasTypes: true),
    Property("URL", "website", .plain, hasTypes: true),
    Property("TITLE", "jobTitle", .text),
    Property("ROLE", "role", .text),
    Property("BDAY", "birthday", .plain),
    Property("ANNIVERSARY", "anniversary", .plain),
    Property("NOTE", "note", .text),
    Property("CATEGORIES", "categories", .list),
    Property("PHOTO", "photo", .binary),
    Property("LOGO", "logo", .binary),
    Property("SOUND", "sound", .binary),
    Property("KEY", "publicKey", .binary),
  ]

  /// The keys of telephone numbers by their types; the first entry whose types are all present
  /// applies.
  package static let telephones: [(types: [String], key: String)] = [
    (["fax", "home"], "homeFax"), (["fax", "work"], "workFax"), (["fax"], "fax"),
    (["pager"], "pager"), (["cell", "work"], "workMobile"), (["cell"], "mobile"),
    (["home"], "homePhone"), (["work"], "workPhone"),
  ]

  /// The key of the whole name, `FN`.
  package static let nameKey = "name"

  /// The keys of the components of `N`, in their order.
  package static let nameKeys = ["lastName", "firstName", "middleName", "namePrefix", "nameSuffix"]

  /// The keys of the components of `ORG`: the first, and the others.
  package static let organizationKeys = ["company", "department"]

  /// The keys of the components of `ADR`, in their order.
  package static let addressKeys = [
    "poBox", "extension", "street", "city", "region", "postalCode", "country",
  ]

  /// The parameters that a text with line ends needs in 2.1, which has no escape for them.
  package static let lineEndEncoding: StaticString = ";CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE"

  /// The key of a card inside the card.
  package static let agentKey = "agent"

  /// The key of the dictionary of heads.
  package static let headsKey = "vCard"

  /// The property with a name, in upper or lower case.
  package static func property(named name: String) -> Property? {
    let name = name.uppercased()
    return properties.first { $0.name == name }
  }

  /// The key of a property with these types, in lower case, if the card has no other like it.
  package static func key(of property: Property, types: Set<String>) -> String {
    if property.name == "TEL",
      let telephone = telephones.first(where: { types.isSuperset(of: $0.types) })
    {
      return telephone.key
    }
    guard property.hasTypes, let type = ["home", "work"].first(where: types.contains) else {
      return property.word
    }
    return type + property.word.prefix(1).uppercased() + property.word.dropFirst()
  }

  /// Properties without keys of their own that a card may have several times. All but the first
  /// have keys with numbers.
  private static let repeatable: Set<String> = [
    "IMPP", "LANG", "MEMBER", "RELATED", "TZ", "GEO", "SOURCE", "CALADRURI", "CALURI", "FBURL",
    "X-ADDRESSBOOKSERVER-MEMBER",
  ]

  /// The name of a repeated property whose key has a number: `IMPP` for `IMPP2`.
  static func repeatedProperty(ofKey key: String) -> String? {
    let name = withoutNumber(key)
    return name != key && repeatable.contains(name) ? name : nil
  }

  /// The property that a key stands for, and the types in it, in lower case. A number after the key
  /// is ignored.
  package static func meaning(ofKey key: String) -> (property: Property, types: [String])? {
    let key = withoutNumber(key)
    if let telephone = telephones.first(where: { $0.key == key }),
      let property = property(named: "TEL")
    {
      return (property, telephone.types)
    }
    for property in properties {
      if key == property.word { return (property, []) }
      guard property.hasTypes else { continue }
      for type in ["home", "work"] where key == VCardMapping.key(of: property, types: [type]) {
        return (property, [type])
      }
    }
    return nil
  }

  /// Whether a path leads to a component of an address: `homeAddress.city`.
  package static func isComponent(_ path: [String]) -> Bool {
    path.count == 2 && addressKeys.contains(path[1])
      && meaning(ofKey: path[0])?.property.form == .address
  }

  /// The whole name, put together from the components of `N`.
  package static func wholeName(_ parts: [String?]) -> String {
    // The first name before the last one.
    let words = [3, 1, 2, 0, 4].compactMap { $0 < parts.count ? parts[$0] : nil }.filter {
      !$0.isEmpty
    }
    guard words.count == 2, let last = parts[0], let first = parts[1], !last.isEmpty,
      !first.isEmpty,
      hasLastNameFirst(last + first)
    else { return words.joined(separator: " ") }
    return last + first
  }

  /// Whether a name is in Chinese or Japanese characters.
  private static func hasLastNameFirst(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy {
      $0.properties.isIdeographic || (0x3040...0x30FF).contains($0.value)
    }
  }

  /// A key without the number that distinguishes it from similar keys.
  package static func withoutNumber(_ key: String) -> String {
    String(key.dropLast(key.utf8.reversed().prefix { 0x30...0x39 ~= $0 }.count))
  }

  /// The head of a member for which no head is kept.
  ///
  /// - Parameters:
  ///   - key: The member's key; `N` and `company` for the properties of several members.
  ///   - version: The version of the card, such as `3.0`.
  package static func defaultHead(ofKey key: String, version: String) -> String {
    let word = withoutNumber(key)
    if word == organizationKeys[0] { return "ORG" }
    if word == agentKey { return "AGENT" }
    guard let (property, types) = meaning(ofKey: key) else { return key }
    var head = property.name
    if version == "2.1" {
      for type in types { head += ";" + type.uppercased() }
    } else if !types.isEmpty {
      let list = types.joined(separator: ",")
      head += ";TYPE=" + (version == "4.0" && types.count > 1 ? "\"\(list)\"" : list)
    }
    return head
  }

  /// The form of a value of a property with this head, which may declare another type than the
  /// usual one: `TEL;VALUE=uri`, `BDAY;VALUE=text`.
  package static func form(of property: Property, head: String) -> Form {
    guard [.text, .plain].contains(property.form) else { return property.form }
    return valueForm(ofHead: head) ?? property.form
  }

  /// The form of a text that a head declares by `VALUE`, if it does.
  static func valueForm(ofHead head: String) -> Form? {
    let type = parameters(of: head).dropFirst().first { $0.uppercased().hasPrefix("VALUE=") }
    return type.map { $0.uppercased() == "VALUE=TEXT" ? .text : .plain }
  }

  /// The name of a property with its group, and its parameters.
  static func parameters(of head: String) -> [Substring] {
    var isQuoted = false
    return head.split(omittingEmptySubsequences: false) { character in
      if character == "\"" { isQuoted.toggle() }
      return character == ";" && !isQuoted
    }
  }

  /// The lines that are not properties.
  private static let structure = ["BEGIN", "END", "VERSION"]

  /// The name of a property for a key that vCard does not have; `nil` if the key has neither
  /// letters nor digits. Letters that names of properties cannot have are their code points:
  /// `X-GR-F6-DF-E` for `größe`.
  package static func ownProperty(ofKey key: String) -> String? {
    if let name = repeatedProperty(ofKey: key) { return name }
    var parts = [""]
    for scalar in key.unicodeScalars {
      if !scalar.isASCII {
        parts += [String(scalar.value, radix: 16), ""]
      } else if scalar == "-" || Character(scalar).isLetter || Character(scalar).isNumber {
        parts[parts.count - 1].unicodeScalars.append(scalar)
      }
    }
    let name = parts.filter { !$0.isEmpty }.joined(separator: "-")
    guard name.contains(where: { $0 != "-" }) else { return nil }
    let isProperty =
      name == key && key.contains(where: \.isLetter) && !structure.contains(key.uppercased())
      && (key.uppercased().hasPrefix("X-") || key == key.uppercased())
    return isProperty ? key : "X-" + name.uppercased()
  }

  /// Whether a text is the head of a property: its group and name, parameters, and perhaps, after a
  /// colon, the beginning of the value.
  static func isHead(_ text: String) -> Bool {
    let name = text.utf8.prefix(while: VCardDecoder.isNameByte)
    let rest = text.utf8.dropFirst(name.count)
    return !name.isEmpty
      && (rest.isEmpty || rest.first == UInt8(ascii: ";") || rest.first == UInt8(ascii: ":"))
      && (rest.first == UInt8(ascii: ";")
        || !structure.contains(String(decoding: name, as: UTF8.self).uppercased()))
      && hasColon(text + ":")
  }

  /// Whether a head has a colon outside quotes, after which the value begins.
  package static func hasColon(_ head: String) -> Bool {
    var isQuoted = false
    return head.utf8.contains { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte == UInt8(ascii: ":") && !isQuoted
    }
  }
}

extension PropertyListDocument {
  /// Whether the file has vCards.
  package var holdsCards: Bool { source.format == .vcard }

  /// Whether a member identifies a card, or names the cards that belong to it. Such texts are left
  /// when texts of all fields are replaced.
  package func isIdentifying(_ member: (key: ScalarIndex, value: NodeIndex)) -> Bool {
    source.format == .vcard
      && ["UID", "REV", "PRODID", "RELATED", "MEMBER", "X-ADDRESSBOOKSERVER-MEMBER"].contains(
        VCardMapping.withoutNumber(text(of: member.key)).uppercased())
  }

  /// Whether a member is the dictionary of a card's heads, which is of no interest to people.
  package func isBookkeeping(_ member: (key: ScalarIndex, value: NodeIndex)) -> Bool {
    hasText(member.key, VCardMapping.headsKey) && holdsHeads(member.value)
  }

  /// Whether a value is a card with the heads of its properties.
  package func isCard(_ value: NodeIndex) -> Bool {
    source.format == .vcard && kind(of: value) == .dict
      && self.value(of: VCardMapping.headsKey, in: value).map(holdsHeads) == true
  }

  /// Whether a value looks like the dictionary of a card's heads.
  package func holdsHeads(_ value: NodeIndex) -> Bool {
    kind(of: value) == .dict
      && members(of: value).first { _ in true }.map { hasText($0.key, "VERSION") } == true
  }
}
