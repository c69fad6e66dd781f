/// The white space, separators and comments around the children of a container in a file.
///
/// A comment on the line on which a child ends belongs to that child, other comments to the child
/// that follows. A comment belongs to no child if an empty line follows it, if it is indented less
/// than the next child, or if it ends the line of the opening bracket. All ranges are those of the
/// file's text.
struct TreeLayout {
  struct Surroundings {
    /// Comments before the child that stay if the child is removed.
    var detached: Range<Int>
    /// White space before the child and its comments.
    var space: Range<Int>
    /// Comments before the child that belong to it.
    var comments: Range<Int>
    /// Comments between the child and its separator or, without one, after the child on its line.
    var after = 0..<0
    /// White space between those comments and the separator.
    var beforeSeparator = 0..<0
    var hasSeparator = false
    /// Comments after the separator, with the white space before them.
    var tail = 0..<0
  }

  private(set) var children: [Surroundings] = []
  /// The white space and comments from the last child, its separator and its comments to the end of
  /// the container; in an empty container, what follows `detached`.
  private(set) var end = 0..<0
  /// The comments of an empty container.
  private(set) var detached = 0..<0

  /// - Parameters:
  ///   - extents: The extents of the children, with their keys.
  ///   - inside: The range between the marks around the container.
  ///   - marks: The marks around the children and between them.
  /// - Complexity: O(*n*) in the number of children and the length of the text between them.
  init(
    of extents: some Sequence<Range<Int>>, inside: Range<Int>, _ marks: ContainerMarks,
    in text: [UInt8]
  ) {
    let separator = marks.separator
    var gap = Gap(text: text, position: inside.lowerBound)
    for extent in extents {
      if !children.isEmpty { follow(&gap, to: extent.lowerBound, separator, isLast: false) }
      let start = gap.position
      var detachedEnd = gap.endOfDetachedComments(upTo: extent.lowerBound)
      if children.isEmpty, !marks.opening.isEmpty {
        let lineEnd = gap.endOfLineComments(upTo: extent.lowerBound, isLast: false)
        detachedEnd = max(detachedEnd, lineEnd)
      }
      let spaceEnd = gap.endOfSpace(from: detachedEnd, upTo: extent.lowerBound)
      children.append(
        Surroundings(
          detached: start..<detachedEnd, space: detachedEnd..<spaceEnd,
          comments: spaceEnd..<extent.lowerBound))
      gap.position = extent.upperBound
    }
    if children.isEmpty {
      let start = gap.position
      let commentsEnd = gap.endOfComments(upTo: inside.upperBound)
      (detached, end) = (start..<commentsEnd, commentsEnd..<inside.upperBound)
    } else {
      follow(&gap, to: inside.upperBound, separator, isLast: true)
      end = gap.position..<inside.upperBound
    }
  }

  /// Notes the separator and the comments that follow the last child on its line.
  private mutating func follow(
    _ gap: inout Gap, to end: Int, _ separator: UInt8?, isLast: Bool
  ) {
    let last = children.count - 1
    let start = gap.position
    if let separator, let found = gap.separator(separator, upTo: end) {
      children[last].after = start..<found.commentsEnd
      children[last].beforeSeparator = found.commentsEnd..<found.offset
      children[last].hasSeparator = true
      gap.position = found.offset + 1
      let tailEnd = gap.endOfLineComments(upTo: end, isLast: isLast)
      children[last].tail = gap.position..<tailEnd
      gap.position = tailEnd
    } else {
      let afterEnd = gap.endOfLineComments(upTo: end, isLast: isLast)
      children[last].after = start..<afterEnd
      gap.position = afterEnd
    }
  }
}

/// White space, comments and a separator between two values.
private struct Gap {
  let text: [UInt8]
  var position: Int

  private func commentEnd(at offset: Int, upTo end: Int) -> Int? {
    Comment(in: text, at: offset, upTo: end)?.end
  }

  /// The offset of the next comment or separator.
  func endOfSpace(from start: Int, upTo end: Int, separator: UInt8? = nil) -> Int {
    var index = start
    while index < end, text[index] != separator, commentEnd(at: index, upTo: end) == nil {
      index += 1
    }
    return index
  }

  /// The offset of the separator, and the end of the last comment before it.
  func separator(_ separator: UInt8, upTo end: Int) -> (offset: Int, commentsEnd: Int)? {
    var (index, commentsEnd) = (position, position)
    while true {
      index = endOfSpace(from: index, upTo: end, separator: separator)
      if index >= end { return nil }
      if text[index] == separator { return (index, commentsEnd) }
      index = commentEnd(at: index, upTo: end) ?? end
      commentsEnd = index
    }
  }

  /// The end of the comments that begin on this line, if only white space follows on the line in
  /// which they end.
  func endOfLineComments(upTo end: Int, isLast: Bool) -> Int {
    var (index, commentsEnd) = (position, position)
    while true {
      let spaceEnd = endOfSpace(from: index, upTo: end)
      if lineEnds(in: index..<spaceEnd) > 0 { return commentsEnd }
      guard spaceEnd < end, let commentEnd = commentEnd(at: spaceEnd, upTo: end) else {
        return isLast ? commentsEnd : position
      }
      (index, commentsEnd) = (commentEnd, commentEnd)
    }
  }

  /// The end of the last comment that has an empty line after it, or is indented less than the
  /// child at the end.
  func endOfDetachedComments(upTo end: Int) -> Int {
    var (index, detachedEnd) = (position, position)
    let indentation = indentation(before: end)
    while true {
      let spaceEnd = endOfSpace(from: index, upTo: end)
      if index > position, lineEnds(in: index..<spaceEnd) > 1 { detachedEnd = index }
      guard spaceEnd < end, let commentEnd = commentEnd(at: spaceEnd, upTo: end) else {
        return detachedEnd
      }
      index = commentEnd
      if let indentation, let own = self.indentation(before: spaceEnd), own < indentation {
        detachedEnd = index
      }
    }
  }

  /// The width of the white space before an offset on its line; `nil` if anything else precedes it.
  private func indentation(before offset: Int) -> Int? {
    var start = offset
    while start > position, text[start - 1] == 0x20 || text[start - 1] == 0x09 { start -= 1 }
    return start > position && [0x0A, 0x0D].contains(text[start - 1]) ? offset - start : nil
  }

  /// The end of the last comment.
  func endOfComments(upTo end: Int) -> Int {
    var (index, commentsEnd) = (position, position)
    while true {
      index = endOfSpace(from: index, upTo: end)
      guard index < end, let commentEnd = commentEnd(at: index, upTo: end) else {
        return commentsEnd
      }
      (index, commentsEnd) = (commentEnd, commentEnd)
    }
  }

  private func lineEnds(in range: Range<Int>) -> Int {
    range.count { text[$0] == 0x0A || text[$0] == 0x0D && !text[($0 + 1)...].starts(with: [0x0A]) }
  }
}
