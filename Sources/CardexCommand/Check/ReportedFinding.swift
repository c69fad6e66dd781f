import Exchange
import Grammar
import Platform
import PropertyLists
import Terminal

/// A finding, or the reason why a file cannot be checked, as other programs get it.
struct ReportedFinding {
  /// The place of the finding, if it is known.
  let place: SourceLocation?
  let code: String
  var address: String?
  let message: String
  /// The commands that fix it, and whether `--fix` alone applies them.
  var fix: (commands: String, isSafe: Bool)?

  /// The code of a failure, as opposed to a finding.
  static let error = "error"

  var isError: Bool { code == ReportedFinding.error }

  // MARK: JSON

  func object(naming file: ByteText) -> String {
    JSON.object(
      [(key: "file", value: JSON.name(file))] + (place.map(JSON.members) ?? []) + [
        (key: "code", value: JSON.string(code)),
        (key: "address", value: address.map(JSON.string) ?? "null"),
        (key: "message", value: JSON.string(message)),
        (key: "fix", value: fix.map { JSON.string($0.commands) } ?? "null"),
        (key: "safe", value: fix.map { String($0.isSafe) } ?? "null"),
      ])
  }

  // MARK: Workflow commands

  /// The command that makes an annotation in a workflow of GitHub.
  func workflowCommand(naming file: [UInt8]) -> [UInt8] {
    var properties = [("file", file + (place?.position?.part.map { [0x2F] + $0.bytes } ?? []))]
    var text = message
    switch place {
    case .text(let line, let column)?, .part(_, let line, let column)?:
      properties += [("line", Array("\(line)".utf8)), ("col", Array("\(column)".utf8))]
    // An annotation needs a line, which a place in bytes does not have.
    case .byte(let offset)?: text = "\(SourceLocation.byte(offset)): \(text)"
    case nil: break
    }
    properties.append(("title", Array(code.utf8)))
    let list = properties.map { name, value in
      Array("\(name)=".utf8) + ReportedFinding.escaped(value, ",:%\r\n")
    }
    text = VisibleText.shown(address.map { "\($0): \(text)" } ?? text)
    return Array("::\(isError ? "error" : "warning") ".utf8) + list.joined(separator: ",".utf8)
      + Array("::".utf8) + ReportedFinding.escaped(Array(text.utf8), "%\r\n")
  }

  /// Bytes with the reserved ones as `%` and two digits.
  private static func escaped(_ bytes: [UInt8], _ reserved: String) -> [UInt8] {
    bytes.flatMap { reserved.utf8.contains($0) ? Array(PercentEncoding.encoded($0).utf8) : [$0] }
  }
}
