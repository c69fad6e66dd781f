import Catalogues
import PropertyLists

/// Writing what was planned.
extension TreeMerger {
  /// Appends a container of ours.
  func append(_ plan: MergePlan, of container: NodeIndex) {
    let document = ours.document
    let start = document.elementStart(of: container)
    let layout = ChildLayout(container, plan.ours.first, document)
    if plan.ours.isEmpty {
      let inner = captured { insert(plan.insertions[-1] ?? [], like: layout) }
      appendFilled(container, inner, layout)
      return
    }
    text.keep(start..<self.start(of: plan.ours[0]))
    insert(plan.insertions[-1] ?? [], like: layout)
    var place = 0
    while place < plan.ours.count {
      var end = place
      while end < plan.ours.count, isKeptWhole(plan.states[end], plan.ours[end]) {
        end += 1
        if plan.insertions[end - 1] != nil { break }
      }
      if end > place {
        // Children that stay as they are, side by side.
        text.keep(self.start(of: plan.ours[place])..<self.end(of: end - 1, plan.ours))
        place = end
      } else {
        append(plan.states[place], plan.ours[place], upTo: self.end(of: place, plan.ours))
        place += 1
      }
      insert(plan.insertions[place - 1] ?? [], like: layout)
    }
    text.keep(
      end(of: plan.ours.count - 1, plan.ours)..<document.elementRange(of: container).upperBound)
  }

  /// Whether a child of ours stays to the last byte.
  private func isKeptWhole(_ state: MergePlan.State, _ own: NodeIndex) -> Bool {
    guard case .kept(let base, let theirs) = state else { return false }
    guard let theirs else { return movedHere(in: own).isEmpty }
    if let base, let toTheirs, isMember(own), toTheirs.hasRenamedKey(base, theirs) { return false }
    guard isUnchanged(base, own, theirs) else { return false }
    placeMoved(ours: own, theirs: theirs)
    return true
  }

  private func isMember(_ own: NodeIndex) -> Bool { ours.document.key(before: own) != nil }

  /// Where what belongs to a child of ours begins.
  private func start(of child: NodeIndex) -> Int {
    ours.document.chunk(from: ours.document.key(before: child) ?? child, through: child).lowerBound
  }

  /// Where what belongs to a child ends: where the next one begins.
  private func end(of place: Int, _ children: [NodeIndex]) -> Int {
    if place + 1 < children.count { return start(of: children[place + 1]) }
    return ours.document.chunk(from: children[place], through: children[place]).upperBound
  }

  private func append(_ state: MergePlan.State, _ own: NodeIndex, upTo end: Int) {
    let range = start(of: own)..<end
    switch state {
    case .dropped: break
    case .kept(let base, let theirs): append(own, base, theirs, in: range)
    case .conflict(let kind, let base, let theirs):
      let resolved = options.resolution != .marked
      conflict(
        kind, base: base, ours: own, theirs: theirs,
        oursText: {
          // A moved element is merged wherever it is put.
          if resolved, kind == .moved {
            append(own, base, theirs, in: range)
          } else if resolved {
            appendAdded(own, in: range)
          } else {
            keep(range, of: own)
          }
        },
        theirsText: {
          kind == .moved
            ? [] : theirs.map { text(of: $0, in: self.theirs, inPlaceOf: own) } ?? []
        },
        baseText: {
          guard let tree = self.base, let base else { return [] }
          return text(of: base, in: tree, inPlaceOf: own)
        }, union: .ours)
    }
  }

  /// Appends a child of ours, merged with that of theirs.
  private func append(
    _ own: NodeIndex, _ base: NodeIndex?, _ theirs: NodeIndex?, in range: Range<Int>
  ) {
    let document = ours.document
    guard let theirs else {
      appendAdded(own, in: range)
      return
    }
    let element = document.elementRange(of: own)
    var start = range.lowerBound
    if let base, let toTheirs, let key = document.key(before: own),
      toTheirs.hasRenamedKey(base, theirs)
    {
      let range = document.elementRange(of: key)
      text.keep(start..<range.lowerBound)
      text.append(
        self.theirs.document.text(
          at: self.theirs.document.elementRange(of: self.theirs.key(of: theirs))))
      start = range.upperBound
    }
    text.keep(start..<element.lowerBound)
    mergeValue(base, own, theirs)
    text.keep(element.upperBound..<range.upperBound)
  }

  /// Keeps a range of a value of ours without what is elsewhere.
  private func keep(_ range: Range<Int>, of own: NodeIndex) {
    for range in pieces(of: range, in: own, of: ours, without: places.leftOutOfOurs) {
      text.keep(range)
    }
  }

