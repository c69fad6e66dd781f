import Platform
import Testing

@testable import Terminal

/// The terminal's own erase and kill characters.
@Suite("Control keys")
struct ControlKeysTests {
  private func keys(_ codes: [Int32: UInt8]) -> ControlKeys {
    let usual: [Int32: UInt8] = [
      VERASE: 0x7F, VKILL: 0x15, VWERASE: 0x17, VEOF: 0x04, VINTR: 0x03, VLNEXT: 0x16,
    ]
    return ControlKeys { codes[$0] ?? usual[$0] ?? 0 }
  }

  @Test func usualCharactersStandForThemselves() {
    let keys = keys([:])
    for key: Key in [.backspace, .control("u"), .control("w"), .control("d"), "#", "@", .escape] {
      #expect(keys[key] == key)
    }
  }

  @Test(
    arguments: [
      (VERASE, UInt8(ascii: "#"), "#", .backspace), (VERASE, 8, .backspace, .backspace),
      (VKILL, UInt8(ascii: "@"), "@", .control("u")), (VKILL, 0x18, .control("x"), .control("u")),
      (VWERASE, 0x0F, .control("o"), .control("w")), (VEOF, 0x1A, .control("z"), .control("d")),
      (VINTR, 0x1C, .control("\\"), .control("c")), (VLNEXT, 0x11, .control("q"), .control("v")),
      (VERASE, 0x17, .control("w"), .backspace),
    ] as [(Int32, UInt8, Key, Key)])
  func anotherCharacterStandsForTheKey(_ number: Int32, _ code: UInt8, _ key: Key, _ meaning: Key) {
    #expect(keys([number: code])[key] == meaning)
  }

  @Test(arguments: [0, 0xFF] as [UInt8])
  func aCharacterThatIsDisabledIsNoKey(_ code: UInt8) {
    let keys = keys([VERASE: code, VKILL: code])
    #expect(keys[.control(" ")] == .control(" "))
    #expect(keys[.control("u")] == .control("u"))
  }

  @Test func whatIsNoTerminalHasNone() {
    #expect(ControlKeys(terminal: -1)["#"] == "#")
  }
}
