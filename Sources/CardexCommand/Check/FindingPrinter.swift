import Catalogues
import Editing
import Grammar
import Language
import PropertyLists
import Storage

/// Prints findings and fixes, one per line, as text or as JSON objects.
struct FindingPrinter {
  let options: ParsedOptions
  let output: Output

  func print(
    _ findings: [Finding], in catalogue: Catalogue, of file: InputFile
  ) throws(Failure) {
    if options.has(.json) { return try printObjects(findings, in: catalogue, of: file) }
    for line in FindingLines(findings, in: catalogue) {
      try output.write(part: file.name(options).printed)
      try output.write(line: ":\(line)")
    }
  }

  private func printObjects(
    _ findings: [Finding], in catalogue: Catalogue, of file: InputFile
  ) throws(Failure) {
    let book = AddressBook(catalogue)
    let places = catalogue.document.locations(of: findings.map(\.node))
    let name = JSON.name(file.name(options))
    for (finding, place) in zip(findings, places) {
      let object = JSON.object(
        [(key: "file", value: name)] + JSON.members(of: place) + [
          (key: "code", value: JSON.string(finding.code.rawValue)),
          (key: "address", value: finding.item.map { JSON.string(book.address(of: $0)) } ?? "null"),
          (key: "message", value: JSON.string(finding.message)),
          (
            key: "fix",
            value: finding.fix.map { JSON.string($0.commands(book).joined(separator: "\n")) }
              ?? "null"
          ),
          (key: "safe", value: finding.fix.map { String($0.isSafe) } ?? "null"),
        ])
      try output.write(line: object)
    }
  }

  /// Prints an object about a file that could not be read or fixed; nothing as text, since standard
  /// error says it.
  func print(_ failure: Failure, of file: InputFile) throws(Failure) {
    guard options.has(.json) else { return }
    let place = failure.reading?.place.map(JSON.members) ?? []
    let message = "\(failure.message)"
    let reason =
      failure.reading?.reason ?? String(message.trimmingPrefix("\(file.name(options)): "))
    try output.write(
      line: JSON.object(
        [(key: "file", value: JSON.name(file.name(options)))] + place + [
          (key: "code", value: JSON.string("error")), (key: "address", value: "null"),
          (key: "message", value: JSON.string(reason)), (key: "fix", value: "null"),
          (key: "safe", value: "null"),
        ]))
  }

  /// Prints the commands that fix something.
  ///
  /// - Parameter areMade: Whether the file has been changed.
  func print(_ commands: [String], of file: InputFile, areMade: Bool) throws(Failure) {
    let name = file.name(options)
    for command in commands {
      if options.has(.json) {
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
