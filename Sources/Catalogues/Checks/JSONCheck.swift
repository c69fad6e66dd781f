import PropertyLists

/// Comments and commas after last values in JSON, which many programs do not read.
struct JSONCheck: Check {
  func run(_ inspection: inout Inspection) {
    let document = inspection.document
    guard let found = document.jsonExtension else { return }
    let what =
      switch found.kind {
      case .comment: "a comment"
      case .comma: "a comma after a last value"
      }
    inspection.add(
      .jsonExtension, at: document.root, of: nil,
      "\(what) at \(found.location), which JSON does not have (RFC 8259)")
  }
}
