import Platform

/// A file of nested values after edits: what is as it was is copied from the file, and what is new is
/// written in the manner of what is beside it.
struct SplicedTree {
  private typealias Child = SplicedElements.Child

  private let elements: SplicedElements
  private let syntax: JSONSyntax
  /// The layout of the root, if it has children, with what is between others where it has only one; and
  /// what its children are indented more than it.
  private var fileLayout: Layout?
  private var unit: [UInt8] = []
  private var result: [UInt8] = []
  /// Where the last line of the result begins, as far as that has been looked at.
  private var lastLine: (start: Int?, end: Int) = (nil, 0)

  private var old: PropertyListDocument { elements.old }
  private var new: PropertyListDocument { elements.new }
  private var text: [UInt8] { elements.text }

  /// - Throws: `UnwritableFile` if the format does not have what was edited.
  /// - Complexity: O(*n*).
  static func text(of elements: SplicedElements) throws(UnwritableFile) -> [UInt8] {
    var tree = SplicedTree(elements)
    let root = elements.extent(of: .root)
    tree.result = Array(elements.text[..<root.lowerBound])
    try tree.append(.root, for: .root, at: Place())
    tree.result += elements.text[root.upperBound...]
    return tree.result
  }

  private init(_ elements: SplicedElements) {
    self.elements = elements
    syntax = JSONSyntax(elements.text)
    let children = SplicedElements.children(of: .root, in: old)
    guard !children.isEmpty else { return }
    let layout = completed(layout(of: .root, children))
    fileLayout = layout
    let outer = SplicedTree.indentation(text[..<extent(of: .root).lowerBound]) ?? []
    unit = Array((SplicedTree.indentation(layout.start[...]) ?? []).dropFirst(outer.count))
  }

  private func extent(of node: NodeIndex) -> Range<Int> { elements.extent(of: node) }

  /// Where a value begins.
  private struct Place {
    /// That of its line.
    var indentation: [UInt8] = []
    /// Whether it is in a container that has its children on its own line.
    var isInline = false
  }

  /// What is around the children of a container in the file.
  private struct Layout {
    /// Before the first child, and after the last one; all that is in an empty one.
    var start: [UInt8] = []
    var end: [UInt8] = []
    /// Before children, after a comma, and after children, before it.
    var before: [[UInt8]] = []
    var after: [[UInt8]] = []
    /// Between a key and its value.
    var colon: [UInt8]?

    /// The end of a line before the first child; `nil` if that is on the line of the container.
    var lineEnd: [UInt8]? {
      LineEnd(firstOf: start).map { [UInt8]([0x0A]).withLineEnds($0) }
    }

    /// What is before a new child that is not the first one.
    ///
    /// - Parameter file: The layout of another container, for one that has no second child.
    func usualBefore(file: Layout?) -> [UInt8] {
      if before.count > 1 { return before[1] }
      if lineEnd != nil { return start }
      return file.flatMap { $0.lineEnd == nil && $0.before.count > 1 ? $0.before[1] : nil }
        ?? [0x20]
    }
  }

  private func layout(of container: NodeIndex, _ children: [Child]) -> Layout {
    var layout = Layout()
    let inside = extent(of: container)
    var position = inside.lowerBound + 1
    for child in children {
      let start = extent(of: child.first).lowerBound
      let gap = text[position..<start]
      if let comma = gap.firstIndex(of: syntax.comma) {
        layout.after.append(Array(gap[..<comma]))
        layout.before.append(Array(gap[(comma + 1)...]))
      } else {
        layout.start = Array(gap)
        layout.before.append([])
      }
      if child.first != child.value, layout.colon == nil { layout.colon = colon(of: child) }
      position = extent(of: child.value).upperBound
    }
    layout.end = Array(text[position..<(inside.upperBound - 1)])
    if children.isEmpty { (layout.start, layout.end) = (layout.end, []) }
    return layout
  }

  /// A layout with what the first containers show that have more children, or keys.
  private func completed(_ layout: Layout) -> Layout {
    var layout = layout
    var node = NodeIndex.root
    while node < old.end(of: .root), layout.colon == nil || layout.before.count < 2 {
      if old.kind(of: node).isContainer {
        let other = self.layout(of: node, SplicedElements.children(of: node, in: old))
        layout.colon = layout.colon ?? other.colon
        if layout.lineEnd != nil {
          layout.before = layout.before.count < 2 ? [[], layout.start] : layout.before
        } else if layout.before.count < 2, other.lineEnd == nil, other.before.count > 1 {
          layout.before = other.before
        }
        node = old.firstChild(of: node)
      } else {
        node = old.end(of: node)
      }
    }
    if layout.before.count < 2, let colon = layout.colon {
      layout.before = [[], colon.last == 0x20 ? [0x20] : []]
    }
    return layout
  }

  private func colon(of child: Child) -> [UInt8] {
    Array(text[extent(of: child.first).upperBound..<extent(of: child.value).lowerBound])
  }

  // MARK: Writing

  /// Appends a value in the place of one that was there.
  private mutating func append(
    _ node: NodeIndex, for other: NodeIndex, at place: Place
  ) throws(UnwritableFile) {
    let range = extent(of: other)
    if elements.isUntouched(node, other) {
      result += text[range]
      return
    }
    let kind = new.kind(of: node)
    guard kind == old.kind(of: other) else {
      return try append(node, like: nil, at: place)
    }
    if kind.isContainer {
      try appendContainer(node, for: other, at: place)
    } else if elements.isSame(node, other) {
      result += text[range]
    } else {
      result += try syntax.text(of: node, in: new)
    }
  }