  /// Appends a child that only ours has, with what theirs has done to elements that ours has moved
  /// there.
  func appendAdded(_ own: NodeIndex, in range: Range<Int>) {
    var start = range.lowerBound
    let document = ours.document
    for node in movedHere(in: own) where node > own && document.elementStart(of: node) >= start {
      guard let toOurs, let old = toOurs.oldOfNewAcross[node] else { continue }
      place(moved: old)
      let chunk = document.chunk(from: node, through: node)
      keep(start..<chunk.lowerBound, of: own)
      start = chunk.upperBound
      let state: MergePlan.State
      if let there = theirsOfMoved[old] {
        state =
          toTheirs?.newOfOldAcross[old] != nil || isConflict(old, node, there)
          ? .conflict(
            isConflict(old, node, there) ? .changed : .moved, base: old, theirs: there)
          : .kept(base: old, theirs: there)
      } else {
        state = .conflict(.deletedByTheirs, base: old, theirs: nil)
      }
      append(state, node, upTo: chunk.upperBound)
    }
    if start < range.upperBound { keep(start..<range.upperBound, of: own) }
  }

  // MARK: What is put in

  private func insert(_ insertions: [MergePlan.Insertion], like layout: ChildLayout) {
    for insertion in insertions {
      switch insertion {
      case .added(let node): text.append(textOfAdded(node, like: layout))
      case .moved(let base, let own, let there):
        placeMoved(ours: own, theirs: there)
        text.append(movedText(base, own, there, like: layout))
      case .conflict(let kind, let base, let own, let there):
        let resolved = options.resolution != .marked
        conflict(
          kind, base: base, ours: own, theirs: there, oursText: {},
          theirsText: {
            if resolved, kind == .moved, let own {
              return movedText(base, own, there, like: layout)
            }
            if resolved {
              putByTheirs.formUnion(movedBases(inTheirs: there))
              return textOfAdded(there, like: layout)
            }
            return self.text(of: there, in: theirs, like: layout)
          },
          baseText: { [] }, union: kind == .moved ? .ours : .theirs)
      }
    }
  }

  /// An element of ours, merged, with the indentation of another place.
  private func movedText(
    _ base: NodeIndex, _ own: NodeIndex, _ there: NodeIndex, like layout: ChildLayout
  ) -> [UInt8] {
    guard underway.insert(base).inserted else {
      isTangled = true
      return []
    }
    defer { underway.remove(base) }
    let document = ours.document
    let range = document.chunk(from: own, through: own)
    let merged = captured {
      if isConflict(base, own, there) {
        append(.conflict(.changed, base: base, theirs: there), own, upTo: range.upperBound)
      } else {
        append(own, base, there, in: range)
      }
    }
    putByTheirs.insert(base)
    keptInPieces += merged.keptRanges
    return layout.fitted(merged.bytes, from: indentation(of: own, in: document))
  }

  /// A child that theirs has added, with what ours has done to elements that theirs has moved there.
  private func textOfAdded(_ node: NodeIndex, like layout: ChildLayout) -> [UInt8] {
    let document = theirs.document
    let range = document.chunk(from: document.key(before: node) ?? node, through: node)
    return layout.fitted(
      textOfAdded(node, in: range), from: indentation(of: node, in: document))
  }

  /// The text around a value that theirs has added, with what ours has done to elements that theirs
  /// has moved there.
  func textOfAdded(_ value: NodeIndex, in range: Range<Int>) -> [UInt8] {
    let document = theirs.document
    var bytes: [UInt8] = []
    var start = range.lowerBound
    for node in toTheirs?.across(in: value) ?? []
    where node > value && document.elementStart(of: node) >= start {
      guard let old = toTheirs?.oldOfNewAcross[node] else { continue }
      place(moved: old)
      let chunk = document.chunk(from: node, through: node)
      bytes += copied(start..<chunk.lowerBound, of: value)
      start = chunk.upperBound
      if places.leftOutOfTheirs.contains(node) { continue }
      let inner = ChildLayout(beside: node, document)
      let put = captured { insert([insertion(ofMoved: old, node)], like: inner) }
      keptInPieces += put.keptRanges
      bytes += put.bytes
    }
    if start < range.upperBound { bytes += copied(start..<range.upperBound, of: value) }
    return bytes
  }

  /// The text of a value of theirs in a range, without what is elsewhere.
  private func copied(_ range: Range<Int>, of value: NodeIndex) -> [UInt8] {
    let ranges = pieces(of: range, in: value, of: theirs, without: places.leftOutOfTheirs)
    copiedOfTheirs += ranges
    return theirs.document.joined(ranges)
  }

