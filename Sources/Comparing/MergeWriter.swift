import PropertyLists

/// Writes outcomes of a merge as one text: that of ours with the changes of theirs, and with markers
/// where outcomes differ.
///
/// What comes from theirs has its own bytes, indented like its new neighbours.
struct MergeWriter {
  private(set) var text: MergedText
  private(set) var conflicts: [MergeConflict] = []
  /// Whether each conflict can be decided by itself.
  private(set) var areSeparate = true
  private let plan: MergePlan
  private let options: MergeOptions
  /// Values in conflicts of the kind `moved`, which are marked in both places.
  private var movedApart: Set<NodeIndex> = []

  /// A value by its nodes on the sides that have it.
  private struct Value {
    let ours: NodeIndex?
    let theirs: NodeIndex?
  }

  /// - Parameter outcomes: One, or those of ours and theirs.
  init(_ plan: MergePlan, _ options: MergeOptions, _ outcomes: Outcomes) {
    (self.plan, self.options) = (plan, options)
    text = MergedText(plan.versions.tree(.ours).document)
    let whole = 0..<ours.pieces.length
    let range = ours.elementRange(of: .root)
    text.keep(whole.lowerBound..<range.lowerBound)
    let root = Value(ours: .root, theirs: .root)
    if isUniform(root, outcomes) {
      write(root, in: range, outcomes, ChildLayout(beside: .root, ours))
    } else {
      mark(
        root, outcomes, { $0.text.keep(range) },
        { $0.text.append($0.theirs.text(at: $0.theirs.elementRange(of: .root))) })
    }
    text.keep(range.upperBound..<whole.upperBound)
  }

  private var ours: PropertyListDocument { plan.versions.tree(.ours).document }
  private var theirs: PropertyListDocument { plan.versions.tree(.theirs).document }

  private func value(ofOurs node: NodeIndex) -> Value {
    Value(ours: node, theirs: plan.versions.counterpart(of: node, .ours))
  }

  private func value(ofTheirs node: NodeIndex) -> Value {
    Value(ours: plan.versions.counterpart(of: node, .theirs), theirs: node)
  }

  // MARK: Values

  /// Whether a value and its key are the same in some outcomes, but for what is merged in it.
  private func isUniform(_ value: Value, _ outcomes: Outcomes) -> Bool {
    guard let ours = value.ours else { return true }
    return [plan.valuesOfTheirs(ours), plan.keysOfTheirs(ours)].allSatisfy {
      $0.isDisjoint(with: outcomes) || $0.isSuperset(of: outcomes)
    }
  }

  /// Appends a value at a place that it has in some of the outcomes that are written.
  ///
  /// - Parameters:
  ///   - range: The text of ours, if it stays in its place.
  ///   - places: The outcomes in which it is here.
  private mutating func put(
    _ value: Value, in range: Range<Int>?, _ places: Outcomes, of outcomes: Outcomes,
    _ layout: ChildLayout
  ) {
    if places.isEmpty { return }
    if places == outcomes, isUniform(value, outcomes) {
      write(value, in: range, outcomes, layout)
      return
    }
    mark(
      value, places,
      { if places.contains(.ours) { $0.write(value, in: range, .ours, layout) } },
      { if places.contains(.theirs) { $0.write(value, in: nil, .theirs, layout) } })
  }

  /// Appends a value that is the same in all outcomes that are written, with its key.
  private mutating func write(
    _ value: Value, in range: Range<Int>?, _ outcomes: Outcomes, _ layout: ChildLayout
  ) {
    let isOfTheirs = value.ours.map { !plan.valuesOfTheirs($0).isDisjoint(with: outcomes) } ?? true
    if let node = value.ours, let range {
      writeOurs(node, in: range, outcomes)
    } else if let node = value.theirs, isOfTheirs, !hasKeyOfOurs(value, outcomes) {
      let bytes = textOfTheirs(node, in: theirs.wholeChunk(of: node), outcomes)
      text.append(layout.fitted(bytes, from: theirs.indentation(of: node)))
    } else if let node = value.ours {
      let part = captured { $0.writeOurs(node, in: $0.ours.wholeChunk(of: node), outcomes) }
      text.append(layout.fitted(part.bytes, from: ours.indentation(of: node)))
    }
  }

