/// Heads: the group, name and parameters before the value of a property.
extension VCardDecoder {
  /// The meaning of a head, without its text.
  struct Head: BitwiseCopyable {
    private static let charsetsOfUTF8 = ["UTF-8", "UTF8", "US-ASCII", "ASCII"]

    /// The index of the group in `CardKeys`.
    private(set) var group: Int?
    private(set) var property: VCardKeys.Property?
    /// The form of values of the property, if it has a key of its own.
    private(set) var form: VCardMapping.Form?
    /// The key of the property, and its name as a key, by their indices in `CardKeys`.
    private(set) var key: Int
    private(set) var ownKey: Int
    /// Whether values are in another encoding than UTF-8.
    private(set) var hasCharset = false
    private(set) var isQuotedPrintable = false
    /// Whether a line that ends in `=` continues in the next one.
    private(set) var hasSoftLineEnds: Bool
    private(set) var isBase64 = false
    let isVersion: Bool
    /// Whether lines with the head may be the first or the last ones of cards.
    let isEdge: Bool
    /// The versions in which a card need not keep the head of a value under `key`.
    private var usualVersions: UInt8 = 0
    /// Whether a card need not keep the head of a value under `ownKey`; never if the head has a
    /// group or parameters.
    private(set) var isOwn = false

    /// - Parameter text: A head that begins with a name, which is valid UTF-8.
    init(_ text: Bytes, in keys: CardKeys) {
      let end = Head.nameEnd(in: text)
      var start = 0
      if let dot = text[..<end].firstIndex(of: UInt8(ascii: ".")) {
        start = dot + 1
        if dot > 0 { group = keys.index(ofGroup: Bytes(rebasing: text[..<dot])) }
      }
      isVersion = text.isWord("VERSION")
      isEdge = text.isWord("BEGIN") || text.isWord("END")
      hasSoftLineEnds = Head.namesQuotedPrintable(text)
      let name = Bytes(rebasing: text[start..<end])
      ownKey = Head.ownKey(name, in: keys)
      key = ownKey
      var types: VCardKeys.Types = []
      Head.forEachParameter(of: text) { name, value in
        if name?.isWord("TYPE") == true {
          for type in value.split(separator: UInt8(ascii: ",")) {
            types.insert(VCardKeys.Types(type))
          }
        } else if name?.isEmpty ?? true || name?.isWord("ENCODING") == true {
          if value.isWord("QUOTED-PRINTABLE") {
            isQuotedPrintable = true
          } else if value.isWord("B") || value.isWord("BASE64") {
            isBase64 = true
          } else if name == nil {
            types.insert(VCardKeys.Types(value[...]))
          }
        }
      }
      let charset = Head.charset(in: text)
      hasCharset = charset.map { !Head.charsetsOfUTF8.contains($0) } ?? false
      property = VCardKeys.shared.property(named: name)
      form = property?.mapping?.form
      let known = property.map { VCardKeys.shared.key(of: $0, types) }
      if let known { key = keys.index(of: known.text) }
      let written = name.count == text.count ? String(decoding: text, as: UTF8.self) : nil
      // The key of a property may be written as another name.
      let own = isVersion ? "VERSION" : written.flatMap(VCardMapping.ownProperty)
      isOwn = written != nil && own == written
      for version in VCardMapping.Version.allCases
      where known?.isHead(text, in: version) == true {
        usualVersions |= Head.bit(version)
      }
    }

    /// The name of a property as its key. Names in the standards, whose case does not count, become
    /// upper case.
    private static func ownKey(_ name: Bytes, in keys: CardKeys) -> Int {
      if Bytes(rebasing: name.prefix(2)).isWord("X-") { return keys.index(of: name) }
      return name.map(\.uppercased).withUnsafeBufferPointer { keys.index(of: $0) }
    }

    private static func bit(_ version: VCardMapping.Version) -> UInt8 {
      switch version {
      case .old: 1
      case .three: 2
      case .four: 4
      }
    }

    /// Whether a card of a version need not keep the head of a value under `key`.
    func isUsual(in version: VCardMapping.Version) -> Bool {
      usualVersions & Head.bit(version) != 0
    }

    /// The charset that a head names, in upper case.
    static func charset(in text: Bytes) -> String? {
      var charset: String?
      forEachParameter(of: text) { name, value in
        if name?.isWord("CHARSET") == true {
          charset = String(decoding: value, as: UTF8.self).uppercased()
        }
      }
      return charset
    }

    private static func namesQuotedPrintable(_ head: Bytes) -> Bool {
      let word: StaticString = "QUOTED-PRINTABLE"
      let count = word.utf8CodeUnitCount
      guard head.count >= count else { return false }
      return (0...(head.count - count)).contains {
        Bytes(rebasing: head[$0..<($0 + count)]).isWord(word)
      }
    }

    private static func nameEnd(in text: Bytes) -> Int {
      text.firstIndex(of: UInt8(ascii: ";")) ?? text.count
    }

    /// Calls the closure with the parameters of a head: the name, if there is one, and the value
    /// without quotes, in lower case.
    private static func forEachParameter(of text: Bytes, _ body: (Bytes?, Bytes) -> Void) {
      var index = nameEnd(in: text)
      while index < text.count {
        index += 1
        let start = index
        var equals: Int?
        var isQuoted = false
        while index < text.count, isQuoted || text[index] != UInt8(ascii: ";") {
          if text[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
          if text[index] == UInt8(ascii: "="), equals == nil { equals = index }
          index += 1
        }
        let value = text[(equals.map { $0 + 1 } ?? start)..<index]
          .filter { $0 != UInt8(ascii: "\"") }.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
        value.withUnsafeBufferPointer { value in
          body(equals.map { Bytes(rebasing: text[start..<$0]) }, value)
        }
      }
    }
  }
}
