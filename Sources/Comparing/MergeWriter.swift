import Platform
import PropertyLists

/// Writes the result of a merge as text: the text of ours with the changes of theirs, and with
/// markers around conflicts.
///
/// Values from theirs keep their bytes, indented like their new neighbours.
struct MergeWriter {
  private(set) var text: MergedText
  private let ours: PropertyListDocument
  private let theirs: PropertyListDocument
  private let base: PropertyListDocument?
  private let options: MergeOptions
  private let areSeparate: Bool

  /// A piece of the children of a container.
  private enum Piece {
    /// A value, and whether it may be written in its place in ours.
    case value(MergedValue, mayStay: Bool)
    case start
    case middle(MergedVersions)
    case end
  }

  /// - Parameters:
  ///   - result: The merged root.
  ///   - areSeparate: Whether each conflict can be resolved by itself.
  init(
    _ result: [MergedValue], base: PropertyListDocument?, ours: PropertyListDocument,
    theirs: PropertyListDocument, areSeparate: Bool, _ options: MergeOptions
  ) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    (self.options, self.areSeparate) = (options, areSeparate)
    text = MergedText(ours)
    let whole = 0..<ours.pieces.length
    let range = ours.elementRange(of: .root)
    text.append(whole.lowerBound..<range.lowerBound)
    for piece in pieces(result) {
      switch piece {
      case .value(let value, let mayStay):
        if mayStay {
          writeInPlace(value, .root, in: range)
        } else {
          text.append(theirs.text(at: theirs.elementRange(of: .root)))
        }
      case .start, .middle, .end: mark(piece, ChildLayout(.root, .root, ours))
      }
    }
    text.append(range.upperBound..<whole.upperBound)
  }

  // MARK: Conflicts

  private func pieces(_ values: [MergedValue], mayStay: Bool = true) -> [Piece] {
    var result: [Piece] = []
    result.reserveCapacity(values.count)
    for value in values {
      guard case .conflict(let versions) = value.content else {
        result.append(.value(value, mayStay: mayStay))
        continue
      }
      if let decision = decision(versions) {
        result += pieces(versions.values[decision], mayStay: mayStay)
      } else {
        result.append(.start)
        result += pieces(versions.values[0], mayStay: mayStay)
        result.append(.middle(versions))
        result += pieces(versions.values[1], mayStay: false)
        result.append(.end)
      }
    }
    return result
  }

  /// The index of the version of a conflict that is written; `nil` to mark both.
  private func decision(_ versions: MergedVersions) -> Int? {
    switch options.resolution {
    case .marked: nil
    case .ours: 0
    case .theirs: 1
    case .union: 2
    case .each(let theirs) where areSeparate:
      versions.number.map(theirs.contains) ?? false ? 1 : 0
    case .each(let theirs): theirs.isEmpty ? 0 : 1
    }
  }

  private mutating func mark(_ piece: Piece, _ layout: ChildLayout) {
    switch piece {
    case .start: text.appendMarker(marker("<", options.labels.ours))
    case .middle(let versions):
      if options.showsBase, let base {
        text.appendMarker(marker("|", options.labels.base))
        for node in versions.bases {
          text.append(
            node == .root
              ? base.text(at: base.elementRange(of: node))
              : layout.fitted(
                base.text(at: base.wholeChunk(of: node)), from: base.indentation(of: node)))
        }
      }
      text.appendMarker(marker("=", ""))
    case .end: text.appendMarker(marker(">", options.labels.theirs))
    case .value: break
    }
  }

  private func marker(_ character: String, _ label: String) -> String {
    String(repeating: character, count: options.markerLength) + (label.isEmpty ? "" : " " + label)
  }

  // MARK: Values

  /// Appends the text of a value in its place in ours, with the changes of theirs.
  private mutating func writeInPlace(_ value: MergedValue, _ node: NodeIndex, in range: Range<Int>)
  {
    var start = range.lowerBound
    if let text = value.key, let key = ours.key(before: node),
      ours.scalar(key).map(ours.text) != text
    {
      let range = ours.elementRange(of: key)
      self.text.append(start..<range.lowerBound)
      self.text.append(MergeWriter.element("key", text), insteadOf: key)
      start = range.upperBound
    } else if value.key == nil, value.keySide == .theirs, let key = ours.key(before: node),
      let newKey = value.theirs.flatMap(theirs.key(before:)), haveOtherKeys(value)
    {
      let range = ours.elementRange(of: key)
      text.append(start..<range.lowerBound)
      text.append(theirs.text(at: theirs.elementRange(of: newKey)), insteadOf: key)
      start = range.upperBound
    }
    let element = ours.elementRange(of: node)
    text.append(start..<element.lowerBound)
    switch value.content {
    case .kept(.ours), .conflict, .text: text.append(element)
    case .container(.ours, let values): writeChildren(of: node, values)
    case .kept(.theirs), .container(.theirs, _):
      if let other = value.theirs { append(value, other, besides: node) }
    }
    text.append(element.upperBound..<range.upperBound)
  }

  /// Appends a value of theirs in place of a value of ours.
  private mutating func append(_ value: MergedValue, _ other: NodeIndex, besides node: NodeIndex) {
    var bytes = textOfTheirs(value, other, in: theirs.elementRange(of: other))
    if theirs.kind(of: other).isContainer, let old = theirs.indentation(of: other),
      let new = ours.indentation(of: node)
    {
      bytes = Reindenting.reindented(bytes, from: old, to: new)
    }
    text.append(bytes, insteadOf: node)
  }

  /// Appends a value that ours does not have in this place.
  private mutating func writeNew(_ value: MergedValue, _ layout: ChildLayout) {
    if case .text(let text) = value.content {
      let bytes = MergeWriter.element("key", value.key ?? "")
      return self.text.append(
        layout.fitted(bytes + MergeWriter.element("string", text), from: nil))
    }
    let isOfTheirs =
      switch value.content {
      case .kept(let side), .container(let side, _): side == .theirs
      case .conflict, .text: false
      }
    if isOfTheirs, let node = value.theirs, value.ours == nil || !hasKeyOfOurs(value) {
      let chunk = theirs.wholeChunk(of: node)
      var bytes: [UInt8] = []
      if let key = value.key, let own = theirs.key(before: node) {
        let range = theirs.elementRange(of: own)
        bytes = theirs.text(at: chunk.lowerBound..<range.lowerBound)
        bytes += MergeWriter.element("key", key)
        bytes += textOfTheirs(value, node, in: range.upperBound..<chunk.upperBound)
      } else {
        bytes = textOfTheirs(value, node, in: chunk)
      }
      text.append(layout.fitted(bytes, from: theirs.indentation(of: node)))
    } else if let node = value.ours {
      let part = captured { $0.writeInPlace(value, node, in: $0.ours.wholeChunk(of: node)) }
      text.append(layout.fitted(part.bytes, from: ours.indentation(of: node)), copyOf: part)
    }
  }

  private static func element(_ name: String, _ text: String) -> [UInt8] {
    let text = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    return Array("<\(name)>\(text.replacing(">", with: "&gt;"))</\(name)>".utf8)
  }

  private func hasKeyOfOurs(_ value: MergedValue) -> Bool {
    value.key == nil && value.keySide == .ours && haveOtherKeys(value)
  }

  private func haveOtherKeys(_ value: MergedValue) -> Bool {
    guard let own = value.ours.flatMap(ours.key(before:)),
      let other = value.theirs.flatMap(theirs.key(before:))
    else { return false }
    return ours.scalar(own).map(ours.text) != theirs.scalar(other).map(theirs.text)
  }

  /// The text of a value of theirs in a range, with the merged children: without those that are
  /// elsewhere, and with the changes of ours.
  private mutating func textOfTheirs(
    _ value: MergedValue, _ node: NodeIndex, in range: Range<Int>
  ) -> [UInt8] {
    guard case .container(_, let values) = value.content else { return theirs.text(at: range) }
    let children = theirs.children(of: node)
    let layout = ChildLayout(node, children.first, theirs)
    guard let first = children.first else { return theirs.text(at: range) }
    var bytes = theirs.text(at: range.lowerBound..<theirs.wholeChunk(of: first).lowerBound)
    for piece in pieces(values) {
      guard case .value(let value, _) = piece else {
        bytes += captured { $0.mark(piece, layout) }.bytes
        continue
      }
      guard let child = value.theirs, let place = children.place(of: child),
        isOfTheirs(value)
      else {
        bytes += captured { $0.writeNew(value, layout) }.bytes
        continue
      }
      let end =
        place + 1 < children.count
        ? theirs.wholeChunk(of: children[place + 1]).lowerBound
        : theirs.wholeChunk(of: child).upperBound
      bytes += textOfTheirs(value, child, in: theirs.wholeChunk(of: child).lowerBound..<end)
    }
    let end = theirs.wholeChunk(of: children[children.count - 1]).upperBound
    return bytes + theirs.text(at: end..<range.upperBound)
  }

  private func isOfTheirs(_ value: MergedValue) -> Bool {
    switch value.content {
    case .kept(let side), .container(let side, _): side == .theirs && !hasKeyOfOurs(value)
    case .conflict, .text: false
    }
  }

  /// The text that a closure appends; it is returned instead of being appended.
  private mutating func captured(_ body: (inout MergeWriter) -> Void) -> MergedText {
    let outer = text
    text = text.part
    body(&self)
    defer { text = outer }
    return text
  }

  // MARK: Containers of ours

  private mutating func writeChildren(of container: NodeIndex, _ values: [MergedValue]) {
    let children = ours.children(of: container)
    let layout = ChildLayout(container, children.first, ours)
    let pieces = pieces(values)
    guard let first = children.first else {
      let inner = captured { $0.write(pieces, pieces.map { _ in nil }, children, layout) }
      return writeFilled(container, inner, layout)
    }
    text.append(ours.elementStart(of: container)..<ours.wholeChunk(of: first).lowerBound)
    write(pieces, staying(pieces, children), children, layout)
    text.append(
      ours.wholeChunk(of: children[children.count - 1])
        .upperBound..<ours.elementRange(
          of: container
        ).upperBound)
  }

  private mutating func write(
    _ pieces: [Piece], _ staying: [Int?], _ children: [NodeIndex], _ layout: ChildLayout
  ) {
    for (index, piece) in pieces.enumerated() {
      guard case .value(let value, _) = piece else {
        mark(piece, layout)
        continue
      }
      guard let place = staying[index] else {
        writeNew(value, layout)
        continue
      }
      let node = children[place]
      let end =
        place + 1 < children.count
        ? ours.wholeChunk(of: children[place + 1]).lowerBound
        : ours.wholeChunk(of: node).upperBound
      let range = ours.wholeChunk(of: node).lowerBound..<end
      if case .kept(.ours) = value.content, value.keySide == .ours, value.key == nil {
        text.append(range)
      } else {
        writeInPlace(value, node, in: range)
      }
    }
  }

  /// For each piece, the position in ours of a value that stays in its place: a longest sequence in
  /// the order of ours; `nil` for other pieces.
  private func staying(_ pieces: [Piece], _ children: [NodeIndex]) -> [Int?] {
    let all = pieces.enumerated().compactMap { index, piece -> SequencePairing.Anchor? in
      guard case .value(let value, true) = piece else { return nil }
      return value.ours.flatMap(children.place).map { (index, $0) }
    }
    var places = [Int?](repeating: nil, count: pieces.count)
    for anchor in SequencePairing.longestAscending(all) { places[anchor.old] = anchor.new }
    return places
  }

  /// Appends a container of ours that was empty.
  private mutating func writeFilled(
    _ container: NodeIndex, _ inner: MergedText, _ layout: ChildLayout
  ) {
    let range = ours.elementRange(of: container)
    if inner.ranges.isEmpty {
      text.append(range)
      return
    }
    let node = ours[container]
    guard node.isEmptyElement else {
      let content = node.contentOffset..<ours.contentEnd(of: container)
      text.append(range.lowerBound..<content.lowerBound)
      text.append(inner)
      text.append(content)
      if !ours.text(at: content).contains(where: { $0 == 0x0A || $0 == 0x0D }) {
        text.append(layout.beforeEnd)
      }
      text.append(content.upperBound..<range.upperBound)
      return
    }
    let tag = ours.text(at: range).dropLast(2)
    let opening = tag.prefix { $0 != UInt8(ascii: " ") } + tag.drop { $0 != UInt8(ascii: " ") }
    text.append(Array(opening) + [UInt8(ascii: ">")])
    text.append(inner)
    text.append(layout.beforeEnd)
    text.append(Array("</\(node.kind.elementName)>".utf8))
  }
}

