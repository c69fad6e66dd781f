import SeededRandom
import Testing

@testable import Terminal

/// Bytes that terminals send, as keys.
@Suite("Key parser")
struct KeyParserTests {
  private func keys(_ text: String) -> [Key] {
    var parser = KeyParser()
    return parser.take(Array(text.utf8)) + parser.flush()
  }

  @Test(
    arguments: [
      (["a"], "a", []), (["a", "b", .enter, "c"], .paste("ab"), [.enter, "c"]),
      ([.enter, "a"], .enter, ["a"]), ([.paste("x"), "a"], .paste("x"), ["a"]),
      ([" ", " "], " ", [" "]), ([" ", "a"], .paste(" a"), []),
      (["e", "\u{301}", "x"], .paste("e\u{301}x"), []),
    ] as [([Key], Key, [Key])])
  func lettersThatWaitAreOneText(_ keys: [Key], _ first: Key, _ rest: [Key]) {
    var keys = keys
    #expect(keys.removeFirstText() == first)
    #expect(keys == rest)
  }

  @Test(
    arguments: [
      ("a", [.character("a")]), ("ä", [.character("ä")]), ("长", [.character("长")]),
      ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]), ("\u{7F}", [.backspace]),
      ("\u{3}", [.control("c")]), ("\u{1A}", [.control("z")]), ("\u{1B}", [.escape]),
      ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}[1;5C", [.meta("f")]),
      ("\u{1B}[1;3D", [.meta("b")]),
      ("\u{1B}[1;2C", [.right]), ("\u{1B}[D", [.left]),
      ("\u{1B}[H", [.home]), ("\u{1B}[4~", [.end]), ("\u{1B}[5~", [.pageUp]),
      ("\u{1B}[6~", [.pageDown]), ("\u{1B}[3~", [.delete]), ("\u{1B}[2~", [.insert]),
      ("\u{1B}[Z", [.backTab]), ("\u{1B}q", [.meta("q")]), ("\u{1B}长x", [.meta("长"), "x"]),
      ("\u{1B}\u{7F}", [.meta("\u{7F}")]), ("\u{1B}\u{8}", [.meta("\u{7F}")]),
      ("\u{1B}\r", [.escape, .enter]), ("\u{1B}\u{1}", [.escape, .control("a")]),
      ("\u{1B}[98;3u", [.meta("b")]), ("\u{1B}[127;3u", [.meta("\u{7F}")]),
      ("\u{1B}[97;-9223372036854775808u", ["a"]),
      ("\u{1B}\u{1B}[A", [.escape, .up]),
      (
        "\u{1B}OP\u{1B}[11~\u{1B}[15~\u{1B}[21~\u{1B}[24~", [1, 1, 5, 10, 12].map { .function($0) }
      ),
      ("\u{1B}[963::115;5u\u{1B}[963;5u", [.control("s"), .control("σ")]),
      ("\u{1B}[97:65;2u\u{1B}[97u", ["A", "a"]),
      ("\u{1B}[[Ax", [.function(1), .character("x")]),
      ("\u{1B}[200~a\u{1B}[b\r\u{1B}[201~c", [.paste("a\u{1B}[b\n"), .character("c")]),
      ("\u{1B}[<0;3;4M", [.mouse(.init(.press, column: 2, row: 3))]),
      ("\u{1B}[<0;3;4m", [.mouse(.init(.release, column: 2, row: 3))]),
      ("\u{1B}[<32;3;4M", [.mouse(.init(.drag, column: 2, row: 3))]),
      (
        "\u{1B}[<64;1;1M\u{1B}[<65;1;1M",
        [.mouse(.init(.wheelUp, column: 0, row: 0)), .mouse(.init(.wheelDown, column: 0, row: 0))]
      ),
      ("\u{1B}[<2;3;4M", []), ("\u{1B}[<0;0;4M", []), ("\u{1B}[?1u", [.keyboardReport]),
      ("\u{1B}_Gi=31;OK\u{1B}\\x", [.graphicsReport, "x"]), ("\u{1B}_Gi=31;EINVAL\u{1B}\\x", ["x"]),
      ("\u{1B}_x", [.meta("_"), "x"]), ("\u{1B}_Gi=31;\u{1B}[A", [.up]),
      ("\u{1B}[27u", [.escape]), ("\u{1B}[99;5u", [.control("c")]), ("\u{1B}[9;2u", [.backTab]),
      ("\u{1B}[228u", [.character("ä")]), ("\u{1B}[?62;c", []), ("\u{1B}[I", []),
      ("\u{1B}[57401u", [.character("2")]), ("\u{1B}[999999999999999999999u", []),
    ] as [(String, [Key])])
  func sequencesAreKeys(_ text: String, _ expected: [Key]) {
    #expect(keys(text) == expected)
  }

  @Test(
    arguments: [
      (["a\r", "\nb"], "a\nb"), (["a\r", "\rb"], "a\n\nb"), (["a\r\n\n", "b"], "a\n\nb"),
      (["\u{1B}OP", "\u{1B}[A\u{3}\u{4}"], "\u{1B}OP\u{1B}[A\u{3}\u{4}"),
    ])
  func aPasteIsTextWithPlainLineEndsHoweverItArrives(_ parts: [String], _ expected: String) {
    var parser = KeyParser()
    var keys = parser.take(Array("\u{1B}[200~".utf8))
    for part in parts { keys += parser.take(Array(part.utf8)) }
    keys += parser.take(Array("\u{1B}[201~\n".utf8))
    #expect(joined(keys) == [.paste(expected), .enter])
  }

  @Test func onlyAnEscapeCharacterWaitsForATime() {
    var parser = KeyParser()
    _ = parser.take([0xE9, 0xA9])
    #expect(!parser.isWaiting)
    #expect(parser.take([0xAC]) == ["马"])
    _ = parser.take(Array("\u{1B}[200~x\u{1B}[20".utf8))
    #expect(!parser.isWaiting)
  }

  @Test(arguments: ["\u{3}", "\u{1B}[99;5u"], ["", "a", "a\r", "a\u{1B}", "a\u{1B}[20", "\u{3}"])
  func controlCThatNothingFollowsEndsAPasteWhoseEndWasLost(_ key: String, _ pasted: String) {
    for parts in [[pasted + key], [pasted, key], key.map { String($0) }] {
      var parser = KeyParser()
      _ = parser.take(Array("\u{1B}[200~".utf8))
      for part in parts { _ = parser.take(Array(part.utf8)) }
      #expect(parser.isWaiting)
      #expect(parser.flush() == [.control("c")])
      #expect(parser.take(Array("q\r".utf8)) == ["q", .enter])
    }
  }

  @Test(arguments: ["\u{3}", "\u{1B}[99;5u"])
  func controlCThatMoreFollowsIsPastedText(_ key: String) {
    var parser = KeyParser()
    let keys = ["\u{1B}[200~a", key, "b\r", key, "\u{1B}[20", "1~q"].flatMap {
      parser.take(Array($0.utf8))
    }
    #expect(joined(keys) == [.paste("a\(key)b\n\(key)"), "q"])
  }

  @Test func invalidBytesAreSkipped() {
    var parser = KeyParser()
    let keys = parser.take([0xFF, 0xC3, 0x28, 0xE4, 0xB8, 0x61, 0xC2, 0x85, 0x62])
    #expect(keys == ["(", "a", "b"])
  }

  @Test func anEscapeWaitsForWhatFollows() {
    var parser = KeyParser()
    #expect(parser.take([0x1B]).isEmpty)
    #expect(parser.isWaiting)
    #expect(parser.take(Array("[A".utf8)) == [.up])
    #expect(!parser.isWaiting)
  }

  @Test func keysDoNotDependOnHowBytesArrive() {
    let text = "aä长\u{1B}[A\u{1B}[200~p长\u{1B}[x\u{1B}[201~\u{1B}[<0;12;7M\u{1B}OPx😀\u{1B}[1;2A"
    let whole = keys(text)
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<Rounds.of(200) {
      var parser = KeyParser()
      var rest = Array(text.utf8)[...]
      var got: [Key] = []
      while !rest.isEmpty {
        let count = Int.random(in: 1...rest.count, using: &generator)
        got += parser.take(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(joined(got + parser.flush()) == joined(whole))
    }
  }

  /// Pasted text may come in parts.
  private func joined(_ keys: [Key]) -> [Key] {
    keys.reduce(into: []) { result, key in
      if case .paste(let more) = key, case .paste(let text)? = result.last {
        result[result.count - 1] = .paste(text + more)
      } else {
        result.append(key)
      }
    }
  }

  @Test func randomBytesNeverStopTheParser() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<Rounds.of(300) {
      var parser = KeyParser()
      let bytes = (0..<200).map { _ in
        Bool.random(using: &generator)
          ? UInt8.random(in: 0...255, using: &generator)
          : Array("\u{1B}[<;?Mmu~0123456789".utf8).randomElement(using: &generator) ?? 0
      }
      _ = parser.take(bytes) + parser.flush() + parser.take(Array("\u{1B}[201~".utf8))
      #expect(parser.take([0x71]).last == .character("q"))
    }
  }
}
