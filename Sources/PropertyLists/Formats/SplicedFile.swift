import Platform

/// The file of a document that is not XML as it is after edits: what is as it was is copied from the
/// file, and what is new is written in the manner of what is beside it.
///
/// Nothing that was not edited is decoded and encoded again. What was edited is found by where the
/// elements of the edited text come from, then by keys and by order: edits may put a whole new element
/// in the place of one of which they change a part.
struct SplicedFile {
  /// The document as it was read, and as it is now.
  private let old: PropertyListDocument
  private let new: PropertyListDocument
  /// The text of the file, and where values are in it.
  private let text: [UInt8]
  private let origins: Origins
  private let syntax: JSONSyntax
  /// The pieces of the edited text: where they begin in it, and their offsets in the document.
  private let pieces: [(start: Int, range: Range<Int>)]
  /// The layout of the root, if it has children, with what is between others where it has only one; and
  /// what its children are indented more than it.
  private var fileLayout: Layout?
  private var unit: [UInt8] = []
  private var result: [UInt8] = []

  /// - Parameter decoded: The file, with origins.
  /// - Throws: `UnwritableFile` if the format does not have what was edited.
  /// - Complexity: O(*n*).
  static func text(
    of document: PropertyListDocument, _ decoded: DecodedFile
  ) throws(UnwritableFile) -> [UInt8] {
    guard let origins = decoded.origins else { preconditionFailure("origins were recorded") }
    var file = SplicedFile(
      document, try rethrowing(PropertyListDocument(current: document), as: UnwritableFile.text),
      decoded.fileText, origins)
    let root = file.extent(of: .root)
    file.result = Array(file.text[..<root.lowerBound])
    try file.append(.root, for: .root, at: Place())
    file.result += file.text[root.upperBound...]
    return file.result
  }

  private init(
    _ old: PropertyListDocument, _ new: PropertyListDocument, _ text: [UInt8], _ origins: Origins
  ) {
    (self.old, self.new, self.text, self.origins) = (old, new, text, origins)
    syntax = JSONSyntax(text)
    var start = 0
    var pieces: [(start: Int, range: Range<Int>)] = []
    for range in old.pieces.ranges {
      pieces.append((start, range))
      start += range.count
    }
    self.pieces = pieces
    let children = SplicedFile.children(of: .root, in: old)
    guard !children.isEmpty else { return }
    let layout = completed(layout(of: .root, children))
    fileLayout = layout
    let outer = SplicedFile.indentation(text[..<extent(of: .root).lowerBound]) ?? []
    unit = Array((SplicedFile.indentation(layout.start[...]) ?? []).dropFirst(outer.count))
  }

  // MARK: What was there

  private func extent(of node: NodeIndex) -> Range<Int> {
    guard let extent = origins.extent(of: old.elementStart(of: node)) else {
      preconditionFailure("every element comes from somewhere")
    }
    return extent
  }

  /// The offset in the old text of an offset in the new one; `nil` for what was added.
  private func oldOffset(of offset: Int) -> Int? {
    let piece = pieces[pieces.indices.partitionPoint { pieces[$0].start > offset } - 1]
    let old = piece.range.lowerBound + offset - piece.start
    return old < self.old.source.bytes.count ? old : nil
  }

  /// Whether nothing in an element has been edited.
  private func isUntouched(_ node: NodeIndex) -> Bool {
    let range = new.elementRange(of: node)
    let piece = pieces[pieces.indices.partitionPoint { pieces[$0].start > range.lowerBound } - 1]
    return range.upperBound <= piece.start + piece.range.count
      && piece.range.lowerBound < old.source.bytes.count
  }

  /// Where a value begins.
  private struct Place {
    /// That of its line.
    var indentation: [UInt8] = []
    /// Whether it is in a container that has its children on its own line.
    var isInline = false
  }

  private struct Child {
    /// Its key or, in an array, the value.
    let first: NodeIndex
    let value: NodeIndex
  }

  private static func children(
    of container: NodeIndex, in document: PropertyListDocument
  ) -> [Child] {
    document.kind(of: container) == .dict
      ? document.members(of: container).map { Child(first: $0.key.node, value: $0.value) }
      : document.elements(of: container).map { Child(first: $0, value: $0) }
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
        let other = self.layout(of: node, SplicedFile.children(of: node, in: old))
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
    if isUntouched(node), oldOffset(of: new.elementStart(of: node)) == old.elementStart(of: other) {
      result += text[range]
      return
    }
    let kind = new.kind(of: node)
    guard kind == old.kind(of: other) else {
      return try append(node, like: nil, at: place)
    }
    if kind.isContainer {
      try appendContainer(node, for: other, at: place)
    } else if isSame(node, other) {
      result += text[range]
    } else {
      result += try syntax.text(of: node, in: new)
    }
  }

  /// Whether two values of the same kind that are no containers are the same.
  private func isSame(_ node: NodeIndex, _ other: NodeIndex) -> Bool {
    guard let one = new.scalar(node), let two = old.scalar(other) else { return true }
    return new.withExactText(of: one) { text in
      old.withExactText(of: two) { $0.elementsEqual(text) }
    }
  }

