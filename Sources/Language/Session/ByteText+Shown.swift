import Editing
package import Platform
import Terminal

/// Text with file names as it is printed.
extension ByteText {
  /// The text as a terminal shows it: control characters and undecodable bytes are escaped.
  package var shown: String { String(decoding: line(forTerminal: true), as: UTF8.self) }

  /// The bytes of a line: as shown at a terminal; elsewhere, only control characters are escaped,
  /// so that it stays one line in which file names can be found.
  package func line(forTerminal isTerminal: Bool) -> [UInt8] {
    line(forTerminal: isTerminal, VisibleText.shown)
  }

  /// The bytes of one field of a line, with backslashes doubled, so that it can be unescaped.
  package func field(forTerminal isTerminal: Bool) -> [UInt8] {
    line(forTerminal: isTerminal, VisibleText.escapedField)
  }

  private func line(forTerminal isTerminal: Bool, _ shown: (String) -> String) -> [UInt8] {
    if let text { return Array(shown(text).utf8) }
    return runs.flatMap { run in
      switch run {
      case .text(let text): Array(shown(text).utf8)
      case .byte(let byte): isTerminal ? Array(ByteText.escape(byte).utf8) : [byte]
      }
    }
  }

  private enum Run {
    case text(String)
    case byte(UInt8)
  }

  private var runs: [Run] {
    var runs: [Run] = []
    var text = String.UnicodeScalarView()
    for part in parts {
      switch part {
      case .character(let scalar): text.append(scalar)
      case .byte(let byte):
        if !text.isEmpty { runs.append(.text(String(text))) }
        text = .init()
        runs.append(.byte(byte))
      }
    }
    if !text.isEmpty { runs.append(.text(String(text))) }
    return runs
  }
}
