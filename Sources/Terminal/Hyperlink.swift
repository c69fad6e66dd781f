/// The address that a text leads to on terminals that have hyperlinks (OSC 8).
package struct Hyperlink: Hashable, Sendable {
  /// In ASCII, without blanks and control characters.
  let address: String

  /// The longest address that terminals accept, in bytes.
  private static let longest = 2083

  /// - Parameter address: All but visible ASCII is percent-encoded.
  /// - Returns: `nil` for an address that is too long.
  package init?(_ address: String) {
    var encoded: [UInt8] = []
    for byte in address.utf8 {
      if 0x21...0x7E ~= byte {
        encoded.append(byte)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += ((byte < 0x10 ? "%0" : "%") + digits).utf8
      }
    }
    if encoded.count > Hyperlink.longest { return nil }
    self.address = String(decoding: encoded, as: UTF8.self)
  }

  /// The sequence before the text.
  var opening: String { Hyperlink.beginning + address + Hyperlink.end }

  /// The sequence after the text.
  static let closing = beginning + end

  private static let beginning = "\u{1B}]8;;"
  private static let end = "\u{1B}\\"
}

extension Hyperlink {
  /// Whether a terminal is known to have hyperlinks: by `FORCE_HYPERLINK`, by the variables that
  /// the terminal sets and, inside of tmux or screen, by theirs.
  ///
  /// - Parameter variable: The value of a variable of the environment.
  package static func areKnown(_ variable: (String) -> String?) -> Bool {
    guard let terminal = variable("TERM"), terminal != "dumb", terminal != "linux" else {
      return false
    }
    if let wish = variable("FORCE_HYPERLINK") { return wish != "0" }
    let program = variable("TERM_PROGRAM")
    if variable("TMUX") != nil {
      // Since 3.4, tmux passes hyperlinks to terminals that have them.
      let version = variable("TERM_PROGRAM_VERSION")?.drop { !$0.isNumber }
        .split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
      return program == "tmux" && version.map { !$0.lexicographicallyPrecedes([3, 4]) } == true
    }
    if variable("STY") != nil { return false }
    // The first version with hyperlinks, 5000, crashed on some of them.
    if let version = variable("VTE_VERSION").flatMap({ Int($0) }) { return version > 5000 }
    return variable("WT_SESSION") != nil || variable("KONSOLE_VERSION") != nil
      || program.map(programs.contains) == true || terminals.contains(where: terminal.hasPrefix)
  }

  private static let programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "rio", "mintty"]
  private static let terminals = [
    "xterm-kitty", "foot", "alacritty", "xterm-ghostty", "wezterm", "contour", "rio",
  ]
}
