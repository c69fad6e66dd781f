import ICUText

/// A text that is being typed, with the cursor in it, edited by the keys that most shells have.
package struct InputLine: Equatable, Sendable {
  package private(set) var before: String
  package private(set) var after: String
  /// The text that keys have deleted last, for Ctrl-Y.
  private var killed = ""
  /// Whether the last key has deleted text, so that the next deletion is added to `killed`.
  private var isKilling = false
  /// How often the next key acts: the digits of the count typed so far.
  private var times: Int?
  /// Whether the next key inserts the character that it sends.
  package private(set) var isQuoting = false

  package init(_ text: String = "") { (before, after) = (text, "") }

  package var text: String { before + after }

  package var isEmpty: Bool { before.isEmpty && after.isEmpty }

  /// The number of Unicode scalars before the cursor.
  package var cursor: Int { before.unicodeScalars.count }

  /// Begins another line; Ctrl-Y still inserts what was deleted from this one.
  package mutating func clear() {
    (before, after, isKilling, times, isQuoting) = ("", "", false, nil, false)
  }

  /// Replaces the text.
  package mutating func set(_ before: String, _ after: String = "") {
    (self.before, self.after) = (before, after)
  }

  /// Puts the cursor after a number of Unicode scalars.
  package mutating func move(to cursor: Int) {
    let scalars = text.unicodeScalars
    set(String(scalars.prefix(cursor)), String(scalars.dropFirst(cursor)))
  }

  /// Replaces a range of the text, in Unicode scalars, and puts the cursor after the new text.
  package mutating func replace(_ range: Range<Int>, with new: String) {
    let scalars = Array(text.unicodeScalars)
    let range = range.clamped(to: 0..<scalars.count)
    let (start, end) = (scalars[..<range.lowerBound], scalars[range.upperBound...])
    set(String(String.UnicodeScalarView(start)) + new, String(String.UnicodeScalarView(end)))
  }

  /// The effect of a key.
  package enum Effect: Equatable, Sendable {
    case done
    /// The key would edit, but there is nothing to move across or to delete.
    case refused
    /// The key does not edit lines; its action is to be done this many times.
    case unknown(times: Int)
  }

  @discardableResult
  package mutating func take(_ key: Key) -> Effect {
    if isQuoting { return quote(key) }
    if let digit = digit(of: key) {
      times = min((times ?? 0) * 10 + digit, InputLine.mostTimes)
      return .done
    }
    if key == .control("v") {
      isQuoting = true
      return .done
    }
    var times = takeTimes()
    if case .paste = key { times = min(times, 1) }
    for _ in 0..<times {
      let effect = act(key)
      if effect == .unknown(times: 1) { return .unknown(times: times) }
      if effect != .done { return effect }
    }
    return .done
  }

  // MARK: Counts and quoting

  /// The maximum count: more is a slip of the finger, for which nobody wants to wait.
  private static let mostTimes = 9999

  private mutating func takeTimes() -> Int {
    defer { times = nil }
    return times ?? 1
  }

  private func digit(of key: Key) -> Int? {
    switch key {
    case .meta(let sign): sign.isASCII ? sign.wholeNumberValue : nil
    case .character(let sign) where times != nil: sign.isASCII ? sign.wholeNumberValue : nil
    default: nil
    }
  }

  private mutating func quote(_ key: Key) -> Effect {
    (isQuoting, isKilling) = (false, false)
    let times = takeTimes()
    guard let text = key.literal else { return .refused }
    before += String(repeating: text, count: times)
    return .done
  }

  // MARK: Keys

  private mutating func act(_ key: Key) -> Effect {
    let addsToKilled = isKilling
    isKilling = false
    switch key {
    case .character(let character): before.append(character)
    case .paste(let text): before += text
    case .left, .control("b"): return move(.back, .character)
    case .right, .control("f"): return move(.forward, .character)
    case .meta("b"): return move(.back, .word)
    case .meta("f"): return move(.forward, .word)
    case .home, .control("a"): set("", text)
    case .end, .control("e"): set(text)
    case .backspace, .control("h"): return remove(.back, .character) == nil ? .refused : .done
    case .delete, .control("d"): return remove(.forward, .character) == nil ? .refused : .done
    case .control("w"): return kill(.back, .blankWord, addsToKilled)
    case .meta("\u{7F}"): return kill(.back, .word, addsToKilled)
    case .meta("d"): return kill(.forward, .word, addsToKilled)
    case .control("u"): return kill(.back, .line, addsToKilled)
    case .control("k"): return kill(.forward, .line, addsToKilled)
    case .control("y"): before += killed
    case .control("t"): return transpose()
    case .meta("u"): return change { $0.uppercased() }
    case .meta("l"): return change { $0.lowercased() }
    case .meta("c"): return change(InputLine.capitalized)
    default: return .unknown(times: 1)
    }
    return .done
  }

  private enum Direction { case back, forward }

  /// A part of the text that keys move across or delete. A word consists of letters and digits,
  /// with everything between the word and the cursor. A blank word ends only at white space.
  private enum Unit { case character, word, blankWord, line }

  private func part(_ direction: Direction, _ unit: Unit) -> Substring {
    switch direction {
    case .back: before.suffix(InputLine.length(of: unit, in: before.reversed()))
    case .forward: after.prefix(InputLine.length(of: unit, in: after))
    }
  }

  /// How many characters beside the cursor belong to a unit.
  private static func length(of unit: Unit, in text: some Sequence<Character>) -> Int {
    switch unit {
    case .character: return text.prefix(1).reduce(0) { count, _ in count + 1 }
    case .line: return .max
    case .word, .blankWord:
      var (count, hasBegun) = (0, false)
      for character in text {
        let isInWord =
          unit == .word ? character.isLetter || character.isNumber : !character.isWhitespace
        if hasBegun, !isInWord { break }
        hasBegun = isInWord
        count += 1
      }
      return count
    }
  }

  /// - Returns: What was removed; `nil` if there was nothing.
  private mutating func remove(_ direction: Direction, _ unit: Unit) -> Substring? {
    let part = part(direction, unit)
    if part.isEmpty { return nil }
    switch direction {
    case .back: before = String(before[..<part.startIndex])
    case .forward: after = String(after[part.endIndex...])
    }
    return part
  }

  private mutating func move(_ direction: Direction, _ unit: Unit) -> Effect {
    guard let part = remove(direction, unit) else { return .refused }
    switch direction {
    case .back: after = part + after
    case .forward: before += part
    }
    return .done
  }

  private mutating func kill(_ direction: Direction, _ unit: Unit, _ addsToKilled: Bool) -> Effect {
    isKilling = addsToKilled
    guard let part = remove(direction, unit) else { return .refused }
    switch direction {
    case _ where !addsToKilled: killed = String(part)
    case .back: killed = part + killed
    case .forward: killed += part
    }
    isKilling = true
    return .done
  }

  /// Exchanges the characters around the cursor, or the last two, and moves past them.
  private mutating func transpose() -> Effect {
    if after.isEmpty, before.count > 1 { _ = move(.back, .character) }
    guard let first = before.last, let second = after.first else { return .refused }
    before.removeLast()
    after.removeFirst()
    before += String(second) + String(first)
    return .done
  }

  private mutating func change(_ change: (Substring) -> String) -> Effect {
    guard let part = remove(.forward, .word) else { return .refused }
    before += change(part)
    return .done
  }

  private static func capitalized(_ part: Substring) -> String {
    let start = part.firstIndex { $0.isLetter || $0.isNumber } ?? part.endIndex
    let rest = part[start...]
    return part[..<start] + rest.prefix(1).uppercased() + rest.dropFirst().lowercased()
  }
}

extension InputLine {
  /// Draws the line in some columns, and puts the cursor into it. If it is too long, the part
  /// around the cursor is shown.
  package func draw(in frame: inout Frame, row: Int, column: Int, end: Int, isMasked: Bool = false)
  {
    let room = end - column
    guard room > 0 else { return }
    // Only the part of a long text that may be seen is looked at; few characters have no width.
    let (before, after) = (String(before.suffix(4 * room)), String(after.prefix(4 * room)))
    let shownBefore = isMasked ? masked(before) : VisibleText.shown(before)
    let shownAfter = isMasked ? masked(after) : VisibleText.shown(after)
    var start = shownBefore[...]
    var width = DisplayWidth.of(shownBefore)
    while width >= room, let first = start.popFirst() { width -= DisplayWidth.of(first) }
    let cursor = frame.write(start, row: row, column: column, end: end)
    frame.write(shownAfter, row: row, column: cursor, end: end)
    frame.cursor = Frame.Position(row: row, column: min(cursor, frame.size.columns - 1))
  }

  private func masked(_ text: String) -> String { String(repeating: "*", count: text.count) }
}
