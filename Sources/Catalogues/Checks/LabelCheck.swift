import PropertyLists

/// Entries without labels, and labels and titles with white space around them.
struct LabelCheck: Check {
  func run(_ inspection: inout Inspection) {
    let catalogue = inspection.catalogue
    // A row that another row of a form owns needs no label.
    let owned = catalogue.ownedRows()
    catalogue.forEachEntry(in: .root) { entry in
      let node = catalogue.labelNode(of: entry)
      let label = node.flatMap(catalogue.document.shownText) ?? ""
      if label.isBlank {
        if owned.contains(entry) { return }
        inspection.add(
          .missingLabel, at: node?.node ?? catalogue.value(of: entry), of: .entry(entry),
          "the entry has no label")
      } else if let node {
        checkEdges(of: label, "label", at: node.node, of: .entry(entry), &inspection)
      }
    }
    // Titles that are keys are checked with the other keys; titles that are fields of entries, with
    // the entries.
    if catalogue.shape.groupingKey != nil { return }
    for section in catalogue.sections(in: .root) {
      guard let node = catalogue.sections[section].titleNode,
        catalogue.document.kind(of: node) != .key, let title = catalogue.title(of: section)
      else { continue }
      checkEdges(of: title, "title", at: node, of: .section(section), &inspection)
    }
  }

  private func checkEdges(
    of name: String, _ what: String, at node: NodeIndex, of item: Item,
    _ inspection: inout Inspection
  ) {
    guard name.first?.isWhitespace == true || name.last?.isWhitespace == true, !name.isBlank else {
      return
    }
    inspection.add(
      .spaceAtEdge, at: node, of: item, "leading or trailing white space in the \(what)",
      fix: fix(item, node, name: name.withoutSpaceAtEdges, in: inspection.catalogue))
  }

  private func fix(_ item: Item, _ node: NodeIndex, name: String, in catalogue: Catalogue) -> Fix {
    let document = catalogue.document
    if case .entry(let entry) = item, catalogue.key(of: entry) == nil,
      document.kind(of: catalogue.value(of: entry)) == .dict,
      let member = document.members(of: catalogue.value(of: entry)).first(where: {
        $0.value == node
      })
    {
      return .set(
        item,
        FieldAssignment(key: document.text(of: member.key), type: .string, value: name))
    }
    // Renaming a key is unsafe: a program may look it up exactly as it is.
    return .rename(item, to: name, isSafe: document.kind(of: node) == .string)
  }
}

extension String {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }

  fileprivate var withoutSpaceAtEdges: String {
    var rest = self[...]
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest.drop(while: \.isWhitespace))
  }
}
