/// The layout of elements in the text, which an element added beside others copies.
extension PropertyListDocument {
  /// The key of a value, if it is in a dictionary.
  package func key(before value: NodeIndex) -> NodeIndex? {
    if forwardsNodes, let key = forwarded.keys[value] { return key }
    // A key takes one or two words, and a second word never looks like a key.
    return [value - 1, value - 2].first {
      $0 >= .root && kind(of: $0) == .key && end(of: $0) == value
    }
  }

  /// The white space directly before an element; after a comment, only its last line.
  package func space(before offset: Int) -> Space {
    let (text, base) = region(of: offset)
    var start = offset - base
    while start > 0, isXMLSpace(text[start - 1]) { start -= 1 }
    let space = Array(text[start..<(offset - base)])
    let followsComment = text[..<start].suffix(3).elementsEqual("-->".utf8)
    return Space(followsComment ? Space.lastLine(of: space) : space)
  }

  /// Whether there is white space at an offset.
  package func isSpace(_ offset: Int) -> Bool { isXMLSpace(byte(at: offset)) }

  /// Whether a line end begins at an offset.
  package func isLineEnd(_ offset: Int) -> Bool {
    byte(at: offset) == 0x0A || byte(at: offset) == 0x0D
  }

  private func byte(at offset: Int) -> UInt8 {
    bytes(offset..<offset + 1)[0]
  }

  /// An element with LF as line ends, converted to the first line end of the file.
  ///
  /// - Complexity: O(*n*) in the element, and in the first line of the file if it has line ends.
  package func withLineEndsOfFile(_ element: [UInt8]) -> [UInt8] {
    guard source.format == .xml, element.contains(0x0A), let end = LineEnd(firstOf: source.bytes)
    else { return element }
    return element.withLineEnds(end)
  }

  /// The layout of the members of a dictionary, or `nil` if it has none.
  package func memberLayout(of dict: NodeIndex) -> MemberLayout? {
    guard let first = members(of: dict).first(where: { _ in true }) else { return nil }
    return MemberLayout(
      beforeElement: space(before: elementStart(of: dict)),
      beforeKey: space(before: elementStart(of: first.key.node)),
      beforeValue: space(before: elementStart(of: first.value)),
      beforeEnd: space(before: contentEnd(of: dict)))
  }

  /// The layout of a child of a container, for new children beside it.
  ///
  /// - Parameter child: `first` is the child's key or, in an array, its value. Without a child, the
  ///   layout is the usual one.
  package func layout(
    of container: NodeIndex, like child: (first: NodeIndex, value: NodeIndex)? = nil
  ) -> MemberLayout {
    let outer = space(before: elementStart(of: key(before: container) ?? container))
    let usual = MemberLayout(beforeElement: outer, unit: indentationUnit)
    guard let (first, value) = child else { return usual }
    return MemberLayout(
      beforeElement: outer, beforeKey: space(before: elementStart(of: first)),
      beforeValue: space(before: elementStart(of: value)), beforeEnd: usual.beforeEnd)
  }

  /// The indentation of one level: the difference between the indentations of the root and of its
  /// first child; a tab if it cannot be determined.
  package var indentationUnit: [UInt8] {
    let outer = space(before: elementStart(of: root)).indentation
    guard kind(of: root).isContainer, firstChild(of: root) < end(of: root), let outer,
      let inner = space(before: elementStart(of: firstChild(of: root))).indentation,
      inner.count > outer.count, inner.starts(with: outer)
    else { return [0x09] }
    return Array(inner.dropFirst(outer.count))
  }
}

/// A kind of line end. XML reads all of them as LF (1.0, 2.11).
package enum LineEnd: Sendable {
  case lineFeed, carriageReturn, pair

  /// The first line end of a text; `nil` if it has none.
  package init?(firstOf text: some Collection<UInt8>) {
    guard let index = text.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
    if text[index] == 0x0A {
      self = .lineFeed
    } else {
      let next = text.index(after: index)
      self = next < text.endIndex && text[next] == 0x0A ? .pair : .carriageReturn
    }
  }

  fileprivate var bytes: [UInt8] {
    switch self {
    case .lineFeed: [0x0A]
    case .carriageReturn: [0x0D]
    case .pair: [0x0D, 0x0A]
    }
  }
}

extension [UInt8] {
  /// The text with all line ends of the same kind.
  package func withLineEnds(_ end: LineEnd) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var last: UInt8 = 0
    for byte in self {
      switch byte {
      case 0x0A where last == 0x0D: break
      case 0x0A, 0x0D: result += end.bytes
      default: result.append(byte)
      }
      last = byte
    }
    return result
  }
}

/// White space in front of an element.
package struct Space: Equatable, Sendable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The space after the last line end; `nil` if there is no line end.
  package var indentation: [UInt8]? {
    lineEnd.map { Array(bytes[$0.upperBound...]) }
  }

  /// The last line end.
  private var lineEnd: Range<Int>? {
    guard let last = bytes.lastIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
    let isPair = bytes[last] == 0x0A && last > 0 && bytes[last - 1] == 0x0D
    return (isPair ? last - 1 : last)..<(last + 1)
  }

  /// The last line end and the space after it; empty if there is no line end.
  static func lastLine(of bytes: [UInt8]) -> [UInt8] {
    Space(bytes).lineEnd.map { Array(bytes[$0.lowerBound...]) } ?? []
  }

  /// The last line end, without blank lines, and the given indentation; empty if there is no line
  /// end.
  package func line(indentedBy indentation: [UInt8]) -> Space {
    Space(lineEnd.map { Array(bytes[$0]) + indentation } ?? [])
  }

  /// The same space for an element whose surroundings are indented differently.
  package func moved(from old: [UInt8]?, to new: [UInt8]?) -> Space {
    guard let old, let new, let indentation, indentation.starts(with: old) else { return self }
    let lines = bytes.dropLast(indentation.count)
    return Space(lines + new + indentation.dropFirst(old.count))
  }
}

/// The white space around the members of a dictionary.
package struct MemberLayout: Sendable {
  package let beforeElement: Space
  package let beforeKey: Space
  package let beforeValue: Space
  package var beforeEnd: Space

  package init(beforeElement: Space, beforeKey: Space, beforeValue: Space, beforeEnd: Space) {
    self.beforeElement = beforeElement
    self.beforeKey = beforeKey
    self.beforeValue = beforeValue
    self.beforeEnd = beforeEnd
  }

  /// Each key and value on a line of its own, as most programs write them.
  package init(beforeElement: Space, unit: [UInt8]) {
    let indentation = beforeElement.indentation ?? []
    self.init(
      beforeElement: beforeElement,
      beforeKey: beforeElement.line(indentedBy: indentation + unit),
      beforeValue: beforeElement.line(indentedBy: indentation + unit),
      beforeEnd: beforeElement.line(indentedBy: indentation))
  }

  /// The same layout for a dictionary with other space before it.
  package func moved(to space: Space) -> MemberLayout {
    let (old, new) = (beforeElement.indentation, space.indentation)
    return MemberLayout(
      beforeElement: space, beforeKey: beforeKey.moved(from: old, to: new),
      beforeValue: beforeValue.moved(from: old, to: new),
      beforeEnd: beforeEnd.moved(from: old, to: new))
  }
}
