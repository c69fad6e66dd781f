import Catalogues
import Outlines
import Platform
import PropertyLists
import Storage

/// Undoing and redoing, and showing what has changed.
extension Session {
  func undo(_ count: Int) throws(SessionError) {
    guard history.count > 0 else { throw .nothingToUndo }
    commit()
    var failure: SessionError?
    for _ in 0..<count {
      guard let step = history.stepBack() else { break }
      stepBack(step)
      didEdit()
      keep(&failure) { () throws(SessionError) in
        try noteUndo()
        try report("undone: \(step.command)")
      }
    }
    if let failure { throw failure }
  }

  func redo(_ count: Int) throws(SessionError) {
    guard history.count < history.steps.count else { throw .nothingToRedo }
    commit()
    var failure: SessionError?
    for _ in 0..<count {
      guard let step = history.stepForward() else { break }
      doAgain(step)
      didEdit()
      keep(&failure) { () throws(SessionError) in
        try noteRedo(of: step.record)
        try report("redone: \(step.command)")
      }
    }
    if let failure { throw failure }
  }

  /// Keeps the first failure of the journal or the output, so that undoing or redoing is completed
  /// regardless.
  private func keep(_ first: inout SessionError?, _ body: () throws(SessionError) -> Void) {
    do throws(SessionError) { try body() } catch { first = first ?? error }
  }

  func stepBack(_ step: EditHistory.Step) {
    switch step.change {
    case .edit(let edit): editor.undo(edit)
    case .replacement(let before, _): go(to: before)
    }
  }

  func doAgain(_ step: EditHistory.Step) {
    switch step.change {
    case .edit(let edit): editor.redo(edit)
    case .replacement(_, let after): go(to: after)
    }
  }

  func showHistory() throws(SessionError) {
    for (index, step) in history.steps.enumerated() {
      let mark = index < history.count ? " " : "-"
      let number = String(index + 1)
      let padding = String(repeating: " ", count: max(4 - number.utf8.count, 0))
      try write(line: padding + number + " " + mark + VisibleText.shown(step.command))
    }
  }

  // MARK: Differences

  /// Prints what saving would change.
  func diff() throws(SessionError) {
    guard isDirty || !file.holds(catalogue) else { return }
    try withDifference { difference throws(SessionError) in
      if output.isTerminal || output.style.isColored {
        try writeShown(difference)
      } else {
        try write(difference)
      }
    }
  }

  /// Writes what `patch` applies to the file, in the file's encoding.
  private func write(_ difference: TextDifference) throws(SessionError) {
    let name = file.path.bytes
    let text = UnifiedDiff(difference, oldName: name, newName: name)
    let document = catalogue.document
    // File names have no encoding.
    var isHeading = true
    do throws(OutputFailure) {
      try text.write { piece throws(OutputFailure) in
        defer { isHeading = false }
        guard !isHeading, let encoded = document.encodedLikeFile(piece) else {
          return try output.write(piece)
        }
        let result = encoded.withUnsafeBufferPointer { bytes in
          Result { () throws(OutputFailure) in try output.write(bytes) }
        }
        try result.get()
      }
    } catch {
      throw .output(error)
    }
  }

  /// How the text differs from what is in the file.
  private func withDifference(
    _ body: (TextDifference) throws(SessionError) -> Void
  ) throws(SessionError) {
    let comparison = TextComparison(catalogue.document, since: file.savedText)
    let result = comparison.old.withUnsafeBufferPointer { old in
      Result { () throws(SessionError) in
        try body(TextDifference(from: old, pieces: comparison.pieces))
      }
    }
    try result.get()
  }

  private func shown(_ line: HunkLine) -> String {
    let text = String(decoding: line.text, as: UTF8.self)
    // Tabs are the file's indentation; all other invisible characters are made visible.
    let parts = text.unicodeScalars.split(separator: "\t", omittingEmptySubsequences: false)
    let shown = parts.map { VisibleText.shownWhole(String($0)) }.joined(separator: "\t")
    let whole = String(Unicode.Scalar(line.kind.marker)) + shown
    var styled = StyledText(isColored: output.style.isColored)
    switch line.kind {
    case .kept: styled.append(whole)
    case .removed: styled.append(whole, style: .removed)
    case .added: styled.append(whole, style: .added)
    }
    return styled.text
  }

  /// Writes the difference for a person to read.
  private func writeShown(_ difference: TextDifference) throws(SessionError) {
    guard !difference.isEmpty else { return }
    let name = file.path.bytes
    let names = UnifiedDiff.heading(oldName: name, newName: name)
    for line in names.split(separator: "\n") { try write(line: VisibleText.shown(String(line))) }
    for hunk in difference.hunks() {
      var heading = StyledText(isColored: output.style.isColored)
      heading.append(hunk.heading, style: .count)
      try write(line: heading.text)
      try difference.forEachLine(of: hunk) { line throws(SessionError) in
        try write(line: shown(line))
      }
    }
  }
}
