import Catalogues
import Comparing
package import Editing
import Outlines
import Platform
import PropertyLists
import Terminal

/// Undoing and redoing, and showing what has changed.
extension Session {
  func undo(_ count: Int) throws(SessionError) {
    let travel = try editing.undo(count)
    try report(travel, "undone")
  }

  func redo(_ count: Int) throws(SessionError) {
    let travel = try editing.redo(count)
    try report(travel, "redone")
  }

  private func report(_ travel: EditingSession.Travel, _ what: String) throws(SessionError) {
    commit()
    didEdit()
    let written = Result { () throws(SessionError) in
      for command in travel.commands { try report("\(what): \(command)") }
    }
    if let failure = travel.journalFailure { throw .journal(failure) }
    try written.get()
  }

  func showHistory() throws(SessionError) {
    let history = editing.history
    for (index, step) in history.steps.enumerated() {
      let mark = index < history.count ? " " : "-"
      let number = String(index + 1)
      let padding = String(repeating: " ", count: max(4 - number.utf8.count, 0))
      try write(line: padding + number + " " + mark + VisibleText.shown(step.record.command))
    }
  }

  // MARK: Differences

  /// Prints in which entries the edited catalogue differs from the file.
  func diffEntries() throws(SessionError) {
    if editing.isSaved { return }
    let (saved, edited) = try editing.versions()
    let differences = CatalogueDifference.differences(from: saved, to: edited)
    try showPages { () throws(SessionError) in
      for difference in differences {
        try checkInterrupt()
        try write(
          line: difference.line(
            saved.document, edited.document, isColored: output.style.isColored))
      }
    }
  }

  /// Prints what saving would change.
  package func diff() throws(SessionError) {
    if editing.isSaved { return }
    try editing.withDifference { difference throws(SessionError) in
      if output.isTerminal || output.style.isColored {
        try showPages { () throws(SessionError) in try writeShown(difference) }
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

  private func shown(_ line: HunkLine) -> StyledText {
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
    return styled
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
      try write(line: heading)
      try difference.forEachLine(of: hunk) { line throws(SessionError) in
        try write(line: shown(line))
      }
    }
  }
}
