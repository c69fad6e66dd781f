import Catalogues
import Editing
import Exchange
import Grammar
import Language
import Platform
import PropertyLists
import Storage
import Terminal

/// Prints findings and fixes, one per line, in the form that was asked for.
final class FindingPrinter {
  private let options: ParsedOptions
  private let output: Output
  let format: FindingFormat
  private let log = SARIFLog()

  init(_ options: ParsedOptions, _ output: Output) throws(Failure) {
    (self.options, self.output) = (options, output)
    format = FindingFormat(options)
  }

  func print(
    _ findings: [Finding], in catalogue: Catalogue, of file: InputFile
  ) throws(Failure) {
    if format == .text {
      let places = catalogue.document.locations(of: findings.map(\.node))
      for (line, place) in zip(FindingLines(findings, in: catalogue), places) {
        try output.write(part: file.name(options).printed)
        // Lines of a file in a folder begin with that file's name.
        try output.write(line: place.position?.part == nil ? ":\(line)" : "/\(line)")
      }
      return
    }
    let book = AddressBook(catalogue)
    let places = catalogue.document.locations(of: findings.map(\.node))
    for (finding, place) in zip(findings, places) {
      try print(
        ReportedFinding(
          place: place, code: finding.code.rawValue,
          address: finding.item.map { book.address(of: $0) }, message: finding.message,
          fix: finding.fix.map { ($0.commands(book).joined(separator: "\n"), $0.isSafe) }),
        of: file)
    }
  }

  /// Prints why a file could not be read or fixed; nothing as text, since standard error says it.
  func print(_ failure: Failure, of file: InputFile) throws(Failure) {
    let reason = "\(failure.message)".trimmingPrefix("\(file.name(options)): ")
    try print(
      ReportedFinding(
        place: failure.reading?.place, code: ReportedFinding.error,
        message: failure.reading?.reason ?? String(reason)),
      of: file)
  }

  /// Prints the parts of a file that could not be read; nothing as text, since standard error says
  /// it.
  func print(_ unread: [UnreadText], of file: InputFile) throws(Failure) {
    for unread in unread {
      try print(
        ReportedFinding(
          place: unread.error.location, code: ReportedFinding.error, message: "\(unread)"),
        of: file)
    }
  }

  private func print(_ finding: ReportedFinding, of file: InputFile) throws(Failure) {
    switch format {
    case .text: break
    case .json: try output.write(line: finding.object(naming: file.name(options)))
    case .github:
      try output.write(part: finding.workflowCommand(naming: file.name(options).printed))
      try output.write("\n")
    case .sarif: for line in log.lines(adding: finding, of: file, options) { try write(line) }
    }
  }

  private func write(_ line: String) throws(Failure) { try output.write(line: line) }

  /// Ends a format that is one text for all files.
  func finish() throws(Failure) {
    if format == .sarif { for line in log.end() { try write(line) } }
  }

  /// Prints the commands that fix something.
  ///
  /// - Parameter areMade: Whether the file has been changed.
  func print(_ commands: [String], of file: InputFile, areMade: Bool) throws(Failure) {
    let name = file.name(options)
    for command in commands {
      if format == .json {
        try output.write(
          line: JSON.object([
            (key: "file", value: JSON.name(name)), (key: "fixed", value: JSON.string(command)),
          ]))
      } else {
        try output.write(part: name.printed)
        try output.write(line: ": \(areMade ? "fixed" : "to fix"): \(command)")
      }
    }
  }
}

/// A form in which findings are printed.
enum FindingFormat: String, CaseIterable {
  case text, json
  /// Workflow commands, which GitHub shows as annotations.
  case github
  /// The Static Analysis Results Interchange Format, version 2.1.0.
  case sarif

  init(_ options: ParsedOptions) {
    let named = options.value(.format).flatMap(FindingFormat.init)
    let isNamed = options.last(of: .format, .json) == .format
    self = (isNamed ? named : nil) ?? (options.has(.json) ? .json : .text)
  }
}

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
