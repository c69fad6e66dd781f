import Platform

/// A file of nested values after edits. Unchanged values are copied from the file; new ones are
/// written in the style of the values beside them.
struct PatchedTree {
  typealias Child = PatchedElements.Child
  private typealias ContainerStyle = TreeStyle.ContainerStyle
  typealias ValueStart = TreeStyle.ValueStart

  let elements: PatchedElements
  private let syntax: any TreeSyntax
  var styles: TreeStyle
  let other: PropertyListDocument?
  private var result: [UInt8] = []
  /// Whether the result ends in a comment that goes to the end of its line.
  private var isInLineComment = false
  /// The depth of nesting of the next value to append.
  private var depth = 0
  /// The beginning of the last line of the result, and the end of the part that has been searched
  /// for it.
  private var lastLine: (start: Int?, end: Int) = (nil, 0)
  /// The old and the new indentation of the lines of a value that is moved.
  private var shift: (from: [UInt8], to: [UInt8])?
  /// The places of all children in the old document, by the offsets of their values.
  lazy var places = placesOfChildren()
  /// The comments of a container that was empty, without white space, as long as no child has been
  /// appended.
  private var detachedComments: [UInt8] = []
  var layouts: [NodeIndex: (children: [Child], layout: TreeLayout)] = [:]
  /// The text of the file, followed by that of the other version once that is used.
  var text: [UInt8]
  lazy var additions = otherVersion()
  /// Whether the file's encoding has a character: the answers so far.
  var encodable: [Unicode.Scalar: Bool] = [:]

  var old: PropertyListDocument { elements.old }
  var new: PropertyListDocument { elements.new }

  /// - Parameter other: Another version of the file, from which new values are copied if it has
  ///   them.
  /// - Throws: `UnwritableFile` if the format cannot express an edit.
  /// - Complexity: O(*n*), or O(*n* log *n*) with another version.
  static func text(
    of elements: PatchedElements, _ syntax: any TreeSyntax, from other: PropertyListDocument? = nil
  ) throws(UnwritableFile) -> [UInt8] {
    var tree = PatchedTree(elements, syntax, other)
    let root = elements.extent(of: .root)
    tree.result = Array(elements.text[..<root.lowerBound])
    try tree.append(.root, for: .root, at: ValueStart())
    tree.append(elements.text[root.upperBound...])
    return tree.result
  }

  private init(
    _ elements: PatchedElements, _ syntax: any TreeSyntax, _ other: PropertyListDocument?
  ) {
    (self.elements, self.syntax, self.other, text) = (elements, syntax, other, elements.text)
    styles = TreeStyle(elements, syntax)
  }

  func extent(of node: NodeIndex) -> Range<Int> { elements.extent(of: node) }

  /// The end of a line of the file.
  private var lineEnd: [UInt8] {
    [UInt8]([0x0A]).withLineEnds(LineEnd(firstOf: text) ?? .lineFeed)
  }

  // MARK: Writing

  private mutating func append(_ bytes: some Collection<UInt8>) {
    if isInLineComment, let first = bytes.first(where: { $0 != 0x20 && $0 != 0x09 }) {
      isInLineComment = false
      if first != 0x0A, first != 0x0D {
        result += lineEnd
      }
    }
    // Without a blank, the slashes of a comment would be part of an unquoted word before it.
    if bytes.first == UInt8(ascii: "/"), old.source.format.isOpenStep,
      result.last.map(OpenStepDecoder.needsNoQuotes) == true
    {
      result.append(0x20)
    }
    result += bytes
  }

