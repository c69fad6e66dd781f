import PropertyLists

/// One reversible change of a catalogue or its text.
enum Change: Sendable {
  case text(TextPieces.Change)
  /// Some items in a row took the place of others.
  case items(section: Int, position: Int, old: [Section.Run.Content], new: [Section.Run.Content])
  case entryNode(entry: Int, old: UInt32, new: UInt32)
  case sectionNodes(section: Int, old: Section.Nodes, new: Section.Nodes)
}

extension Section {
  /// The nodes that an edit may change.
  struct Nodes: Sendable {
    var title: Int?
    var node: Int?
    var replaced = Replaced()
  }

  /// Nodes of a section that edits have put in the place of those that the shape would find.
  struct Replaced: Sendable {
    /// The list of its members.
    var list: Int?
    /// The key whose tags stand around the title, which is another's content.
    var titleTags: Int?
  }
}

extension Catalogue {
  /// Brings a change about.
  ///
  /// - Complexity: O(*k*) in the number of items that change, of runs in their section and of pieces
  ///   of the text, about a nanosecond for each of the latter.
  func apply(_ change: Change) {
    revision += 1
    switch change {
    case .text(let text): document.redo(text)
    case .items(let section, let position, let old, let new):
      replaceItems(of: section, at: position, old, by: new)
    case .entryNode(let entry, _, let new): entryNodes.replace(entry, by: new)
    case .sectionNodes(let section, _, let new): setNodes(of: section, to: new)
    }
  }

  /// Takes back the last change that is still in force.
  func revert(_ change: Change) {
    revision += 1
    switch change {
    case .text(let text): document.undo(text)
    case .items(let section, let position, let old, let new):
      replaceItems(of: section, at: position, new, by: old)
    case .entryNode(let entry, let old, _): entryNodes.replace(entry, by: old)
    case .sectionNodes(let section, let old, _): setNodes(of: section, to: old)
    }
  }

  func nodes(of section: Int) -> Section.Nodes {
    Section.Nodes(
      title: sections[section].titleNode, node: sections[section].node,
      replaced: replacedNodes[section] ?? Section.Replaced())
  }

  private func setNodes(of section: Int, to nodes: Section.Nodes) {
    sections[section].titleNode = nodes.title
    sections[section].node = nodes.node
    replacedNodes[section] = nodes.replaced
  }

  /// What some items of a section in a row are.
  func contents(of section: Int, at positions: Range<Int>) -> [Section.Run.Content] {
    var result: [Section.Run.Content] = []
    var position = positions.lowerBound
    let runs = sections[section].runs
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

  func contents(of section: Int) -> [Section.Run.Content] {
    sections[section].runs.map(\.content)
  }

  private func replaceItems(
    of section: Int, at position: Int, _ old: [Section.Run.Content],
    by new: [Section.Run.Content]
  ) {
    // Taken out of the array, so that they are changed in place.
    var runs: [Section.Run] = []
    swap(&runs, &sections[section].runs)
    let first = runs.cut(at: position)
    let last = runs.cut(at: position + old.reduce(0) { $0 + $1.count })
    runs.replaceSubrange(
      first..<last, with: new.map { Section.Run(position: 0, firstEntry: 0, content: $0) })
    runs.joinEntries(around: first...(first + new.count))
    let changed = max(first - 1, 0)
    var next = changed == 0 ? 0 : runs[changed - 1].position + runs[changed - 1].count
    for index in changed..<runs.count {
      runs[index].position = next
      next += runs[index].count
      if case .section(let inner) = runs[index].content {
        sections[inner].positionInParent = runs[index].position
      }
    }
    swap(&runs, &sections[section].runs)
    sections[section].isRearranged = true
    hasNewOrder = true
    for content in new { adopt(content, in: section) }
  }

  private func adopt(_ content: Section.Run.Content, in section: Int) {
    switch content {
    case .section(let inner): sections[inner].parent = section
    case .entries(let entries):
      for entry in entries { entrySections[entry] = UInt32(section) }
    }
  }
}

extension Section.Run.Content {
  func slice(_ range: Range<Int>) -> Self {
    switch self {
    case .section: self
    case .entries(let entries):
      .entries((entries.lowerBound + range.lowerBound)..<(entries.lowerBound + range.upperBound))
    }
  }
}

extension [Section.Run] {
  /// Cuts the run that goes on across a position.
  ///
  /// - Returns: The index of the run that begins there.
  fileprivate mutating func cut(at position: Int) -> Int {
    let index = partitionPoint { $0.position + $0.count > position }
    guard index < count, self[index].position < position else { return index }
    let run = self[index]
    let length = position - run.position
    self[index].content = run.content.slice(0..<length)
    insert(
      Section.Run(
        position: position, firstEntry: 0, content: run.content.slice(length..<run.count)),
      at: index + 1)
    return index + 1
  }

  /// Joins entries that follow each other in number, too.
  fileprivate mutating func joinEntries(around range: ClosedRange<Int>) {
    for index in range.reversed() where index > 0 && index < count {
      guard case .entries(let before) = self[index - 1].content,
        case .entries(let after) = self[index].content, before.upperBound == after.lowerBound
      else { continue }
      self[index - 1].content = .entries(before.lowerBound..<after.upperBound)
      remove(at: index)
    }
  }
}
