import PropertyLists

/// Keys that appear twice in a dictionary, or have leading or trailing white space.
struct KeyCheck: Check {
  func run(_ inspection: inout Inspection) {
    let document = inspection.document
    var reported: Set<String> = []
    var dicts: [NodeIndex] = []
    document.forEachDict { dicts.append($0) }
    for dict in dicts {
      for member in document.duplicateMembers(of: dict) {
        let key = document.text(of: member.key)
        inspection.add(
          .duplicateKey, at: member.key.node, of: nil,
          "duplicate key '\(key.excerpt())' in a dictionary")
      }
      checkEdges(of: dict, &reported, &inspection)
    }
  }

  private func checkEdges(
    of dict: NodeIndex, _ reported: inout Set<String>, _ inspection: inout Inspection
  ) {
    let document = inspection.document
    for member in document.members(of: dict) {
      let hasEdge = document.withText(of: member.key) { text in
        text.first.map { $0 <= 0x20 } == true || text.last.map { $0 <= 0x20 } == true
      }
      guard hasEdge, reported.insert(document.text(of: member.key)).inserted else { continue }
      inspection.add(
        .spaceAtEdge, at: member.key.node, of: nil,
        "leading or trailing white space in the key '\(document.text(of: member.key).excerpt())', here and possibly later"
      )
    }
  }
}