  /// Whether a member has a key that only ours has given it.
  private func hasKeyOfOurs(_ value: Value, _ outcomes: Outcomes) -> Bool {
    guard let own = value.ours, let other = value.theirs else { return false }
    return plan.versions.tree(.ours).keyHash(of: own)
      != plan.versions.tree(.theirs).keyHash(of: other)
      && plan.keysOfTheirs(own).isDisjoint(with: outcomes)
  }

  /// Appends what belongs to a value of ours, with what theirs has done to it.
  private mutating func writeOurs(
    _ node: NodeIndex, in range: Range<Int>, _ outcomes: Outcomes
  ) {
    guard plan.isRewritten(node, on: .ours) else {
      text.keep(range)
      return
    }
    var start = range.lowerBound
    let other = plan.versions.counterpart(of: node, .ours)
    if !plan.keysOfTheirs(node).isDisjoint(with: outcomes), let key = ours.key(before: node),
      let newKey = other.flatMap(theirs.key(before:))
    {
      let range = ours.elementRange(of: key)
      text.keep(start..<range.lowerBound)
      text.append(theirs.text(at: theirs.elementRange(of: newKey)))
      start = range.upperBound
    }
    let element = ours.elementRange(of: node)
    text.keep(start..<element.lowerBound)
    if let other, !plan.valuesOfTheirs(node).isDisjoint(with: outcomes) {
      let bytes = textOfTheirs(other, in: theirs.elementRange(of: other), outcomes)
      let (old, new) = (theirs.indentation(of: other), ours.indentation(of: node))
      if theirs.kind(of: other).isContainer, let old, let new {
        text.append(Reindenting.reindented(bytes, from: old, to: new))
      } else {
        text.append(bytes)
      }
    } else if ours.kind(of: node).isContainer {
      writeChildren(of: node, outcomes)
    } else {
      text.keep(element)
    }
    text.keep(element.upperBound..<range.upperBound)
  }

  /// The text around a value of theirs, with what ours has done to values that theirs has moved there,
  /// and without those that are elsewhere.
  private mutating func textOfTheirs(
    _ node: NodeIndex, in range: Range<Int>, _ outcomes: Outcomes
  ) -> [UInt8] {
    guard plan.isRewritten(node, on: .theirs), theirs.kind(of: node).isContainer else {
      return theirs.text(at: range)
    }
    var bytes: [UInt8] = []
    var start = range.lowerBound
    for child in theirs.children(of: node) {
      let hasOwnPlace = plan.hasOwnPlace(child, on: .theirs)
      guard hasOwnPlace || plan.isRewritten(child, on: .theirs) else { continue }
      let chunk = theirs.wholeChunk(of: child)
      bytes += theirs.text(at: start..<chunk.lowerBound)
      start = chunk.upperBound
      if hasOwnPlace {
        let places = plan.outcomes(of: child, on: .theirs).intersection(outcomes)
        let value = value(ofTheirs: child)
        bytes +=
          captured {
            $0.put(value, in: nil, places, of: outcomes, ChildLayout(beside: child, $0.theirs))
          }.bytes
      } else {
        bytes += textOfTheirs(child, in: chunk, outcomes)
      }
    }
    return bytes + theirs.text(at: start..<range.upperBound)
  }

  /// What is appended by a closure, instead of appending it.
  private mutating func captured(_ body: (inout MergeWriter) -> Void) -> MergedText {
    let outer = text
    text = text.part
    body(&self)
    defer { text = outer }
    return text
  }

  // MARK: Containers of ours