  private mutating func appendContainer(
    _ node: NodeIndex, for other: NodeIndex, at place: Place
  ) throws(UnwritableFile) {
    let children = SplicedElements.children(of: node, in: new)
    let olds = SplicedElements.children(of: other, in: old)
    let isDict = new.kind(of: node) == .dict
    let partners = elements.partners(of: children, among: olds, isDict: isDict)
    let range = extent(of: other)
    if children.count == olds.count, partners.enumerated().allSatisfy({ $0 == $1 }) {
      var position = range.lowerBound
      let first = olds.first.map { extent(of: $0.first).lowerBound } ?? position
      let isInline = LineEnd(firstOf: text[position..<first]) == nil
      for (child, old) in zip(children, olds) {
        result += text[position..<extent(of: old.first).lowerBound]
        try append(child, for: old, at: inside(place, isInline))
        position = extent(of: old.value).upperBound
      }
      result += text[position..<range.upperBound]
      return
    }
    let brackets = syntax.brackets(isDict)
    result += brackets.opening
    if children.isEmpty {
      result += brackets.closing
      return
    }
    var layout = layout(of: other, olds)
    if olds.isEmpty {
      layout = self.layout(inside: node, like: nil, at: place)
    }
    let usual = layout.usualBefore(file: fileLayout)
    let first = partners.lazy.compactMap(\.self).first
    // What is new is like the one before it that was there.
    var last: Int?
    for (index, child) in children.enumerated() {
      let partner = partners[index]
      last = partner ?? last
      if index == 0 {
        result += layout.start
      } else {
        result.append(syntax.comma)
        result += last.flatMap { $0 > 0 ? layout.before[$0] : nil } ?? usual
      }
      let inner = inside(place, layout.lineEnd == nil)
      if let partner {
        try append(child, for: olds[partner], at: inner)
      } else {
        let model = (last ?? first).map { olds[$0].value }
        try append(child, colon: layout.colon, like: model, at: inner)
      }
      if index + 1 < children.count, let partner, partner < layout.after.count {
        result += layout.after[partner]
      }
    }
    result += layout.end + brackets.closing
  }

  /// Appends a child in the place of one that was there.
  private mutating func append(
    _ child: Child, for other: Child, at place: Place
  ) throws(UnwritableFile) {
    if child.first != child.value {
      if elements.isSame(child.first, other.first) {
        result += text[extent(of: other.first)]
      } else {
        result += try syntax.text(of: child.first, in: new)
      }
      result += colon(of: other)
    }
    try append(child.value, for: other.value, at: place)
  }

  /// Appends a new child.
  private mutating func append(
    _ child: Child, colon: [UInt8]?, like model: NodeIndex?, at place: Place
  ) throws(UnwritableFile) {
    if child.first != child.value {
      result += try syntax.text(of: child.first, in: new)
      let isDense =
        fileLayout.map { $0.lineEnd == nil && $0.usualBefore(file: nil).isEmpty } == true
      result += colon ?? fileLayout?.colon ?? syntax.colon(isDense: isDense)
    }
    try append(child.value, like: model, at: place)
  }

  /// Appends a new value, laid out like one beside it.
  private mutating func append(
    _ node: NodeIndex, like model: NodeIndex?, at place: Place
  ) throws(UnwritableFile) {
    let children = SplicedElements.children(of: node, in: new)
    guard !children.isEmpty else {
      result += try syntax.text(of: node, in: new)
      return
    }
    let brackets = syntax.brackets(new.kind(of: node) == .dict)
    let layout = layout(inside: node, like: model, at: place)
    let usual = layout.usualBefore(file: nil)
    result += brackets.opening
    for (index, child) in children.enumerated() {
      result += index == 0 ? layout.start : [syntax.comma] + usual
      let inner = inside(place, layout.lineEnd == nil)
      // Values in it are like those under the same key of the model.
      var beside: NodeIndex?
      if let model, let key = new.key(child.first), old.kind(of: model) == .dict {
        beside = old.value(of: new.exactText(of: key), in: model)
      } else if let model, old.kind(of: model) == .array {
        beside = old.elements(of: model).first { _ in true }
      }
      try append(child, colon: layout.colon, like: beside, at: inner)
    }
    result += layout.end + brackets.closing
  }

  // MARK: Layout

  /// The indentation of the last line of a text, if it has but that on it, or what begins there.
  private static func indentation(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard let end = text.lastIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
    return Array(text[(end + 1)...].prefix { $0 == 0x20 || $0 == 0x09 })
  }

  /// The place of what is appended next in a container.
  private mutating func inside(_ place: Place, _ isInline: Bool) -> Place {
    if let end = result[lastLine.end...].lastIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      lastLine.start = end
    }
    lastLine.end = result.count
    let indentation = lastLine.start.flatMap { SplicedTree.indentation(result[$0...]) }
    return Place(indentation: indentation ?? place.indentation, isInline: isInline)
  }

  /// The layout of a new container.
  private func layout(inside node: NodeIndex, like model: NodeIndex?, at place: Place) -> Layout {
    let children = model.map { SplicedElements.children(of: $0, in: old) } ?? []
    let isLike = model.map { old.kind(of: $0) == new.kind(of: node) } == true && !children.isEmpty
    guard let layout = isLike ? model.map({ self.layout(of: $0, children) }) : fileLayout else {
      return Layout()
    }
    guard let lineEnd = layout.lineEnd, isLike || !place.isInline else {
      let usual = layout.lineEnd == nil ? layout.usualBefore(file: fileLayout) : [0x20]
      return Layout(
        start: layout.lineEnd == nil ? layout.start : [],
        end: layout.lineEnd == nil ? layout.end : [], before: [[], usual], colon: layout.colon)
    }
    let line = lineEnd + place.indentation
    return Layout(
      start: line + unit, end: line, before: [[], line + unit], colon: layout.colon)
  }
}
