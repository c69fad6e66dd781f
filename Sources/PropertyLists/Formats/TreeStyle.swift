import Platform

/// The style in which containers of a file are written, and the style of new containers.
struct TreeStyle {
  typealias Child = PatchedElements.Child

  private let elements: PatchedElements
  private let syntax: any TreeSyntax
  /// The style of the root or, if it has no brackets, of the first container in it.
  private(set) var file: ContainerStyle?
  /// The additional indentation of the children in that container.
  private var unit: [UInt8] = []
  /// The line ends inside empty containers, found on demand.
  private lazy var emptyDict = linesOfEmpty(isDict: true)
  private lazy var emptyArray = linesOfEmpty(isDict: false)

  private var old: PropertyListDocument { elements.old }
  private var new: PropertyListDocument { elements.new }
  private var text: [UInt8] { elements.text }

  /// The style in which the children of a container are separated.
  struct ContainerStyle {
    /// White space before the first child, after the last one, and before the other children.
    var start: [UInt8] = []
    var end: [UInt8] = []
    var between: [UInt8]?
    /// White space before a separator.
    var beforeSeparator: [UInt8] = []
    /// Whether there is a separator after the last child; `nil` if unknown.
    var endsLast: Bool?
    /// The text between a key and its value.
    var colon: [UInt8]?

    /// The line end before the first child; `nil` if the child is on the line of the container.
    var lineEnd: [UInt8]? {
      LineEnd(firstOf: start).map { [UInt8]([0x0A]).withLineEnds($0) }
    }

    /// The white space before a new child that is not the first one.
    ///
    /// - Parameter file: The style of another container, for a container without a second child.
    func usualBetween(file: ContainerStyle?) -> [UInt8] {
      if let between { return between }
      if lineEnd != nil { return TreeStyle.lastLine(of: start) }
      return file.flatMap { $0.lineEnd == nil ? $0.between : nil } ?? [0x20]
    }
  }

  /// Where a value begins.
  struct ValueStart {
    /// The indentation of the value's line.
    var indentation: [UInt8] = []
    /// Whether the value is in a container that has its children on its own line.
    var isInline = false
  }

  init(_ elements: PatchedElements, _ syntax: any TreeSyntax) {
    (self.elements, self.syntax) = (elements, syntax)
    var first = NodeIndex.root
    if marks(of: .root, in: old).opening.isEmpty, old.kind(of: .root).isContainer {
      // The root's style is not that of other containers.
      first =
        PatchedElements.children(of: .root, in: old).first {
          old.kind(of: $0.value).isContainer
        }?.value ?? .root
      if first == .root { return }
    }
    let children = PatchedElements.children(of: first, in: old)
    guard !children.isEmpty else { return }
    let style = completed(style(of: first, children))
    file = style
    let outer = TreeStyle.indentation(text[..<extent(of: first).lowerBound]) ?? []
    unit = Array((TreeStyle.indentation(style.start[...]) ?? []).dropFirst(outer.count))
  }

  private func extent(of node: NodeIndex) -> Range<Int> { elements.extent(of: node) }

  func marks(of node: NodeIndex, in document: PropertyListDocument) -> ContainerMarks {
    syntax.marks(isDict: document.kind(of: node) == .dict, isRoot: node == .root)
  }

  func layout(of container: NodeIndex, _ children: [Child]) -> TreeLayout {
    let marks = marks(of: container, in: old)
    let extent = extent(of: container)
    return TreeLayout(
      of: children.lazy.map { child in
        let start = self.extent(of: child.first).lowerBound
        return start..<max(self.extent(of: child.value).upperBound, start)
      },
      inside: (extent.lowerBound + marks.opening.count)..<(extent.upperBound - marks.closing.count),
      marks, in: text)
  }

  func style(of container: NodeIndex, _ children: [Child]) -> ContainerStyle {
    style(of: layout(of: container, children), container, children)
  }

  func style(
    of layout: TreeLayout, _ container: NodeIndex, _ children: [Child]
  ) -> ContainerStyle {
    var style = ContainerStyle()
    style.start = layout.children.first.map(spaceWithoutComments) ?? Array(text[layout.end])
    style.end = layout.children.isEmpty ? [] : Array(text[layout.end])
    if layout.children.count > 1 { style.between = spaceWithoutComments(layout.children[1]) }
    let separated = layout.children.filter(\.hasSeparator)
    let plain = separated.first { $0.after.isEmpty } ?? separated.first
    style.beforeSeparator = plain.map { Array(text[$0.beforeSeparator]) } ?? []
    if marks(of: container, in: old).endsLast == nil {
      style.endsLast = layout.children.last?.hasSeparator
    }
    style.colon = children.lazy.filter { $0.first != $0.value }.map(colon).first {
      !$0.isEmpty && !$0.contains(UInt8(ascii: "/"))
    }
    return style
  }