  private mutating func writeChildren(of container: NodeIndex, _ outcomes: Outcomes) {
    let children = ours.children(of: container)
    let layout = ChildLayout(container, children.first, ours)
    let insertions = insertions(into: container, children, outcomes)
    guard let first = children.first else {
      let inner = captured { $0.insert(insertions[-1] ?? [], outcomes, layout) }
      writeFilled(container, inner, layout)
      return
    }
    text.keep(ours.elementStart(of: container)..<start(of: first))
    insert(insertions[-1] ?? [], outcomes, layout)
    var place = 0
    while place < children.count {
      // Children that stay as they are, side by side.
      var end = place
      while end < children.count, !plan.isRewritten(children[end], on: .ours) {
        end += 1
        if insertions[end - 1] != nil { break }
      }
      if end > place {
        text.keep(start(of: children[place])..<self.end(of: end - 1, children))
        place = end
      } else {
        let node = children[place]
        let places = plan.outcomes(of: node, on: .ours).intersection(outcomes)
        put(
          value(ofOurs: node), in: start(of: node)..<self.end(of: place, children), places,
          of: outcomes, ChildLayout(beside: node, ours))
        place += 1
      }
      insert(insertions[place - 1] ?? [], outcomes, layout)
    }
    text.keep(
      end(of: children.count - 1, children)..<ours.elementRange(of: container).upperBound)
  }

  /// Where what belongs to a child of ours begins.
  private func start(of child: NodeIndex) -> Int { ours.wholeChunk(of: child).lowerBound }

  /// Where what belongs to a child ends: where the next one begins.
  private func end(of place: Int, _ children: [NodeIndex]) -> Int {
    place + 1 < children.count
      ? start(of: children[place + 1]) : ours.wholeChunk(of: children[place]).upperBound
  }

  /// The children of theirs that are put into a container of ours, by the place of the child before
  /// them; -1 for those that come first. They follow what ours has added in the same place; those at
  /// the end of an array stay at the end.
  private func insertions(
    into container: NodeIndex, _ children: [NodeIndex], _ outcomes: Outcomes
  ) -> [Int: [NodeIndex]] {
    let versions = plan.versions
    guard plan.isMerged(container), let other = versions.counterpart(of: container, .ours)
    else { return [:] }
    let others = theirs.children(of: other)
    let hasAdditions =
      !versions.isUnchanged(other, .theirs) && !versions.areEqual(container, other)
    func isInserted(_ node: NodeIndex) -> Bool {
      plan.hasOwnPlace(node, on: .theirs)
        || hasAdditions && versions.counterpart(of: node, .theirs) == nil
    }
    guard
      others.contains(where: {
        isInserted($0) && !plan.outcomes(of: $0, on: .theirs).isDisjoint(with: outcomes)
      })
    else { return [:] }
    let places = Dictionary(uniqueKeysWithValues: zip(children, children.indices))
    var result: [Int: [NodeIndex]] = [:]
    var (anchor, place) = (-1, -1)
    var isNewAnchor = true
    let lastShared =
      ours.kind(of: container) == .array
      ? others.last { !isInserted($0) && value(ofTheirs: $0).ours.flatMap { places[$0] } != nil }
      : nil
    for node in others {
      guard isInserted(node) else {
        if let same = versions.counterpart(of: node, .theirs).flatMap({ places[$0] }) {
          (anchor, isNewAnchor) = (node == lastShared ? children.count - 1 : same, true)
        }
        continue
      }
      if plan.outcomes(of: node, on: .theirs).isDisjoint(with: outcomes) { continue }
      if isNewAnchor {
        place = anchor
        while place + 1 < children.count, isAddedByOurs(children[place + 1]) { place += 1 }
        isNewAnchor = false
      }
      result[place, default: []].append(node)
    }
    return result
  }

  private func isAddedByOurs(_ node: NodeIndex) -> Bool {
    plan.versions.base(of: node, .ours) == nil
      && plan.versions.counterpart(of: node, .ours) == nil
  }

  private mutating func insert(
    _ nodes: [NodeIndex], _ outcomes: Outcomes, _ layout: ChildLayout
  ) {
    for node in nodes {
      let places = plan.outcomes(of: node, on: .theirs).intersection(outcomes)
      put(value(ofTheirs: node), in: nil, places, of: outcomes, layout)
    }
  }

  /// Appends a container of ours that had nothing in it.
  private mutating func writeFilled(
    _ container: NodeIndex, _ inner: MergedText, _ layout: ChildLayout
  ) {
    let range = ours.elementRange(of: container)
    if inner.pieces.isEmpty {
      text.keep(range)
      return
    }
    let node = ours[container]
    guard node.isEmptyElement else {
      let content = node.contentOffset..<ours.contentEnd(of: container)
      text.keep(range.lowerBound..<content.lowerBound)
      text.append(inner)
      text.keep(content)
      if !ours.text(at: content).contains(where: { $0 == 0x0A || $0 == 0x0D }) {
        text.append(layout.beforeEnd)
      }
      text.keep(content.upperBound..<range.upperBound)
      return
    }
    let tag = ours.text(at: range).dropLast(2)
    let opening = tag.prefix { $0 != UInt8(ascii: " ") } + tag.drop { $0 != UInt8(ascii: " ") }
    text.append(Array(opening) + [UInt8(ascii: ">")])
    text.append(inner)
    text.append(layout.beforeEnd)
    text.append(Array("</\(node.kind.elementName)>".utf8))
  }

