/// A parser that finds literals of a regular expression of which every match contains at least one,
/// so that most records need not be matched.
///
/// It reads ICU's syntax conservatively: unclear syntax does not count as a literal, or ends the
/// search.
struct RequiredLiterals {
  /// Literals of which every match contains at least one; `nil` if there are none for certain.
  static func find(in pattern: String) -> [String]? {
    var parser = RequiredLiterals(pattern)
    guard let literals = try? parser.alternatives(), parser.isAtEnd else { return nil }
    return literals
  }

  /// The error for syntax that is not understood.
  private struct Unclear: Error {}

  private let scalars: [Unicode.Scalar]
  private var position = 0

  private init(_ pattern: String) { scalars = Array(pattern.unicodeScalars) }

  private var isAtEnd: Bool { position == scalars.count }

  private var next: Unicode.Scalar? { isAtEnd ? nil : scalars[position] }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  private mutating func takeAny() throws(Unclear) -> Unicode.Scalar {
    guard let next else { throw Unclear() }
    position += 1
    return next
  }

  /// The literals of the branches up to a closing parenthesis or the end.
  private mutating func alternatives() throws(Unclear) -> [String]? {
    var all: [String]? = []
    repeat {
      let branch = try sequence()
      all = all.flatMap { all in branch.map { all + $0 } }
    } while take("|")
    return all
  }

  /// The best literals of one branch.
  private mutating func sequence() throws(Unclear) -> [String]? {
    var best: [String]?
    // Characters that are adjacent in every match.
    var run = String.UnicodeScalarView()

    func worth(_ literals: [String]) -> Int { literals.map(\.utf8.count).min() ?? 0 }
    func offer(_ literals: [String]?) {
      guard let literals, worth(literals) > best.map(worth) ?? 0 else { return }
      best = literals
    }
    func endRun() {
      offer([String(run)])
      run = String.UnicodeScalarView()
    }

    while let scalar = next, scalar != "|", scalar != ")" {
      position += 1
      var literal: Unicode.Scalar?
      var group: [String]?
      switch scalar {
      case "(": group = try self.group()
      case "[": try skipSet()
      case "\\": literal = try escape()
      case ".", "^", "$": break
      case "*", "+", "?", "{", "}", "]": throw Unclear()
      default: literal = scalar
      }
      let minimum = try quantifier()
      if let literal, RequiredLiterals.isPlain(literal) {
        if minimum != 0 { run.append(literal) }
        // Exactly once is the same as no quantifier.
        if minimum != nil { endRun() }
      } else {
        endRun()
        if minimum != 0 { offer(group) }
      }
    }
    endRun()
    return best
  }

  /// Parses a quantifier.
  ///
  /// - Returns: The minimum count, or `nil` if there is no quantifier.
  private mutating func quantifier() throws(Unclear) -> Int? {
    var minimum: Int?
    if take("*") || take("?") {
      minimum = 0
    } else if take("+") {
      minimum = 1
    } else if take("{") {
      var digits = ""
      while let digit = next, ("0"..."9").contains(digit) {
        digits.unicodeScalars.append(digit)
        position += 1
      }
      guard let number = Int(digits) else { throw Unclear() }
      if take(",") { while let digit = next, ("0"..."9").contains(digit) { position += 1 } }
      guard take("}") else { throw Unclear() }
      minimum = number
    }
    // Lazy or possessive.
    if minimum != nil { _ = take("?") || take("+") }
    return minimum
  }

  /// Parses what follows an opening parenthesis, including the closing one.
  private mutating func group() throws(Unclear) -> [String]? {
    var isLookaround = false
    if take("?") {
      switch try takeAny() {
      case ":", ">": break
      case "=", "!": isLookaround = true
      case "<":
        if take("=") || take("!") {
          isLookaround = true
        } else {
          while try takeAny() != ">" {}
        }
      // Flags change the meaning of what follows; comments may hold anything.
      default: throw Unclear()
      }
    }
    let literals = try alternatives()
    guard take(")") else { throw Unclear() }
    // The text of a lookaround is not part of the match, and may have to be absent.
    return isLookaround ? nil : literals
  }

  /// Skips a set such as `[a-z[^0-9]]`.
  private mutating func skipSet() throws(Unclear) {
    var depth = 1
    _ = take("^")
    // A bracket right at the start of a set is ambiguous.
    if next == "]" { throw Unclear() }
    while depth > 0 {
      switch try takeAny() {
      case "[": depth += 1
      case "]": depth -= 1
      case "\\": if try takeAny() == "Q" { throw Unclear() }
      default: break
      }
    }
  }

  /// The character that an escape represents, or `nil` if it is a class, a boundary or an unusual
  /// character.
  private mutating func escape() throws(Unclear) -> Unicode.Scalar? {
    let scalar = try takeAny()
    switch scalar {
    case "d", "D", "w", "W", "s", "S", "b", "B", "A", "z", "Z", "G", "X", "R", "h", "H", "v", "V",
      "t", "n", "r", "f", "a", "e":
      return nil
    case "p", "P", "N":
      guard take("{") else { throw Unclear() }
      while try takeAny() != "}" {}
      return nil
    case let scalar
    where scalar.isASCII && !scalar.properties.isAlphabetic
      && !("0"..."9").contains(scalar):
      return scalar
    default: throw Unclear()
    }
  }

  /// Whether a character folds to the same text everywhere, so that its folded form occurs in the
  /// folded text. Characters that combine with their neighbours do not, such as kana and their
  /// voicing marks.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // ASCII, Latin, Greek, Cyrillic, Han.
    case 0x20..<0x7F, 0xC0..<0x250, 0x370..<0x500, 0x3400..<0xA000: true
    default: false
    }
  }
}
