import Catalogues
import Outlines
import PropertyLists

/// `cardex info`: how a file is read, and why.
struct InfoCommand {
  let options: ParsedOptions
  let output: Output

  func run() throws(Failure) -> ExitStatus {
    let isComplete = try options.forEachCatalogue(output) { catalogue, file throws(Failure) in
      if output.hasWritten { try output.write(line: "") }
      try print(catalogue, of: file)
    }
    return isComplete ? .found : .failed
  }

  private func print(_ catalogue: Catalogue, of file: InputFile) throws(Failure) {
    let shape = catalogue.shape
    let encoding = catalogue.document.source.encoding
    try print("file", file.name(options))
    try print("size", "\(catalogue.document.source.fileSize) bytes")
    try print(
      "encoding",
      encoding.name + (encoding.byteOrderMarkLength > 0 ? ", with a byte-order mark" : "")
        + (encoding.isDeclared ? ", as declared" : ""))
    try print(
      "root", shape.rootPath.isEmpty ? "the whole list" : shape.rootPath.joined(separator: "."))
    try print("sections", count(catalogue.sections.count - 1, depth: catalogue.depth))
    try print("entries", String(catalogue.entryCount))
    for (name, keys) in [
      ("members", shape.memberKeys), ("titles", shape.titleKeys), ("labels", shape.labelKeys),
      ("details", shape.detailKeys),
    ] where !keys.isEmpty {
      try print(name, keys.prefix(6).joined(separator: ", ") + (keys.count > 6 ? ", …" : ""))
    }
    for (index, summary) in catalogue.keySummaries().enumerated() {
      try print(index == 0 ? "keys" : "", summary)
    }
    try print("duplicates", "\(catalogue.document.duplicateKeyCount()) keys that stand twice")
    for (index, reason) in shape.reasons.enumerated() {
      try print(index == 0 ? "because" : "", reason)
    }
  }

  private func count(_ sections: Int, depth: Int) -> String {
    depth > 1 ? "\(sections), on \(depth) levels" : String(sections)
  }

  private func print(_ name: String, _ value: String) throws(Failure) {
    let gap = String(repeating: " ", count: 12 - name.count)
    try output.write(line: name + gap + VisibleText.shown(value))
  }
}