  // MARK: Conflicts

  /// Appends both versions of a value between markers, or the one that is decided for.
  ///
  /// - Parameter places: The outcomes in which it is here.
  private mutating func mark(
    _ value: Value, _ places: Outcomes, _ oursText: (inout MergeWriter) -> Void,
    _ theirsText: (inout MergeWriter) -> Void
  ) {
    note(value, places)
    if case .each(let theirs) = options.resolution {
      if theirs.contains(conflicts.count - 1) { theirsText(&self) } else { oursText(&self) }
      return
    }
    text.appendMarker(marker("<", options.labels.ours))
    oursText(&self)
    if options.showsBase {
      text.appendMarker(marker("|", options.labels.base))
      writeBase(of: value)
    }
    text.appendMarker(marker("=", ""))
    theirsText(&self)
    text.appendMarker(marker(">", options.labels.theirs))
  }

  private mutating func writeBase(of value: Value) {
    guard let base = plan.versions.base?.document, let own = value.ours,
      let old = plan.versions.base(of: own, .ours)
    else { return }
    if old == .root {
      text.append(base.text(at: base.elementRange(of: old)))
      return
    }
    let layout = ChildLayout(beside: own, ours)
    text.append(
      layout.fitted(base.text(at: base.wholeChunk(of: old)), from: base.indentation(of: old)))
  }

  private func marker(_ character: String, _ label: String) -> String {
    String(repeating: character, count: options.markerLength) + (label.isEmpty ? "" : " " + label)
  }

  /// Notes a conflict, unless it follows from another one: then these are not separate.
  private mutating func note(_ value: Value, _ places: Outcomes) {
    let base =
      value.ours.flatMap { plan.versions.base(of: $0, .ours) }
      ?? value.theirs.flatMap { plan.versions.base(of: $0, .theirs) }
    let kind: MergeConflict.Kind
    switch (value.ours, value.theirs) {
    case (let ours?, let theirs?):
      if places.isSuperset(of: [.ours, .theirs]) {
        kind =
          plan.keysOfTheirs(ours).contains(.theirs) != plan.keysOfTheirs(ours).contains(.ours)
          ? .renamed : .changed
        break
      }
      // A value is elsewhere, too, if its container is in conflict.
      let haveContainers = [Outcomes.ours, .theirs].allSatisfy {
        plan.hasPlace(of: ours, on: .ours, in: $0) && plan.hasPlace(of: theirs, on: .theirs, in: $0)
      }
      areSeparate = false
      guard haveContainers, movedApart.insert(ours).inserted else { return }
      kind = .moved
    case (_, nil): kind = base == nil ? .changed : .deletedByTheirs
    case (nil, _): kind = base == nil ? .changed : .deletedByOurs
    }
    let key = value.ours.flatMap(ours.key(before:)) ?? value.theirs.flatMap(theirs.key(before:))
    if kind == .renamed || key != nil && (value.ours == nil || value.theirs == nil) {
      areSeparate = false
    }
    conflicts.append(
      MergeConflict(kind: kind, base: base, ours: value.ours, theirs: value.theirs))
  }
}

extension PropertyListDocument {
  /// A child with its key, and the white space and comments that belong to them.
  fileprivate func wholeChunk(of child: NodeIndex) -> Range<Int> {
    chunk(from: key(before: child) ?? child, through: child)
  }

  /// The indentation of a child; `nil` if it does not begin a line.
  fileprivate func indentation(of child: NodeIndex) -> Reindenting.Indentation? {
    space(before: elementStart(of: key(before: child) ?? child)).indentation.map {
      Reindenting.Indentation(outer: $0, unit: indentationUnit)
    }
  }
}
