import Testing

@testable import Terminal

@Suite("Hyperlinks")
struct HyperlinkTests {
  @Test(
    "an address is ASCII that cannot act on a terminal",
    arguments: [
      ("https://a.example/x?y=1#z", "https://a.example/x?y=1#z"), ("a ä\u{1B}\\\u{7}\u{9C}\n", ""),
      ("mailto:a%2B@b.example", "mailto:a%2B@b.example"),
    ])
  func addresses(_ text: String, _ expected: String) throws {
    let link = try #require(Hyperlink(text))
    #expect(link.address.utf8.allSatisfy { 0x21...0x7E ~= $0 })
    let encoded = "a%20%C3%A4%1B\\%07%C2%9C%0A"
    #expect(link.address == (expected.isEmpty ? encoded : expected))
  }

  @Test func onesThatAreTooLongAreNone() {
    #expect(Hyperlink(String(repeating: "a", count: 2083)) != nil)
    #expect(Hyperlink(String(repeating: "ä", count: 350)) == nil)
  }

  @Test(
    "terminals that have them are known",
    arguments: [
      (["TERM": "xterm-kitty"], true), (["TERM": "foot"], true),
      (["TERM": "xterm-256color"], false),
      (["TERM": "xterm-256color", "VTE_VERSION": "6800"], true),
      (["TERM": "xterm-256color", "VTE_VERSION": "5000"], false),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], true),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], false),
      (["TERM": "xterm-256color", "WT_SESSION": "x"], true),
      (
        [
          "TERM": "tmux-256color", "TMUX": "x", "TERM_PROGRAM": "tmux",
          "TERM_PROGRAM_VERSION": "3.4",
        ], true
      ),
      (
        [
          "TERM": "tmux-256color", "TMUX": "x", "TERM_PROGRAM": "tmux",
          "TERM_PROGRAM_VERSION": "next-3.6",
        ],
        true
      ),
      (
        [
          "TERM": "tmux-256color", "TMUX": "x", "TERM_PROGRAM": "tmux",
          "TERM_PROGRAM_VERSION": "3.3a",
        ], false
      ),
      (["TERM": "screen-256color", "TMUX": "x", "VTE_VERSION": "6800"], false),
      (["TERM": "screen", "STY": "x", "VTE_VERSION": "6800"], false),
      (["TERM": "dumb", "VTE_VERSION": "6800"], false),
      (["TERM": "linux", "FORCE_HYPERLINK": "1"], false),
      (["TERM": "xterm", "FORCE_HYPERLINK": "1"], true),
      (["TERM": "foot", "FORCE_HYPERLINK": "0"], false),
      ([:], false),
    ])
  func terminals(_ variables: [String: String], _ areKnown: Bool) {
    #expect(Hyperlink.areKnown { variables[$0] } == areKnown)
  }

  @Test func aTextHasSequencesAroundWhatLeadsSomewhere() throws {
    let link = try #require(Hyperlink("tel:+49"))
    var text = StyledText(isColored: false)
    text.append("a ")
    text.append(value: "+4\t9", highlights: [1..<2], style: .detail, link: link)
    #expect(
      text.sgr == "a \(link.opening)+\(Hyperlink.closing)\(link.opening)4\(Hyperlink.closing)"
        + "\(link.opening)\\t9\(Hyperlink.closing)")
    #expect(text.width == 7 && text.wrapped(to: 4, ellipsis: "…").last?.parts.last?.link == link)
  }
}