  /// A child of another document, with its key and the comments that belong to it.
  private func text(
    of node: NodeIndex, in tree: ComparedDocument, like layout: ChildLayout
  ) -> [UInt8] {
    let document = tree.document
    let first = document.key(before: node) ?? node
    let isTheirs = tree.document === theirs.document
    let ranges = pieces(
      of: document.chunk(from: first, through: node), in: node, of: tree,
      without: isTheirs ? places.leftOutOfTheirs : [])
    if isTheirs { copiedOfTheirs += ranges }
    return layout.fitted(document.joined(ranges), from: indentation(of: node, in: document))
  }

  /// A range of a document without what belongs to those of some ascending elements that are in a value.
  private func pieces(
    of range: Range<Int>, in value: NodeIndex, of tree: ComparedDocument,
    without elements: [NodeIndex]
  ) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var start = range.lowerBound
    let end = tree.document.end(of: value)
    for element in elements[elements.partitionPoint { $0 > value }...] {
      if element >= end { break }
      let chunk = tree.document.chunk(from: element, through: element)
      guard chunk.lowerBound >= start, chunk.upperBound <= range.upperBound else { continue }
      pieces.append(start..<chunk.lowerBound)
      start = chunk.upperBound
    }
    return pieces + [start..<range.upperBound]
  }

  /// The elements of the base that theirs has moved into a value.
  private func movedBases(inTheirs node: NodeIndex) -> [NodeIndex] {
    (toTheirs?.across(in: node) ?? []).compactMap { toTheirs?.oldOfNewAcross[$0] }
  }

  private func text(
    of node: NodeIndex, in tree: ComparedDocument, inPlaceOf own: NodeIndex
  ) -> [UInt8] {
    text(of: node, in: tree, like: ChildLayout(beside: own, ours.document))
  }

  /// What is appended by a closure, instead of appending it.
  private func captured(_ body: () -> Void) -> MergedText {
    let outer = text
    text = text.part
    body()
    defer { text = outer }
    return text
  }

  /// Appends a container of ours that had nothing in it.
  private func appendFilled(_ container: NodeIndex, _ inner: MergedText, _ layout: ChildLayout) {
    let document = ours.document
    let range = document.elementRange(of: container)
    if inner.pieces.isEmpty {
      text.keep(range)
      return
    }
    let node = document[container]
    guard node.isEmptyElement else {
      let content = node.contentOffset..<document.contentEnd(of: container)
      text.keep(range.lowerBound..<content.lowerBound)
      text.append(inner)
      if document.text(at: content).contains(where: { $0 == 0x0A || $0 == 0x0D }) {
        text.keep(content)
      } else {
        text.keep(content)
        text.append(layout.beforeEnd)
      }
      text.keep(content.upperBound..<range.upperBound)
      return
    }
    let tag = document.text(at: range).dropLast(2)
    let opening = tag.prefix { $0 != UInt8(ascii: " ") } + tag.drop { $0 != UInt8(ascii: " ") }
    text.append(Array(opening) + [UInt8(ascii: ">")])
    text.append(inner)
    text.append(layout.beforeEnd)
    text.append(Array("</\(node.kind.elementName)>".utf8))
  }
}

/// The white space around the children of a container.
struct ChildLayout {
  private let before: Space
  /// In front of the end tag of a container that had no children.
  let beforeEnd: [UInt8]
  private let unit: [UInt8]

  /// - Parameter child: A child of it, if it has one.
  init(_ container: NodeIndex, _ child: NodeIndex?, _ document: PropertyListDocument) {
    unit = document.indentationUnit
    let first = document.key(before: child ?? container) ?? child ?? container
    let space = document.space(before: document.elementStart(of: first))
    let layout = MemberLayout(beforeElement: space, unit: unit)
    (before, beforeEnd) = child == nil ? (layout.beforeKey, layout.beforeEnd.bytes) : (space, [])
  }

  init(beside child: NodeIndex, _ document: PropertyListDocument) {
    self.init(child, child, document)
  }

  /// The text of a child from elsewhere, with the white space in front of it, as it is written here.
  ///
  /// - Parameter old: The indentation that it had; `nil` if it did not begin a line.
  func fitted(_ text: [UInt8], from old: Reindenting.Indentation?) -> [UInt8] {
    let space = text.prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    let rest = text[space.endIndex...]
    guard let new = before.indentation else {
      // Several on a line.
      return before.bytes + rest
    }
    guard let old, space.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
      return before.line(indentedBy: new).bytes + rest
    }
    return Reindenting.reindented(
      text, from: old, to: Reindenting.Indentation(outer: new, unit: unit))
  }
}
