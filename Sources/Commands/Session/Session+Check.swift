package import Catalogues

/// What deserves a look, and putting it right.
extension Session {
  func check() throws(SessionError) {
    let (catalogue, findings) = try findings()
    for line in FindingLines(findings, in: catalogue) {
      try write(line: line)
    }
    if findings.isEmpty { try report("nothing to report") }
  }

  /// What is to be found in the catalogue as it would be read after saving, and that reading.
  package func findings() throws(SessionError) -> (catalogue: Catalogue, findings: [Finding]) {
    let catalogue = try currentReading()
    return (catalogue, CatalogueCheck.findings(in: catalogue))
  }

  func fix(_ scope: FixScope) throws(SessionError) {
    let commands = try fix(where: { _ in true }, scope)
    for command in commands { try report("fixed: " + command) }
    if commands.isEmpty { try report("nothing to fix") }
  }

  /// Makes the edits that put right what was found, as one that can be undone. Those that turn out to
  /// be impossible are left out.
  ///
  /// - Parameter isWanted: Whether a finding is to be put right.
  /// - Returns: The commands that do the same.
  package func fix(
    where isWanted: (Finding) -> Bool, _ scope: FixScope
  ) throws(SessionError) -> [String] {
    var commands: [String] = []
    isUntouched = false
    let edit = try editor.edit { () throws(SessionError) in
      commands = try makeFixes { isWanted($0) && (scope == .all || $0.fix?.isSafe == true) }
    }
    guard let edit else { return [] }
    let command = "check --fix" + (scope == .all ? " --unsafe-fixes" : "")
    try didEdit(edit, command: command, record: command)
    return commands
  }

  private func makeFixes(_ isWanted: (Finding) -> Bool) throws(SessionError) -> [String] {
    var commands: [String] = []
    var impossible: Set<Item> = []
    // What is fixed may bring up something else: a section that held nothing but empty ones.
    for _ in 0..<Session.fixRounds {
      let fixes = CatalogueCheck.fixes(in: catalogue, where: isWanted)
        .filter { !impossible.contains($0.item) }
      if fixes.isEmpty { break }
      let isDeletion: (Fix) -> Bool = { if case .delete = $0 { true } else { false } }
      let deleted = fixes.filter(isDeletion).map(\.item)
      try delete(deleted.filter(\.isEntry), &commands)
      // What is a second copy may have a name to be changed, too.
      let gone = Set(deleted.filter(\.isEntry))
      for fix in fixes where !isDeletion(fix) && !gone.contains(fix.item) {
        if let command = try make(fix) {
          commands.append(command)
        } else {
          impossible.insert(fix.item)
        }
      }
      try delete(deleted.filter { !$0.isEntry }, &commands)
    }
    return commands
  }

  private static let fixRounds = 10

  private func delete(_ items: [Item], _ commands: inout [String]) throws(SessionError) {
    try checkInterrupt()
    if items.isEmpty { return }
    book.forget()
    commands.append(FixCommand.command(deleting: items, book))
    try attempt { () throws(EditError) in
      if items[0].isEntry {
        try editor.delete(items)
      } else {
        for item in items { try editor.delete([item]) }
      }
    }
    book.forget()
  }

  /// Changes a name. What addresses the others have does not change, for theirs have white space that
  /// the new one has not.
  ///
  /// - Returns: The command, nothing if the edit is impossible.
  private func make(_ fix: Fix) throws(SessionError) -> String? {
    try checkInterrupt()
    let command = FixCommand.text(of: fix, book)
    do throws(EditError) {
      switch fix {
      case .delete: return nil
      case .rename(let item, let name, _): try editor.rename(item, to: name)
      case .set(let item, let key, let text):
        try editor.set([Catalogues.FieldAssignment(key: key, type: .string, value: text)], of: item)
      }
      return command
    } catch {
      return nil
    }
  }
}