  /// The white space that the child would have before it without its comments.
  func spaceWithoutComments(_ child: TreeLayout.Surroundings) -> [UInt8] {
    let space = Array(text[child.space])
    guard !child.comments.isEmpty, let indentation = TreeStyle.indentation(text[child.comments]),
      let end = space.lastIndex(where: { $0 == 0x0A || $0 == 0x0D })
    else { return space }
    return space[...end] + indentation
  }

  /// A style with missing parts filled in from the first containers that have more children, or
  /// keys.
  private func completed(_ style: ContainerStyle) -> ContainerStyle {
    var style = style
    var node = NodeIndex.root
    while node < old.end(of: .root),
      style.colon == nil || style.between == nil || style.endsLast == nil
    {
      if old.kind(of: node).isContainer {
        if !marks(of: node, in: old).opening.isEmpty {
          let other = self.style(of: node, PatchedElements.children(of: node, in: old))
          style.colon = style.colon ?? other.colon
          style.endsLast = style.endsLast ?? other.endsLast
          if style.lineEnd != nil {
            style.between = style.between ?? TreeStyle.lastLine(of: style.start)
          } else if other.lineEnd == nil {
            style.between = style.between ?? other.between
          }
        }
        node = old.firstChild(of: node)
      } else {
        node = old.end(of: node)
      }
    }
    if style.between == nil, let colon = style.colon {
      style.between = colon.last == 0x20 ? [0x20] : []
    }
    return style
  }

  func colon(of child: Child) -> [UInt8] {
    let (key, value) = (extent(of: child.first), extent(of: child.value))
    return key.upperBound < value.lowerBound ? Array(text[key.upperBound..<value.lowerBound]) : []
  }

  /// The style of a new container.
  func style(inside node: NodeIndex, like model: NodeIndex?, at place: ValueStart) -> ContainerStyle
  {
    let children = model.map { PatchedElements.children(of: $0, in: old) } ?? []
    let isLike = model.map { old.kind(of: $0) == new.kind(of: node) } == true && !children.isEmpty
    guard let style = isLike ? model.map({ self.style(of: $0, children) }) : file else {
      return ContainerStyle()
    }
    var result = ContainerStyle(endsLast: style.endsLast, colon: style.colon)
    guard let lineEnd = style.lineEnd, isLike || !place.isInline else {
      let isInline = style.lineEnd == nil
      result.between = isInline ? style.usualBetween(file: file) : [0x20]
      if isInline { (result.start, result.end) = (style.start, style.end) }
      if !isInline { result.endsLast = false }
      return result
    }
    let line = lineEnd + place.indentation
    (result.start, result.end, result.between) = (line + unit, line, line + unit)
    result.beforeSeparator = style.beforeSeparator
    return result
  }

  /// An empty container in the style of the first one in the file, if that is on several lines, as
  /// Xcode writes it; `nil` for an empty container on one line. Without one in the file, OpenStep
  /// text that is on several lines gets several lines.
  mutating func empty(isDict: Bool, at place: ValueStart) -> [UInt8]? {
    guard !place.isInline, let lines = isDict ? emptyDict : emptyArray else { return nil }
    let marks = syntax.marks(isDict: isDict, isRoot: false)
    return marks.opening + lines + place.indentation + marks.closing
  }

  /// The line ends in the first empty container of a kind; `nil` if it is on one line.
  ///
  /// - Complexity: O(*n*).
  private func linesOfEmpty(isDict: Bool) -> [UInt8]? {
    guard old.kind(of: .root).isContainer else { return nil }
    var node = old.firstChild(of: .root)
    while node < old.end(of: .root) {
      let isEmpty = old.kind(of: node).isContainer && old.firstChild(of: node) == old.end(of: node)
      if isEmpty, (old.kind(of: node) == .dict) == isDict {
        let written = text[extent(of: node)].dropFirst().dropLast()
        let lines = written.filter { $0 == 0x0A || $0 == 0x0D }
        return lines.isEmpty || !written.allSatisfy(isXMLSpace) ? nil : lines
      }
      node = old.kind(of: node).isContainer ? old.firstChild(of: node) : old.end(of: node)
    }
    return old.source.format.isOpenStep ? file?.lineEnd : nil
  }

  /// For each position up to a count, whether it is missing among the given ones.
  static func missing(_ count: Int, in positions: [Int?]) -> [Bool] {
    var isMissing = Array(repeating: true, count: count)
    for case let position? in positions { isMissing[position] = false }
    return isMissing
  }

  // MARK: White space

  static func lineCount(_ text: [UInt8]) -> Int { text.count { $0 == 0x0A } }

  /// The last line of white space, with the line end before it.
  static func lastLine(of space: [UInt8]) -> [UInt8] {
    guard let end = space.lastIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return space }
    let isPair = space[end] == 0x0A && end > 0 && space[end - 1] == 0x0D
    return Array(space[(isPair ? end - 1 : end)...])
  }

  /// The white space at the beginning of the last line of a text; `nil` if the text has no line
  /// end.
  static func indentation(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard let end = text.lastIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
    return Array(text[(end + 1)...].prefix { $0 == 0x20 || $0 == 0x09 })
  }
}
