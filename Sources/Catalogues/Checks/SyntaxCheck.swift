import PropertyLists

/// What is read although the format does not have it, so that other programs may not read it.
struct SyntaxCheck: Check {
  func run(_ inspection: inout Inspection) {
    let document = inspection.document
    if let found = document.jsonExtension {
      let what =
        switch found.kind {
        case .comment: "a comment"
        case .comma: "a comma after a last value"
        }
      inspection.add(
        .jsonExtension, at: document.root, of: nil,
        "\(what) at \(found.location), which JSON does not have (RFC 8259)")
    }
    for row in document.unevenRows {
      inspection.add(
        .rowLength, at: row.node, of: nil,
        "the row has \(row.count) values, and the first row names \(row.columnCount) columns")
    }
  }
}