  /// Appends white space and comments between values, indented as `shift` says.
  private mutating func append(space: some Collection<UInt8>) {
    guard let shift else { return append(space) }
    var rest = space[...]
    while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      append(rest[...end])
      rest = rest[rest.index(after: end)...]
      if rest.starts(with: shift.from), rest.first != 0x0A, rest.first != 0x0D {
        append(shift.to)
        rest = rest.dropFirst(shift.from.count)
      }
    }
    append(rest)
  }

  private mutating func append(comments range: Range<Int>) {
    guard !range.isEmpty else { return }
    if depth > 1, old.source.format == .jsonLines { return append(Comment.onOneLine(text[range])) }
    append(space: text[range])
    isInLineComment = endsLine(range)
  }

  /// Appends comments that belong to no child.
  ///
  /// - Parameter space: The white space to put before them, if the children before them are gone.
  private mutating func append(detached range: Range<Int>, after space: [UInt8]?) {
    guard let space, !range.isEmpty else { return append(comments: range) }
    append(space: space)
    append(
      comments: (text[range].firstIndex { !isXMLSpace($0) } ?? range.lowerBound)..<range.upperBound)
  }

  /// Whether comments go to the end of their line.
  private func endsLine(_ comments: Range<Int>) -> Bool {
    text[comments].firstRange(of: "//".utf8) != nil
      && (comments.upperBound == text.count || [0x0A, 0x0D].contains(text[comments.upperBound]))
  }

  /// Appends a value in place of an old one.
  private mutating func append(
    _ node: NodeIndex, for other: NodeIndex, at place: ValueStart
  ) throws(UnwritableFile) {
    let range = extent(of: other)
    let kind = new.kind(of: node)
    if elements.isUntouched(node, other), shift == nil || !kind.isContainer {
      return append(text[range])
    }
    guard kind == old.kind(of: other) else {
      if node == .root, styles.marks(of: other, in: old).opening.isEmpty {
        let kind = old.kind(of: other) == .dict ? "dictionary" : "list"
        throw .value("\(old.source.format.description) is always a \(kind)")
      }
      // Scalars of different kinds may be written in the same style.
      if !kind.isContainer, !old.kind(of: other).isContainer {
        return try append(changed: node, like: range)
      }
      return try append(node, like: nil, at: place)
    }
    if kind.isContainer {
      try appendContainer(node, for: other, at: place)
    } else if elements.isSame(node, other) {
      append(text[range])
    } else {
      try append(changed: node, like: range)
    }
  }

  /// Appends a single value in place of another: as the other version writes it, if it is from
  /// there, and otherwise in the style of the old value.
  private mutating func append(
    changed node: NodeIndex, like range: Range<Int>
  ) throws(UnwritableFile) {
    let new = new
    let child = Child(first: new.key(before: node) ?? node, value: node)
    if let origin = additions?.origin(of: child, in: new) {
      let offset = elements.text.count + 1
      let written = text[(origin.value.lowerBound + offset)..<(origin.value.upperBound + offset)]
      if !written.isEmpty, LineEnd(firstOf: Array(written)) == nil, isWritable(written) {
        return append(written)
      }
    }
    append(try syntax.text(of: node, in: new, like: text[range]))
  }

  private mutating func appendContainer(
    _ node: NodeIndex, for other: NodeIndex, at place: ValueStart
  ) throws(UnwritableFile) {
    depth += 1
    defer { depth -= 1 }
    let children = PatchedElements.children(of: node, in: new)
    let olds = PatchedElements.children(of: other, in: old)
    let isDict = new.kind(of: node) == .dict
    let partners = elements.partners(of: children, among: olds, isDict: isDict)
    if children.count == olds.count, partners.enumerated().allSatisfy({ $0 == $1 }) {
      return try appendContainer(children, for: other, olds, at: place)
    }
    let marks = styles.marks(of: other, in: old)
    let layout = styles.layout(of: other, olds)
    if children.isEmpty {
      if !marks.opening.isEmpty, !hasComments(layout),
        LineEnd(firstOf: Array(text[extent(of: other)])) != nil,
        let empty = styles.empty(isDict: isDict, at: place)
      {
        return append(empty)
      }
      append(marks.opening)
      appendEmpty(layout, marks)
    } else {
      append(marks.opening)
      let style =
        olds.isEmpty
        ? styles.style(inside: node, like: nil, at: place) : styles.style(of: layout, other, olds)
      let container = ChangedContainer(
        children: children, olds: olds, partners: partners,
        isGone: TreeStyle.missing(olds.count, in: partners), marks: marks, layout: layout,
        style: completed(style, marks, isFirst: olds.isEmpty, layout),
        endsLast: marks.endsLast ?? style.endsLast ?? styles.file?.endsLast == true)
      try append(container, at: place)
    }
    append(marks.closing)
  }

  /// A container whose children are no longer those of the file.
  private struct ChangedContainer {
    let children: [Child]
    let olds: [Child]
    /// For each child, the position of the old child that it replaces.
    let partners: [Int?]
    /// Whether each old child is no longer there.
    let isGone: [Bool]
    let marks: ContainerMarks
    /// The layout of the old children.
    let layout: TreeLayout
    let style: ContainerStyle
    /// Whether there is a separator after the last child.
    let endsLast: Bool

    func separator(after index: Int) -> UInt8? {
      index + 1 == children.count && !endsLast ? nil : marks.separator
    }
  }

  /// A container's style with what is usual without brackets.
  private func completed(
    _ style: ContainerStyle, _ marks: ContainerMarks, isFirst: Bool, _ layout: TreeLayout
  ) -> ContainerStyle {
    guard marks.opening.isEmpty else { return style }
    var style = style
    style.between = style.between ?? lineEnd
    if isFirst {
      style.start = layout.detached.isEmpty ? [] : lineEnd + lineEnd
      style.end = lineEnd
    }
    return style
  }

  /// Appends what is between the marks of a container.
  private mutating func append(
    _ container: ChangedContainer, at place: ValueStart
  ) throws(UnwritableFile) {
    let (olds, layout, style) = (container.olds, container.layout, container.style)
    let start = result.count
    append(comments: layout.detached)
    detachedComments = text[layout.detached].filter { !isXMLSpace($0) }
    let outer = shift
    if olds.isEmpty { shift = nil }
    defer { shift = outer }
    let first = container.partners.lazy.compactMap(\.self).first
    let isInline = isInline(container.marks, style.start)
    // A new child is written like the old child before it or, if there is none, like the first one
    // that stays.
    var last: Int?
    var detached = 0
    for (index, child) in container.children.enumerated() {
      let partner = container.partners[index]
      last = partner ?? last
      let space = space(at: index, after: last, in: container)
      appendDetached(in: container, from: start, &detached, before: partner ?? 0, space)
      let separator = container.separator(after: index)
      guard let partner else {
        let model = (last ?? first).map { olds[$0] } ?? olds.first
        try append(child, like: model, separator, style, at: inside(place, isInline))
        continue
      }
      let own = layout.children[partner]
      append(comments: own.comments)
      try append(child, for: olds[partner], style.colon, at: inside(place, isInline))
      appendEnd(own, separator, style)
    }
    for child in layout.children[detached...] { append(comments: child.detached) }
    append(space: olds.isEmpty ? style.end[...] : text[layout.end])
  }

  /// Appends the comments that belong to no child up to an old child, and the white space before
  /// the next child.
  ///
  /// - Parameters:
  ///   - start: The length of the result before the first child.
  ///   - detached: The number of old children whose comments have been appended.
  private mutating func appendDetached(
    in container: ChangedContainer, from start: Int, _ detached: inout Int, before old: Int,
    _ space: [UInt8]
  ) {
    var space = space
    while detached < container.olds.count, detached <= old {
      let child = container.layout.children[detached]
      let isAfterGone = detached > 0 && result.count == start
      append(detached: child.detached, after: isAfterGone ? container.style.start : nil)
      // An empty line stays after comments that belong to no child.
      let own = child.detached.isEmpty ? [] : styles.spaceWithoutComments(child)
      if TreeStyle.lineCount(own) > TreeStyle.lineCount(space) { space = own }
      detached += 1
    }
    append(space: space)
  }

  /// Appends the children of a container, all of which are in their old places, and the text
  /// between them.
  private mutating func appendContainer(
    _ children: [Child], for other: NodeIndex, _ olds: [Child], at place: ValueStart
  ) throws(UnwritableFile) {
    let range = extent(of: other)
    var position = range.lowerBound
    let first = olds.first.map { extent(of: $0.first).lowerBound } ?? position
    let isInline = isInline(styles.marks(of: other, in: old), Array(text[position..<first]))
    var colon: [UInt8]?
    for (child, old) in zip(children, olds) {
      append(space: text[position..<extent(of: old.first).lowerBound])
      if colon == nil { colon = styles.colon(of: old) }
      try append(child, for: old, colon, at: inside(place, isInline))
      position = max(extent(of: old.value).upperBound, extent(of: old.first).upperBound)
    }
    append(space: text[position..<range.upperBound])
  }

  /// Whether the children of a container have no line ends inside: they are all on the container's
  /// line or, without brackets and separators, each on a line of its own.
  private func isInline(_ marks: ContainerMarks, _ start: [UInt8]) -> Bool {
    marks.opening.isEmpty ? marks.separator == nil : LineEnd(firstOf: start) == nil
  }

  /// Appends the comments that stay in a container after all its children were removed.
  private mutating func appendEmpty(_ layout: TreeLayout, _ marks: ContainerMarks) {
    append(comments: layout.detached)
    let start = result.count
    for (index, child) in layout.children.enumerated() {
      let isAfterGone = index > 0 && result.count == start
      append(
        detached: child.detached, after: isAfterGone ? Array(text[layout.children[0].space]) : nil)
    }
    if hasComments(layout) || marks.opening.isEmpty { append(space: text[layout.end]) }
  }

  /// Whether comments stay in a container when its children go.
  private func hasComments(_ layout: TreeLayout) -> Bool {
    !layout.detached.isEmpty || layout.children.contains { !$0.detached.isEmpty }
      || text[layout.end].contains(UInt8(ascii: "/"))
  }

  /// The white space before a child.
  ///
  /// - Parameter last: The old position of the child or, if it is new, of the last old child before
  ///   it.
  private func space(
    at index: Int, after last: Int?, in container: ChangedContainer
  ) -> [UInt8] {
    let (layout, style, partner) = (
      container.layout, container.style, container.partners[index]
    )
    if let partner, (index == 0) == (partner == 0) {
      let own = Array(text[layout.children[partner].space])
      if LineEnd(firstOf: own) != nil { return own }
      // The child now begins the line that a removed child before it began.
      let before = container.isGone[..<partner].reversed().prefix { $0 }.count
      return layout.children[max(partner - before, 1)..<max(partner, 1)].reversed().lazy
        .map(styles.spaceWithoutComments).first { LineEnd(firstOf: $0) != nil } ?? own
    }
    if index == 0 { return style.start }
    let usual = style.usualBetween(file: styles.file)
    guard let last, last > 0 else { return usual }
    let own = styles.spaceWithoutComments(layout.children[last])
    return partner == nil && TreeStyle.lineCount(own) > TreeStyle.lineCount(usual) ? usual : own
  }

  /// Appends the separator and the comments that follow a child.
  private mutating func appendEnd(
    _ own: TreeLayout.Surroundings?, _ separator: UInt8?, _ style: ContainerStyle
  ) {
    // After a separator on the same line, a comment would belong to the next child.
    let isBefore =
      LineEnd(firstOf: style.beforeSeparator) != nil
      || own.map { style.lineEnd == nil && !endsLine($0.after) } == true
    if let own, own.hasSeparator || separator == nil || isBefore { append(comments: own.after) }
    if let separator {
      let isOwn = own?.hasSeparator == true
      append(space: isOwn ? Array(text[own?.beforeSeparator ?? 0..<0]) : style.beforeSeparator)
      append(CollectionOfOne(separator))
    }
    guard let own else { return }
    if own.hasSeparator {
      append(comments: own.tail)
    } else if separator != nil, !isBefore {
      append(comments: own.after)
    }
  }

  /// Appends a child in place of an old one.
  private mutating func append(
    _ child: Child, for other: Child, _ usual: [UInt8]?, at place: ValueStart
  ) throws(UnwritableFile) {
    if child.first != child.value {
      let isSameKey = elements.isSame(child.first, other.first)
      if extent(of: other.value).isEmpty {
        // The key stands for its value, too.
        let kind = new.kind(of: child.value)
        if isSameKey, kind == old.kind(of: other.value), elements.isSame(child.value, other.value) {
          return append(text[extent(of: other.first)])
        }
        return try append(child, colon: usual, like: other, at: place)
      }
      if isSameKey {
        append(text[extent(of: other.first)])
      } else {
        append(try syntax.text(of: child.first, in: new, like: text[extent(of: other.first)]))
      }
      append(space: styles.colon(of: other))
    }
    try append(child.value, for: other.value, at: place)
  }

  /// Appends a child that was not in this container, with its separator.
  private mutating func append(
    _ child: Child, like model: Child?, _ separator: UInt8?, _ style: ContainerStyle,
    at place: ValueStart
  ) throws(UnwritableFile) {
    let outer = shift
    shift = nil
    defer { shift = outer }
    guard let origin = origin(of: child), !place.isInline || isInline(origin) || hasComment(origin)
    else {
      if let addition = addition(child, at: place) {
        shift = shift(of: addition, holding: child, to: place)
        // The comments of a list that was empty may be the same as those of its first element in
        // the other version.
        let comments = addition.surroundings.comments
        let isWritten =
          !detachedComments.isEmpty
          && text[comments].filter { !isXMLSpace($0) } == detachedComments
        if !isWritten { append(comments: comments) }
        detachedComments = []
        append(space: text[addition.range])
        return appendEnd(addition.surroundings, separator, style)
      }
      try append(child, colon: style.colon, like: model, at: place)
      return appendEnd(nil, separator, style)
    }
    let indentation = TreeStyle.indentation(text[..<extent(of: origin.child.first).lowerBound])
    shift = (indentation ?? [], place.indentation)
    append(comments: origin.surroundings.comments)
    if child.first != child.value, origin.child.first == origin.child.value {
      try appendKey(of: child, style.colon, like: model)
      try append(child.value, for: origin.child.value, at: place)
    } else if child.first == child.value, extent(of: origin.child.value).isEmpty {
      try append(new: child.value, like: origin.child.first)
    } else {
      if child.first == child.value { append(commentsBehindKey(of: origin.child)) }
      try append(child, for: origin.child, style.colon, at: place)
    }
    appendEnd(origin.surroundings, separator, style)
  }

  /// The comments between a key and its value, which go with the value to a place without keys.
  private func commentsBehindKey(of child: Child) -> [UInt8] {
    let gap = styles.colon(of: child)
    var (result, index): ([UInt8], Int) = ([], 0)
    while index < gap.count {
      if let comment = Comment(in: gap, at: index, upTo: gap.count) {
        result += Comment.onOneLine(gap[index..<comment.end]) + " ".utf8
        index = comment.end
      } else {
        index += 1
      }
    }
    return result
  }

  /// Appends a new child.
  private mutating func append(
    _ child: Child, colon: [UInt8]?, like model: Child?, at place: ValueStart
  ) throws(UnwritableFile) {
    if child.first != child.value { try appendKey(of: child, colon, like: model) }
    try append(child.value, like: model?.value, at: place)
  }

  private mutating func appendKey(
    of child: Child, _ colon: [UInt8]?, like model: Child?
  ) throws(UnwritableFile) {
    try append(new: child.first, like: model?.first)
    let isDense =
      styles.file.map { $0.lineEnd == nil && $0.usualBetween(file: nil).isEmpty } == true
    let usual = colon.flatMap { $0.isEmpty ? nil : $0 } ?? styles.file?.colon
    append(usual ?? syntax.colon(isDense: isDense))
  }

  /// Appends a key or single value that is new or was moved.
  private mutating func append(new node: NodeIndex, like model: NodeIndex?) throws(UnwritableFile) {
    if let range = elements.untouchedExtent(of: node) { return append(text[range]) }
    append(try syntax.text(of: node, in: new, like: model.map { text[extent(of: $0)] }))
  }

  /// Appends a new value with the layout of a value beside it.
  private mutating func append(
    _ node: NodeIndex, like model: NodeIndex?, at place: ValueStart
  ) throws(UnwritableFile) {
    let children = PatchedElements.children(of: node, in: new)
    guard !children.isEmpty else {
      if new.kind(of: node).isContainer {
        let isDict = new.kind(of: node) == .dict
        if let empty = styles.empty(isDict: isDict, at: place) { return append(empty) }
        return append(try syntax.text(of: node, in: new, like: nil))
      }
      return try append(new: node, like: model)
    }
    depth += 1
    defer { depth -= 1 }
    let marks = syntax.marks(isDict: new.kind(of: node) == .dict, isRoot: false)
    let style = styles.style(inside: node, like: model, at: place)
    let usual = style.usualBetween(file: nil)
    append(marks.opening)
    for (index, child) in children.enumerated() {
      append(index == 0 ? style.start : usual)
      // Values in the container are written like those under the same keys of the model.
      var beside: Child?
      if let model, let key = new.key(child.first), old.kind(of: model) == .dict {
        let text = new.exactText(of: key)
        beside = old.members(of: model).first { old.hasExactText($0.key, text) }
          .map { Child(first: $0.key.node, value: $0.value) }
      } else if let model, old.kind(of: model) == .array {
        beside = old.elements(of: model).first { _ in true }.map { Child(first: $0, value: $0) }
      }
      let isLast = index + 1 == children.count
      let endsLast = marks.endsLast ?? style.endsLast == true
      let separator = isLast && !endsLast ? nil : marks.separator
      try append(child, like: beside, separator, style, at: inside(place, style.lineEnd == nil))
    }
    append(style.end)
    append(marks.closing)
  }

  /// The place of the next value to append in a container.
  private mutating func inside(_ place: ValueStart, _ isInline: Bool) -> ValueStart {
    if let end = result[lastLine.end...].lastIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      lastLine.start = end
    }
    lastLine.end = result.count
    let indentation = lastLine.start.flatMap { TreeStyle.indentation(result[$0...]) }
    return ValueStart(indentation: indentation ?? place.indentation, isInline: isInline)
  }
}
