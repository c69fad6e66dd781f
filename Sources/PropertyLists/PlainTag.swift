/// The tag of an element of a property list, written with nothing but its name.
struct PlainTag {
  /// The bytes after its `<`.
  private let word: UInt64
  /// The offset just past its `>`.
  let end: Int
  let kind: NodeKind
  // Small, so that the tag fits in registers.
  private let nameLength: UInt8
  /// Whether it is a whole element, such as `<string/>`.
  let isEmptyElement: Bool

  @inline(__always)
  private init(
    _ kind: NodeKind, _ word: UInt64, nameLength: Int, isEmptyElement: Bool = false, end: Int
  ) {
    self.kind = kind
    self.word = word
    self.nameLength = UInt8(truncatingIfNeeded: nameLength)
    self.isEmptyElement = isEmptyElement
    self.end = end
  }

  /// The start tag whose `<` is at an offset; `nil` if there is no such tag.
  @inline(__always)
  init?(startingAt offset: Int, in text: TextWords) {
    let word = text.word(at: offset &+ 1)
    if WordStart("key>").begins(word) {
      self.init(.key, word, nameLength: 3, end: offset &+ 5)
    } else if WordStart("string>").begins(word) {
      self.init(.string, word, nameLength: 6, end: offset &+ 8)
    } else if WordStart("dict>").begins(word) {
      self.init(.dict, word, nameLength: 4, end: offset &+ 6)
    } else {
      self.init(anyAt: offset, word, in: text)
    }
  }

  @inline(never)
  private init?(anyAt offset: Int, _ word: UInt64, in text: TextWords) {
    guard let (kind, length) = PlainTag.name(in: word) else { return nil }
    var end = offset + 1 + length
    if text.byte(at: end) == UInt8(ascii: ">") {
      self.init(kind, word, nameLength: length, end: end + 1)
      return
    }
    // Some programs write a space there.
    if text.byte(at: end) == UInt8(ascii: " ") { end += 1 }
    guard WordStart("/>").begins(text.word(at: end)) else { return nil }
    self.init(kind, word, nameLength: length, isEmptyElement: true, end: end + 2)
  }

  /// The offset just past the end tag whose `</` is at an offset; `nil` if it is of another element.
  @inline(__always)
  func endOfEndTag(at offset: Int, in text: TextWords) -> Int? {
    let difference = text.word(at: offset &+ 2) ^ word
    guard difference & TextWords.mask(ofBytes: Int(nameLength) &+ 1) == 0 else { return nil }
    return offset &+ 3 &+ Int(nameLength)
  }

  /// Whether a `<` at an offset begins a start tag, an end tag, a comment or a CDATA section.
  static func isMarkup(at offset: Int, in text: TextWords) -> Bool {
    let word = text.word(at: offset + 1)
    if WordStart("!--").begins(word) || WordStart("![CDATA[").begins(word) { return true }
    if WordStart("/plist>").begins(word) { return true }
    guard word & 0xFF == UInt8(ascii: "/") else {
      return PlainTag(startingAt: offset, in: text) != nil
    }
    guard let (_, length) = name(in: text.word(at: offset + 2)) else { return false }
    return text.byte(at: offset + 2 + length) == UInt8(ascii: ">")
  }

  /// The kind whose name a word begins with, and the name's length.
  private static func name(in word: UInt64) -> (kind: NodeKind, length: Int)? {
    var length = 0
    while length < 7, (0x61...0x7A).contains(UInt8(truncatingIfNeeded: word >> (8 * length))) {
      length += 1
    }
    let name = length > 0 ? word & TextWords.mask(ofBytes: length) : 0
    return kinds.first { $0.name == name }.map { ($0.kind, length) }
  }

  /// The kinds with their names as words.
  private static let kinds = NodeKind.allCases.map { kind in
    let name = kind.elementName.utf8.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return (kind: kind, name: name)
  }
}