  private mutating func appendContainer(
    _ node: NodeIndex, for other: NodeIndex, at place: Place
  ) throws(UnwritableFile) {
    let children = SplicedFile.children(of: node, in: new)
    let olds = SplicedFile.children(of: other, in: old)
    let isDict = new.kind(of: node) == .dict
    let partners = partners(of: children, among: olds, isDict: isDict)
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
    for (index, child) in children.enumerated() {
      let partner = partners[index]
      if index == 0 {
        result += layout.start
      } else {
        result.append(syntax.comma)
        // What is new is like the one before it.
        let near = partner ?? partners[..<index].last { $0 != nil } ?? nil
        result += near.flatMap { $0 > 0 ? layout.before[$0] : nil } ?? usual
      }
      let inner = inside(place, layout.lineEnd == nil)
      if let partner {
        try append(child, for: olds[partner], at: inner)
      } else {
        let beside = partners[..<index].last { $0 != nil } ?? partners[index...].first { $0 != nil }
        let model = beside.flatMap { $0 }.map { olds[$0].value }
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
      if isSame(child.first, other.first) {
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
    let children = SplicedFile.children(of: node, in: new)
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
  private func inside(_ place: Place, _ isInline: Bool) -> Place {
    Place(
      indentation: SplicedFile.indentation(result[...]) ?? place.indentation, isInline: isInline)
  }

  /// The layout of a new container.
  private func layout(inside node: NodeIndex, like model: NodeIndex?, at place: Place) -> Layout {
    let children = model.map { SplicedFile.children(of: $0, in: old) } ?? []
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

// MARK: Partners

extension SplicedFile {
  /// For each child, the position of the one in the old container whose place it has.
  ///
  /// A child that is in the text as it was has its own, and a member that of its key; of the others, each
  /// has that of the most similar one between the same others.
  private func partners(
    of children: [Child], among olds: [Child], isDict: Bool
  ) -> [Int?] {
    var partners: [Int?] = Array(repeating: nil, count: children.count)
    var isTaken = Array(repeating: false, count: olds.count)
    let starts = olds.map { old.elementStart(of: $0.first) }
    let values = isDict ? olds.map { old.elementStart(of: $0.value) } : starts
    func index(of offset: Int, in starts: [Int]) -> Int? {
      let index = starts.partitionPoint { $0 >= offset }
      return index < starts.count && starts[index] == offset ? index : nil
    }
    for (position, child) in children.enumerated() {
      let own = oldOffset(of: new.elementStart(of: child.first)).flatMap {
        index(of: $0, in: starts)
      }
      let found =
        own
        ?? oldOffset(of: new.elementStart(of: child.value)).flatMap { index(of: $0, in: values) }
      guard let found, !isTaken[found] else { continue }
      partners[position] = found
      isTaken[found] = true
    }
    guard partners.contains(where: { $0 == nil }), isTaken.contains(false) else { return partners }
    if isDict {
      var waiting: [[UInt8]: [Int]] = [:]
      for (index, child) in olds.enumerated().reversed() where !isTaken[index] {
        waiting[SplicedFile.name(child, old), default: []].append(index)
      }
      for (position, child) in children.enumerated() where partners[position] == nil {
        guard let index = waiting[SplicedFile.name(child, new)]?.popLast() else { continue }
        partners[position] = index
        isTaken[index] = true
      }
    }
    var start = 0
    while start < children.count {
      guard partners[start] == nil else {
        start += 1
        continue
      }
      let end = partners[start...].firstIndex { $0 != nil } ?? children.count
      let before = start == 0 ? -1 : partners[start - 1] ?? -1
      let after = end == children.count ? olds.count : partners[end] ?? olds.count
      let free = before < after ? (before + 1..<after).filter { !isTaken[$0] } : []
      for (position, index) in aligned(start..<end, free, children, olds) {
        partners[position] = index
        isTaken[index] = true
      }
      start = end
    }
    return partners
  }

  private static func name(_ child: Child, _ document: PropertyListDocument) -> [UInt8] {
    document.key(child.first).map { document.withExactText(of: $0) { Array($0) } } ?? []
  }

  /// Pairs of elements in order, the most similar ones if there are not too many.
  private func aligned(
    _ positions: Range<Int>, _ free: [Int], _ children: [Child], _ olds: [Child]
  ) -> [(Int, Int)] {
    if positions.isEmpty || free.isEmpty { return [] }
    if positions.count == free.count || positions.count * free.count > 4096 {
      return Array(zip(positions, free))
    }
    // The best sums of similarities of the first ones, as in the alignment of sequences.
    let width = free.count + 1
    var best = Array(repeating: 0, count: (positions.count + 1) * width)
    var isPair = Array(repeating: false, count: best.count)
    for (row, position) in positions.enumerated() {
      for (column, index) in free.enumerated() {
        let cell = (row + 1) * width + column + 1
        let pair = best[cell - width - 1] + similarity(children[position].value, olds[index].value)
        best[cell] = max(pair, best[cell - 1], best[cell - width])
        isPair[cell] = pair == best[cell]
      }
    }
    var result: [(Int, Int)] = []
    var (row, column) = (positions.count, free.count)
    while row > 0, column > 0 {
      let cell = row * width + column
      if isPair[cell] {
        (row, column) = (row - 1, column - 1)
        result.append((positions.lowerBound + row, free[column]))
      } else if best[cell] == best[cell - 1] {
        column -= 1
      } else {
        row -= 1
      }
    }
    return result
  }

  /// How much of two values is the same.
  private func similarity(_ node: NodeIndex, _ other: NodeIndex) -> Int {
    let kind = new.kind(of: node)
    guard kind == old.kind(of: other) else { return 0 }
    if kind == .dict {
      return 1
        + new.members(of: node).count { key, value in
          let partner = old.value(of: new.text(of: key), in: other)
          return partner.map { isAlike(value, $0) } ?? false
        }
    }
    if kind == .array {
      return 1 + zip(new.elements(of: node), old.elements(of: other)).count { isAlike($0, $1) }
    }
    return isSame(node, other) ? 2 : 1
  }

  private func isAlike(_ node: NodeIndex, _ other: NodeIndex) -> Bool {
    let kind = new.kind(of: node)
    return kind == old.kind(of: other) && (kind.isContainer || isSame(node, other))
  }
}
