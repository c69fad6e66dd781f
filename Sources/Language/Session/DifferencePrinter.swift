import Catalogues
import Comparing
package import Editing
import Outlines
import Platform
import PropertyLists
import Terminal

/// Prints the difference between a session's catalogue and its file.
package struct DifferencePrinter {
  let editing: EditingSession
  let output: any SessionOutput

  /// Prints the differences of entries between the edited catalogue and the file.
  func printEntries() throws(SessionError) {
    if editing.isSaved { return }
    let (saved, edited) = try editing.versions()
    let differences = CatalogueDifference.differences(
      from: saved, to: edited, isForEdits: true)
    try output.showPages { () throws(SessionError) in
      for difference in differences {
        if editing.isInterrupted() { throw .interrupted }
        try output.write(
          line: difference.line(
            saved.document, edited.document, isColored: output.style.isColored))
      }
    }
  }

  /// The changes of items since the file was read or saved, in words.
  package func inWords() throws(SessionError) -> [ItemDifference] {
    if editing.isSaved { return [] }
    let (saved, edited) = try editing.versions()
    return ItemDifference.list(from: saved, to: edited, isColored: output.style.isColored)
  }

  /// Prints the difference that saving would make in the file.
  package func printText() throws(SessionError) {
    if editing.isSaved { return }
    try editing.withDifference { difference throws(SessionError) in
      if output.isTerminal || output.style.isColored {
        try output.showPages { () throws(SessionError) in try writeShown(difference) }
      } else {
        try write(difference)
      }
    }
  }

  /// The names of the texts in the heading.
  private var names: (old: [UInt8], new: [UInt8]) {
    let name = editing.file.path.bytes
    return (editing.file.isNew ? Array("/dev/null".utf8) : name, name)
  }

  /// Writes a diff that `patch` can apply to the file, in the file's encoding.
  private func write(_ difference: TextDifference) throws(SessionError) {
    let text = UnifiedDiff(difference, oldName: names.old, newName: names.new)
    let document = editing.catalogue.document
    // File names have no encoding.
    var isHeading = true
    try text.write { piece throws(SessionError) in
      defer { isHeading = false }
      guard !isHeading, let encoded = document.encodedLikeFile(piece) else {
        return try output.write(piece)
      }
      let result = encoded.withUnsafeBufferPointer { bytes in
        Result { () throws(SessionError) in try output.write(bytes) }
      }
      try result.get()
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
    let heading = UnifiedDiff.heading(oldName: names.old, newName: names.new)
    for line in heading.split(separator: "\n") {
      try output.write(line: VisibleText.shown(String(line)))
    }
    for hunk in difference.hunks() {
      var heading = StyledText(isColored: output.style.isColored)
      heading.append(hunk.heading, style: .count)
      try output.write(line: heading)
      try difference.forEachLine(of: hunk) { line throws(SessionError) in
        try output.write(line: shown(line))
      }
    }
  }
}
