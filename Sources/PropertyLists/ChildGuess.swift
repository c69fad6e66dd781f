/// Where children of the root probably begin, so that several parsers can each read some of them.
///
/// It is only a guess, by the white space and the tag that are before and in the first child.
struct ChildGuess {
  /// The tag that opens the root: `<array>` or `<dict>`.
  let root: NodeKind
  /// In ascending order.
  let children: [Child]

  struct Child: Equatable {
    /// Where the child's tag begins.
    let start: Int
    /// Where the white space before it begins.
    let spaceStart: Int
  }

  /// Looks for a child after each of several equal parts of a text.
  ///
  /// - Complexity: O(*n*) at worst, usually O(*parts*).
  init?(in text: UnsafeBufferPointer<UInt8>, parts: Int) {
    guard parts > 1, let first = FirstChild(in: text) else { return nil }
    root = first.root
    var children: [Child] = []
    for part in 1..<parts {
      let bounds = (text.count * part / parts)..<(text.count * (part + 1) / parts)
      guard bounds.lowerBound > first.start else { continue }
      if let child = first.next(in: text, bounds) { children.append(child) }
    }
    if children.isEmpty { return nil }
    self.children = children
  }

  init(root: NodeKind, children: [Child]) {
    self.root = root
    self.children = children
  }
}

/// The first child of the root.
private struct FirstChild {
  let root: NodeKind
  /// Where its tag begins.
  let start: Int
  /// The white space before it, and its tag up to the end of the name.
  private let pattern: UnsafeBufferPointer<UInt8>
  private let spaceLength: Int

  private static let prologueLimit = 4096

  init?(in text: UnsafeBufferPointer<UInt8>) {
    let beginning = UnsafeBufferPointer(rebasing: text.prefix(FirstChild.prologueLimit))
    guard let plist = beginning.offset(of: "<plist"),
      let plistEnd = beginning[plist...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let afterPlist = beginning[(plistEnd + 1)...]
    guard let tag = afterPlist.firstIndex(where: { !isXMLSpace($0) }) else { return nil }
    let rootEnd: Int
    if beginning[tag...].starts(with: "<array>".utf8) {
      (root, rootEnd) = (.array, tag + "<array>".utf8.count)
    } else if beginning[tag...].starts(with: "<dict>".utf8) {
      (root, rootEnd) = (.dict, tag + "<dict>".utf8.count)
    } else {
      return nil
    }
    guard let start = beginning[rootEnd...].firstIndex(where: { !isXMLSpace($0) }),
      // Without indentation, children are not to be told from other elements.
      start > rootEnd, beginning[start - 1] != 0x0A, beginning[start - 1] != 0x0D,
      let end = beginning[(start + 1)...].firstIndex(where: FirstChild.endsName)
    else { return nil }
    self.start = start
    pattern = UnsafeBufferPointer(rebasing: beginning[rootEnd..<end])
    spaceLength = start - rootEnd
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    isXMLSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
  }

  /// The next child in a range of the text that is written like this one.
  func next(
    in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> ChildGuess.Child? {
    var start = range.lowerBound
    while let offset = UnsafeBufferPointer(rebasing: text[start..<range.upperBound])
      .offset(of: pattern)
    {
      let space = start + offset
      let end = space + pattern.count
      if text[space - 1] == UInt8(ascii: ">"), end < text.count, FirstChild.endsName(text[end]) {
        return ChildGuess.Child(start: space + spaceLength, spaceStart: space)
      }
      start = space + 1
    }
    return nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func offset(of text: StaticString) -> Int? {
    text.withUTF8Buffer { offset(of: $0) }
  }

  /// Where a text, not empty, occurs first.
  fileprivate func offset(of text: UnsafeBufferPointer<UInt8>) -> Int? {
    var rest = self[...]
    while let offset = rest.firstIndex(of: text[0]) {
      if self[offset...].starts(with: text) { return offset }
      rest = self[(offset + 1)...]
    }
    return nil
  }
}
