import SeededRandom
import Testing

@testable import Terminal

/// The line that is being typed, key by key.
@Suite("Input line")
struct InputLineTests {
  /// A line with `|` at the cursor.
  private static func line(_ text: String) -> InputLine {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    var line = InputLine()
    line.set(parts[0], parts.dropFirst().joined())
    return line
  }

  private static func shown(_ line: InputLine) -> String { line.before + "|" + line.after }

  @Test(
    arguments: [
      ("a|c", ["b"], "ab|c"), ("|", [.paste("ab\nc")], "ab\nc|"),
      ("ab|", [.left], "a|b"), ("ab|", [.control("b"), .control("b")], "|ab"),
      ("|ab", [.right], "a|b"), ("|ab", [.control("f")], "a|b"), ("ab|", [.home], "|ab"),
      ("ab|", [.control("a")], "|ab"), ("|ab", [.end], "ab|"), ("|ab", [.control("e")], "ab|"),
      ("ab|c", [.backspace], "a|c"), ("ab|c", [.control("h")], "a|c"), ("a|bc", [.delete], "a|c"),
      ("a|bc", [.control("d")], "a|c"),
      ("one two|", [.meta("b")], "one |two"), ("one two |", [.meta("b")], "one |two "),
      ("a/b-c|", [.meta("b"), .meta("b")], "a/|b-c"), ("|one two", [.meta("f")], "one| two"),
      ("one| two", [.meta("f")], "one two|"), ("show A/Anna|", [.control("w")], "show |"),
      ("show A/Anna |", [.control("w")], "show |"), ("show A/Anna|", [.meta("\u{7F}")], "show A/|"),
      ("|one two", [.meta("d")], "| two"), ("one| two", [.meta("d")], "one|"),
      ("one |two", [.control("u")], "|two"), ("one |two", [.control("k")], "one |"),
      ("|one two", [.meta("u")], "ONE| two"), ("|ONE two", [.meta("l")], "one| two"),
      ("| oNE two", [.meta("c")], " One| two"), ("|straße", [.meta("u")], "STRASSE|"),
      ("a|bc", [.control("t")], "ba|c"), ("abc|", [.control("t")], "acb|"),
    ] as [(String, [Key], String)])
  func aKeyEdits(_ text: String, _ keys: [Key], _ expected: String) {
    var line = Self.line(text)
    for key in keys { #expect(line.take(key) == .done) }
    #expect(Self.shown(line) == expected)
  }

  @Test(
    arguments: [
      ("e\u{301}|x", .left, "|e\u{301}x"), ("x|e\u{301}", .delete, "x|"),
      ("🇩🇪🇫🇷|", .backspace, "🇩🇪|"), ("a👨‍👩‍👧|b", .backspace, "a|b"), ("|กำ", .right, "กำ|"),
      ("马|自", .control("t"), "自马|"), ("马 自达|", .meta("b"), "马 |自达"),
      ("x\u{301}y|z", .control("t"), "x\u{301}zy|"), ("नमस्ते|", .meta("b"), "|नमस्ते"),
    ] as [(String, Key, String)])
  func charactersStayWhole(_ text: String, _ key: Key, _ expected: String) {
    var line = Self.line(text)
    #expect(line.take(key) == .done)
    #expect(Self.shown(line) == expected)
  }

  @Test(
    arguments: [
      ("|a", .left), ("|a", .backspace), ("a|", .right), ("a|", .delete), ("|a", .meta("b")),
      ("a|", .meta("f")), ("a|", .meta("d")), ("|a", .control("w")), ("|a", .control("u")),
      ("a|", .control("k")), ("|ab", .control("t")), ("a|", .control("t")), ("a|", .meta("u")),
    ] as [(String, Key)])
  func aKeyWithoutAnythingToActOnIsRefused(_ text: String, _ key: Key) {
    var line = Self.line(text)
    #expect(line.take(key) == .refused)
    #expect(Self.shown(line) == text)
  }

  @Test(
    arguments: [
      ("one two|", [.control("w"), .home, .control("y")], "two|one "),
      ("one two three|", [.control("w"), .control("w"), .control("y")], "one two three|"),
      ("|one two", [.meta("d"), .meta("d"), .control("y"), .control("y")], "one twoone two|"),
      ("one |two", [.control("k"), .control("u"), .control("y")], "one two|"),
      ("one two|", [.control("w"), .left, .control("w"), .control("y")], "one| "),
      ("one|", [.control("u"), .control("u"), .control("y")], "one|"),
      ("one|", [.control("u"), .backspace, .control("y")], "one|"), ("a|", [.control("y")], "a|"),
    ] as [(String, [Key], String)])
  func whatKeysDeleteInARowIsKeptForCtrlY(_ text: String, _ keys: [Key], _ expected: String) {
    var line = Self.line(text)
    for key in keys { line.take(key) }
    #expect(Self.shown(line) == expected)
  }

  @Test func whatWasDeletedIsKeptForTheNextLine() {
    var line = Self.line("马自达|")
    line.take(.control("u"))
    line.clear()
    line.take(.control("y"))
    #expect(line.text == "马自达")
  }

  @Test(
    arguments: [
      ("|", [.meta("3"), "x"], "xxx|"), ("|", [.meta("1"), "2", "x"], "xxxxxxxxxxxx|"),
      ("abcd|", [.meta("3"), .left], "a|bcd"), ("a b c|", [.meta("2"), .control("w")], "a |"),
      ("|ab cd ef", [.meta("2"), .meta("u")], "AB CD| ef"),
      ("a b c|", [.meta("2"), .control("w"), .control("y")], "a b c|"),
      ("abc|", [.meta("9"), .backspace], "|"), ("|", [.meta("0"), "x", "y"], "y|"),
      ("|", [.meta("2"), .paste("ab")], "ab|"), ("|", [.meta("2"), "x", "3"], "xx3|"),
      ("|", [.meta("2"), .control("v"), .control("a")], "\u{1}\u{1}|"),
    ] as [(String, [Key], String)])
  func aCountRepeatsTheNextKey(_ text: String, _ keys: [Key], _ expected: String) {
    var line = Self.line(text)
    for key in keys { line.take(key) }
    #expect(Self.shown(line) == expected)
  }

  @Test func aHugeCountIsALargeOne() {
    var line = InputLine()
    line.take(.meta("9"))
    for _ in 0..<30 { line.take("9") }
    line.take("x")
    #expect(line.text == String(repeating: "x", count: 9999))
  }

  @Test(
    arguments: [
      (.control("a"), "\u{1}"), (.tab, "\t"), (.enter, "\n"), (.escape, "\u{1B}"), ("5", "5"),
      (.backspace, "\u{7F}"), (.control("v"), "\u{16}"), (.paste("x\u{1B}"), "x\u{1B}"),
    ] as [(Key, String)])
  func ctrlVInsertsTheNextKeyItself(_ key: Key, _ text: String) {
    var line = InputLine()
    line.take(.control("v"))
    #expect(line.isQuoting)
    #expect(line.take(key) == .done)
    #expect(line.text == text)
    line.take("x")
    #expect(line.text == text + "x")
  }

  @Test(arguments: [.up, .meta("b"), .control(" ")] as [Key])
  func aKeyThatSendsNoTextCannotBeInserted(_ key: Key) {
    var line = Self.line("ab|")
    line.take(.control("v"))
    #expect(line.take(key) == .refused)
    #expect(Self.shown(line) == "ab|")
    #expect(!line.isQuoting)
  }

  @Test(arguments: [.up, .tab, .enter, .escape, .control("r"), .meta("p"), .pageUp] as [Key])
  func otherKeysAreLeftToOthersWithTheirCount(_ key: Key) {
    var line = Self.line("a|b")
    #expect(line.take(key) == .unknown(times: 1))
    line.take(.meta("7"))
    #expect(line.take(key) == .unknown(times: 7))
    line.take("x")
    #expect(Self.shown(line) == "ax|b")
  }

  @Test func partsAreReplacedByTheirNumbersOfScalars() {
    var line = Self.line("show e\u{301}|x")
    line.replace(5..<7, with: "马")
    #expect(Self.shown(line) == "show 马|x")
    line.replace(40..<50, with: "!")
    #expect(Self.shown(line) == "show 马x!|")
    line.move(to: 5)
    #expect(Self.shown(line) == "show |马x!")
    line.move(to: 50)
    #expect(line.cursor == 8)
  }

  // MARK: A model

  /// A line as characters, the place of the cursor, and what was deleted.
  private struct Model {
    var characters: [Character] = []
    var cursor = 0
    var killed: [Character] = []
    var isKilling = false

    static func isLetter(_ character: Character) -> Bool { !" /-".contains(character) }

    mutating func remove(_ range: Range<Int>) {
      characters.removeSubrange(range)
      cursor = range.lowerBound
    }

    mutating func kill(_ range: Range<Int>, _ wasKilling: Bool) {
      if range.isEmpty {
        isKilling = wasKilling
        return
      }
      let part = Array(characters[range])
      killed = !wasKilling ? part : range.lowerBound < cursor ? part + killed : killed + part
      isKilling = true
      remove(range)
    }

    func wordStart(_ isIn: (Character) -> Bool) -> Int {
      var start = cursor
      while start > 0, !isIn(characters[start - 1]) { start -= 1 }
      while start > 0, isIn(characters[start - 1]) { start -= 1 }
      return start
    }

    var wordEnd: Int {
      var end = cursor
      while end < characters.count, !Model.isLetter(characters[end]) { end += 1 }
      while end < characters.count, Model.isLetter(characters[end]) { end += 1 }
      return end
    }

    mutating func take(_ key: Key) {
      let wasKilling = isKilling
      isKilling = false
      switch key {
      case .character(let character):
        characters.insert(character, at: cursor)
        cursor += 1
      case .left: cursor = max(cursor - 1, 0)
      case .right: cursor = min(cursor + 1, characters.count)
      case .home: cursor = 0
      case .end: cursor = characters.count
      case .backspace: remove(max(cursor - 1, 0)..<cursor)
      case .delete: remove(cursor..<min(cursor + 1, characters.count))
      case .meta("b"): cursor = wordStart(Model.isLetter)
      case .meta("f"): cursor = wordEnd
      case .meta("d"): kill(cursor..<wordEnd, wasKilling)
      case .meta("\u{7F}"): kill(wordStart(Model.isLetter)..<cursor, wasKilling)
      case .control("w"): kill(wordStart { $0 != " " }..<cursor, wasKilling)
      case .control("u"): kill(0..<cursor, wasKilling)
      case .control("k"): kill(cursor..<characters.count, wasKilling)
      case .control("y"):
        characters.insert(contentsOf: killed, at: cursor)
        cursor += killed.count
      case .control("t"):
        guard cursor > 0, characters.count > 1 else { return }
        if cursor == characters.count { cursor -= 1 }
        characters.swapAt(cursor - 1, cursor)
        cursor += 1
      case .meta("u"):
        for index in cursor..<wordEnd {
          characters[index] = Character(characters[index].uppercased())
        }
        cursor = wordEnd
      default: Issue.record("\(key)")
      }
    }
  }

  @Test func keysDoWhatTheyDoToAModel() {
    var generator = SeededGenerator(seed: 7)
    let keys: [Key] = [
      .left, .right, .home, .end, .backspace, .delete, .meta("b"), .meta("f"), .meta("d"),
      .meta("\u{7F}"), .control("w"), .control("u"), .control("k"), .control("y"), .control("t"),
      .meta("u"), "a", "b", " ", " ", "马", "é", "/", "한", "-", "é", "x", " ",
    ]
    for _ in 0..<Rounds.of(200) {
      var (line, model) = (InputLine(), Model())
      var typed: [Key] = []
      for _ in 0..<60 {
        guard let key = keys.randomElement(using: &generator) else { return }
        typed.append(key)
        line.take(key)
        model.take(key)
        let (text, cursor) = (String(model.characters), String(model.characters[..<model.cursor]))
        guard line.text == text, line.before == cursor else {
          Issue.record("\(typed.map(\.name)): \(Self.shown(line)), not \(text) at \(model.cursor)")
          return
        }
        // A line that is yanked again and again would become long.
        if model.characters.count > 200 { (line, model) = (InputLine(), Model()) }
      }
    }
  }

  @Test func keysOfAnyCharactersNeverChangeMoreThanTheyTake() {
    var generator = SeededGenerator(seed: 8)
    let keys: [Key] = [.left, .right, .meta("b"), .meta("f"), .home, .end]
    for _ in 0..<Rounds.of(200) {
      let text = generator.text(0...12)
      var line = InputLine(text)
      for _ in 0..<20 {
        if let key = keys.randomElement(using: &generator) { line.take(key) }
        #expect(line.text.unicodeScalars.elementsEqual(text.unicodeScalars))
      }
    }
  }
}
