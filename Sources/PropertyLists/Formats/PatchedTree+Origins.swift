import Platform

/// The origins of children that are new in their containers: elsewhere in the file, or the other
/// version of it that is merged.
extension PatchedTree {
  // MARK: Values of another version

  /// Reads the other version of the file, and appends its text to `text`.
  mutating func otherVersion() -> TreeAdditions? {
    guard let other, other.source.format == old.source.format,
      let additions = TreeAdditions(other, LineEnd(firstOf: text) ?? .lineFeed)
    else { return nil }
    text += [0x0A] + additions.text
    return additions
  }

  /// The origin of a new value in the other version, if it can be copied from there. Ranges are
  /// those in `text`.
  mutating func addition(_ child: Child, at place: ValueStart) -> TreeAdditions.Origin? {
    let new = new
    guard elements.oldStart(of: child.value) == nil,
      let origin = additions?.origin(of: child, in: new)
    else { return nil }
    let offset = elements.text.count + 1
    func moved(_ range: Range<Int>) -> Range<Int> {
      range.isEmpty ? 0..<0 : (range.lowerBound + offset)..<(range.upperBound + offset)
    }
    var around = origin.surroundings
    (around.comments, around.after, around.tail) = (
      moved(around.comments), moved(around.after), moved(around.tail)
    )
    let range = moved(origin.range)
    let whole = text[range] + text[around.comments] + text[around.after] + text[around.tail]
    let isFitting =
      !place.isInline && old.source.format != .jsonLines || LineEnd(firstOf: Array(whole)) == nil
    guard isFitting, isWritable(whole) else { return nil }
    return TreeAdditions.Origin(range: range, value: moved(origin.value), surroundings: around)
  }

  /// Whether the file's encoding has all characters of a text of the other version.
  mutating func isWritable(_ text: some Sequence<UInt8>) -> Bool {
    old.source.encoding.isUTF8
      || String(decoding: Array(text), as: UTF8.self).unicodeScalars.allSatisfy { isEncodable($0) }
  }

  /// The indentation to replace, and its replacement, in the lines of a value of the other version;
  /// `nil` if the value is on one line, or if lines may be part of a text.
  func shift(
    of addition: TreeAdditions.Origin, holding child: Child, to place: ValueStart
  ) -> (from: [UInt8], to: [UInt8])? {
    let around = addition.surroundings
    guard LineEnd(firstOf: Array(text[addition.range] + text[around.comments])) != nil else {
      return nil
    }
    var node = child.first
    while node < new.end(of: child.value) {
      if let scalar = new.scalar(node),
        new.withExactText(of: scalar, { $0.contains { $0 == 0x0A || $0 == 0x0D } })
      {
        return nil
      }
      node = new.kind(of: node).isContainer ? new.firstChild(of: node) : new.end(of: node)
    }
    let start = addition.range.lowerBound
    return (TreeStyle.indentation(text[..<start]) ?? [], place.indentation)
  }

  mutating func isEncodable(_ scalar: Unicode.Scalar) -> Bool {
    if let known = encodable[scalar] { return known }
    let isEncodable = old.isEncodableInFile(scalar)
    encodable[scalar] = isEncodable
    return isEncodable
  }

  // MARK: Moved values

  /// A child of another container of the file.
  struct Origin {
    let child: Child
    let surroundings: TreeLayout.Surroundings
  }

  func placesOfChildren() -> [Int: (container: NodeIndex, index: Int)] {
    var places: [Int: (container: NodeIndex, index: Int)] = [:]
    PatchedElements.forEachChild(in: old) { child, container, index in
      places[old.elementStart(of: child.value)] = (container, index)
    }
    return places
  }

  /// The origin of a child that has been moved, with the comments that belong to it.
  mutating func origin(of child: Child) -> Origin? {
    guard let start = elements.oldStart(of: child.value), let place = places[start] else {
      return nil
    }
    if layouts[place.container] == nil {
      let children = PatchedElements.children(of: place.container, in: old)
      layouts[place.container] = (children, styles.layout(of: place.container, children))
    }
    guard let (children, layout) = layouts[place.container] else { return nil }
    var surroundings = layout.children[place.index]
    surroundings.beforeSeparator = 0..<0
    return Origin(child: children[place.index], surroundings: surroundings)
  }

  func isInline(_ origin: Origin) -> Bool {
    let start = extent(of: origin.child.first).lowerBound
    return LineEnd(firstOf: text[start..<extent(of: origin.child.value).upperBound]) == nil
  }

  func hasComment(_ origin: Origin) -> Bool {
    let around = origin.surroundings
    // Texts in the document have `<` only as a reference.
    return !(around.comments.isEmpty && around.after.isEmpty && around.tail.isEmpty)
      || old.bytes(old.elementRange(of: origin.child.value)).firstRange(of: "<!--".utf8) != nil
  }
}
