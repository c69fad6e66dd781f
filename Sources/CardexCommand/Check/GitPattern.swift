import Platform

/// A pattern of git for the names of files, as in `.gitattributes`.
///
/// One without a slash is for the last component of a path, any other for the whole path.
struct GitPattern {
  private let elements: [Element]
  private let isForName: Bool

  private enum Element {
    case byte(UInt8)
    /// `?`
    case any
    /// `[a-z]`, `[!a-z]`
    case oneOf([ClosedRange<UInt8>], isNegated: Bool)
    /// `*`, which matches no slash.
    case anyInComponent
    /// `**/` at the beginning or after a slash: any number of directories.
    case directories
    /// `**` at the end, after a slash.
    case everything
  }

  private static let slash = UInt8(ascii: "/")

  /// - Parameter text: `nil` if no file can match it: directories end in a slash, and nothing may be
  ///   excluded by an exclamation mark.
  init?(_ text: [UInt8]) {
    if text.isEmpty || text.last == GitPattern.slash || text[0] == UInt8(ascii: "!") { return nil }
    isForName = !text.contains(GitPattern.slash)
    var rest = text[...]
    if rest.first == GitPattern.slash { rest.removeFirst() }
    var elements: [Element] = []
    var isAtStart = true
    while let byte = rest.first {
      let element = GitPattern.element(&rest, isAtStart: isAtStart)
      guard let element else { return nil }
      isAtStart = if case .directories = element { true } else { byte == GitPattern.slash }
      elements.append(element)
    }
    self.elements = elements
  }

  /// - Parameter isAtStart: Whether a component begins here.
  private static func element(_ rest: inout ArraySlice<UInt8>, isAtStart: Bool) -> Element? {
    let byte = rest.removeFirst()
    switch byte {
    case UInt8(ascii: "\\"): return rest.popFirst().map { .byte($0) }
    case UInt8(ascii: "?"): return .any
    case UInt8(ascii: "["): return list(&rest)
    case UInt8(ascii: "*"):
      let stars = rest.prefix { $0 == byte }.count
      rest.removeFirst(stars)
      guard isAtStart, stars == 1 else { return .anyInComponent }
      if rest.isEmpty { return .everything }
      guard rest.first == slash else { return .anyInComponent }
      rest.removeFirst()
      return .directories
    default: return .byte(byte)
    }
  }

  private static func list(_ rest: inout ArraySlice<UInt8>) -> Element? {
    let isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if isNegated { rest.removeFirst() }
    var ranges: [ClosedRange<UInt8>] = []
    while var first = rest.popFirst() {
      if first == UInt8(ascii: "]"), !ranges.isEmpty {
        return .oneOf(ranges, isNegated: isNegated)
      }
      if first == UInt8(ascii: "\\") { first = rest.popFirst() ?? first }
      var last = first
      if rest.first == UInt8(ascii: "-"), let end = rest.dropFirst().first, end != UInt8(ascii: "]")
      {
        rest.removeFirst(2)
        last = end
      }
      ranges.append(first <= last ? first...last : first...first)
    }
    return nil
  }

  /// - Parameter path: A path from where the pattern is.
  /// - Complexity: O(*n* · *m*) in the lengths of pattern and path.
  func matches(_ path: [UInt8]) -> Bool {
    let text = isForName ? path[((path.lastIndex(of: GitPattern.slash) ?? -1) + 1)...] : path[...]
    // Whether what precedes an element has matched; and whether a directory is being passed.
    var reached = [Bool](repeating: false, count: elements.count + 1)
    var isPassing = reached
    reached[0] = true
    pass(&reached)
    for byte in text {
      var next = [Bool](repeating: false, count: elements.count + 1)
      var passing = next
      for (index, element) in elements.enumerated() where reached[index] || isPassing[index] {
        switch element {
        case .directories where byte == GitPattern.slash: next[index] = true
        case .directories: passing[index] = true
        case .anyInComponent where byte == GitPattern.slash: break
        case .anyInComponent, .everything: next[index] = true
        default: if GitPattern.accepts(element, byte) { next[index + 1] = true }
        }
      }
      (reached, isPassing) = (next, passing)
      pass(&reached)
    }
    return reached[elements.count]
  }

  /// Goes on after elements that may match nothing, or nothing more.
  private func pass(_ reached: inout [Bool]) {
    for (index, element) in elements.enumerated() where reached[index] {
      switch element {
      case .directories, .anyInComponent, .everything: reached[index + 1] = true
      default: break
      }
    }
  }

  private static func accepts(_ element: Element, _ byte: UInt8) -> Bool {
    switch element {
    case .byte(let own): own == byte
    case .any: byte != slash
    case .oneOf(let ranges, let isNegated):
      byte != slash && ranges.contains { $0.contains(byte) } != isNegated
    case .anyInComponent, .directories, .everything: false
    }
  }
}
