package import PropertyLists

/// The text of a tree, put together from ranges of the document's text.
extension EditedTree {
  /// The current text of a node, as ranges of the document's offsets.
  func ranges(of node: NodeIndex) -> [Range<Int>] {
    var writer = Writer(tree: self)
    writer.write(node)
    return writer.ranges.filter { !$0.isEmpty }
  }

  /// The current text of a node.
  package func text(of node: NodeIndex) -> [UInt8] { document.joined(ranges(of: node)) }

  /// Applies the changes to the text of the document while a closure runs.
  package func withText<Result, Problem>(
    _ body: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    let range = document.elementRange(of: top)
    let change = document.replaceText(
      from: .before(range.lowerBound), to: .after(range.upperBound - 1), with: ranges(of: top))
    defer { document.undo(change) }
    return try body()
  }

  /// Collects the ranges of the text of a tree.
  private struct Writer {
    let tree: EditedTree
    var ranges: [Range<Int>] = []

    private var document: PropertyListDocument { tree.document }

    mutating func append(_ range: Range<Int>) {
      if let last = ranges.last, last.upperBound == range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }

    mutating func write(_ node: NodeIndex) {
      if let addition = tree.replacements[node] {
        write(addition.range, with: [document.value(from: addition.node)])
      } else if let children = tree.children[node] {
        write(node, children.members)
      } else {
        let inside = tree.changedInside[node]?.sorted() ?? []
        write(document.elementRange(of: node), with: inside)
      }
    }

    /// Writes a range of text in which some nodes, in ascending order, may have changed.
    private mutating func write(_ range: Range<Int>, with nodes: [NodeIndex]) {
      var position = range.lowerBound
      for node in nodes {
        let element = document.elementRange(of: node)
        append(position..<element.lowerBound)
        write(node)
        position = element.upperBound
      }
      append(position..<range.upperBound)
    }

    /// Writes a container whose children differ from those in the file.
    private mutating func write(_ node: NodeIndex, _ members: [Member]) {
      let element = document.elementRange(of: node)
      let name = document.kind(of: node).elementName
      let hasTags = !document[node].isEmptyElement
      let last = tree.lastMember(inFileOf: node)
      if !hasTags {
        if members.isEmpty { return append(element) }
        let tag = document.addText(Array("<\(name)>".utf8))
        document.note(tag.lowerBound, insteadOf: node)
        append(tag)
      } else {
        append(element.lowerBound..<document.trailEnd(after: document[node].contentOffset))
      }
      for member in members {
        let slot = tree.slot(of: member)
        write(member.chunk, with: tree.isChanged(slot) ? [slot] : [])
      }
      if let last {
        append(last.upperBound..<element.upperBound)
      } else {
        let start = document.trailEnd(after: document[node].contentOffset)
        if members.isEmpty { return append(start..<element.upperBound) }
        let isLine =
          hasTags
          && document.space(before: document.contentEnd(of: node)).indentation != nil
        if !isLine { append(document.addText(tree.layout(of: node).beforeEnd.bytes)) }
        if hasTags {
          append(start..<element.upperBound)
        } else {
          append(document.addText(Array("</\(name)>".utf8)))
        }
      }
    }
  }

  private func isChanged(_ node: NodeIndex) -> Bool {
    replacements[node] != nil || children[node] != nil || changedInside[node] != nil
  }

  /// The range of a container's last child in the file, with comments around it; `nil` if the
  /// container is empty there.
  private func lastMember(inFileOf container: NodeIndex) -> Range<Int>? {
    var last: (first: NodeIndex, value: NodeIndex)?
    if document.kind(of: container) == .dict {
      for member in document.members(of: container) { last = (member.key.node, member.value) }
    } else {
      for element in document.elements(of: container) { last = (element, element) }
    }
    return last.map { document.chunk(from: $0.first, through: $0.value) }
  }

  /// The layout of the children of a container, or the one that a first child would have.
  ///
  /// - Parameter position: The position of a new child among the existing children; `nil` for the
  ///   end.
  func layout(of container: NodeIndex, at position: Int? = nil) -> MemberLayout {
    var original = container
    while let before = originals[original] { original = before }
    let members = members(of: container)
    guard let last = members.last else {
      return layouts[container] ?? document.layout(of: original)
    }
    // A new child is written like the child before it.
    let member = position.map { members[max($0 - 1, 0)] } ?? last
    var layout = document.layout(of: original, like: (member.first, slot(of: member)))
    if let given = layouts[container] { layout.beforeEnd = given.beforeEnd }
    return layout
  }
}