/// The white space around the children of a container.
private struct ChildLayout {
  private let before: Space
  /// The white space before the end tag of a container that was empty.
  let beforeEnd: [UInt8]
  private let unit: [UInt8]

  /// - Parameter child: A child of the container, if it has one.
  init(_ container: NodeIndex, _ child: NodeIndex?, _ document: PropertyListDocument) {
    let child = child.map { (first: document.key(before: $0) ?? $0, value: $0) }
    let layout = document.layout(of: container, like: child)
    (before, beforeEnd) = (layout.beforeKey, child == nil ? layout.beforeEnd.bytes : [])
    unit = document.indentationUnit
  }

  /// The text of a child from elsewhere, with the white space before it, indented for this
  /// container.
  ///
  /// - Parameter old: The old indentation of the child; `nil` if it did not begin a line.
  func fitted(_ text: [UInt8], from old: Reindenting.Indentation?) -> [UInt8] {
    let space = text.prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    let rest = text[space.endIndex...]
    guard let new = before.indentation else {
      // Several children are on one line here.
      return before.bytes + rest
    }
    guard let old, space.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
      return before.line(indentedBy: new).bytes + rest
    }
    return Reindenting.reindented(
      text, from: old, to: Reindenting.Indentation(outer: new, unit: unit))
  }
}

extension PropertyListDocument {
  /// The range of a child with its key, and the white space and comments that belong to them.
  func wholeChunk(of child: NodeIndex) -> Range<Int> {
    chunk(from: key(before: child) ?? child, through: child)
  }

  /// The indentation of a child; `nil` if it does not begin a line.
  func indentation(of child: NodeIndex) -> Reindenting.Indentation? {
    space(before: elementStart(of: key(before: child) ?? child)).indentation.map {
      Reindenting.Indentation(outer: $0, unit: indentationUnit)
    }
  }
}
