import Platform
import PropertyLists

/// One reversible change of a catalogue or its text.
enum Change: Sendable {
  case text(TextPieces.Change)
  case nodes(PropertyListDocument.NodeChange)
  /// A run of consecutive items was replaced by other items.
  case items(
    section: Section.ID, position: Int, old: [Section.Run.Content], new: [Section.Run.Content])
  case entryNode(entry: Entry.ID, old: NodeIndex, new: NodeIndex)
  case sectionNodes(section: Section.ID, old: Section.Nodes, new: Section.Nodes)
}

extension Section {
  /// The nodes that an edit may change.
  struct Nodes: Sendable {
    var title: NodeIndex?
    var node: NodeIndex?
    var header: NodeIndex?
    var footer: NodeIndex?
  }
}

extension Catalogue {
  /// Applies a change.
  ///
  /// - Complexity: O(*k* log *n*) in the number *k* of items that change and the numbers *n* of
  ///   their siblings and of the text's pieces.
  func apply(_ change: Change) {
    revision += 1
    switch change {
    case .text(let text): document.redo(text)
    case .nodes(let change): document.redo(change)
    case .items(let section, let position, let old, let new):
      replaceItems(of: section, at: position, old, by: new)
    case .entryNode(let entry, _, let new): setNode(of: entry, to: new)
    case .sectionNodes(let section, _, let new): setNodes(of: section, to: new)
    }
  }

  /// Reverts a change, which must be the last one that is still in effect.
  func revert(_ change: Change) {
    revision += 1
    switch change {
    case .text(let text): document.undo(text)
    case .nodes(let change): document.undo(change)
    case .items(let section, let position, let old, let new):
      replaceItems(of: section, at: position, new, by: old)
    case .entryNode(let entry, let old, _): setNode(of: entry, to: old)
    case .sectionNodes(let section, let old, _): setNodes(of: section, to: old)
    }
  }

  func nodes(of section: Section.ID) -> Section.Nodes {
    let whole = sections[section]
    return Section.Nodes(
      title: whole.titleNode, node: whole.node, header: whole.headerNode, footer: whole.footerNode)
  }

  private func setNode(of entry: Entry.ID, to node: NodeIndex) {
    names.renaming(.entry(entry), in: self) { entryNodes.replace(entry, by: node) }
  }

  private func setNodes(of section: Section.ID, to nodes: Section.Nodes) {
    names.renaming(.section(section), in: self) { sections[section].titleNode = nodes.title }
    sections[section].node = nodes.node
    sections[section].headerNode = nodes.header
    sections[section].footerNode = nodes.footer
  }

  /// The contents of consecutive positions of a section.
  func contents(of section: Section.ID, at positions: Range<Int>) -> [Section.Run.Content] {
    if let arrangement = sections[section].arrangement {
      return arrangement.contents(at: positions)
    }
    var result: [Section.Run.Content] = []
    var position = positions.lowerBound
    let runs = sections[section].readRuns
    var index = runs.partitionPoint { $0.position > position } - 1
    while position < positions.upperBound {
      let run = runs[index]
      let end = min(run.position + run.count, positions.upperBound)
      result.append(run.content.slice((position - run.position)..<(end - run.position)))
      position = end
      index += 1
    }
    return result
  }

  func contents(of section: Section.ID) -> [Section.Run.Content] {
    sections[section].runs.map(\.content)
  }

  private func replaceItems(
    of section: Section.ID, at position: Int, _ old: [Section.Run.Content],
    by new: [Section.Run.Content]
  ) {
    names.replacing(old, by: new, of: section, in: self) {
      if sections[section].arrangement == nil {
        sections[section].arrangement = Section.Arrangement(sections[section])
        sections[section].readRuns = []
      }
      sections[section].arrangement?.replace(at: position, old, by: new)
      hasNewOrder = true
      for content in new { adopt(content, in: section) }
    }
  }

  private func adopt(_ content: Section.Run.Content, in section: Section.ID) {
    switch content {
    case .section(let inner): sections[inner].parent = section
    case .entries(let entries):
      for entry in entries { entrySections[entry.rawValue] = UInt32(section.rawValue) }
    }
  }
}

extension Section.Run.Content {
  func slice(_ range: Range<Int>) -> Self {
    switch self {
    case .section: self
    case .entries(let entries):
      .entries(entries.dropFirst(range.lowerBound).prefix(range.count))
    }
  }
}
