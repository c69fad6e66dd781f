/// The elements of a list in a file, and the unreadable text between them, which stays in its
/// place.
struct SplicedStretches {
  /// The elements and the unreadable stretches, in the order of the text.
  let all: [(extent: Range<Int>, unread: UnreadText?)]
  /// The position of each element in `all`.
  private(set) var elements: [Int] = []
  /// The positions of the unreadable stretches in `all`.
  private(set) var unread: [Int] = []

  /// - Parameter elements: The extents of the elements, in the order of the text.
  init(of elements: [Range<Int>], _ unread: [UnreadText]) {
    var all: [(extent: Range<Int>, unread: UnreadText?)] = elements.map { ($0, nil) }
    if !unread.isEmpty {
      all += unread.map { ($0.range, $0) }
      all.sort { $0.extent.lowerBound < $1.extent.lowerBound }
    }
    for (index, stretch) in all.enumerated() {
      if stretch.unread == nil { self.elements.append(index) } else { self.unread.append(index) }
    }
    self.all = all
  }

  /// The unreadable stretches before an element that have not been passed yet.
  ///
  /// - Parameter passed: How many unreadable stretches have been passed.
  /// - Throws: `UnwritableFile` if the element was moved across an unreadable stretch, because it
  ///   might then be read as something else.
  func unread(before element: Int, _ passed: inout Int) throws(UnwritableFile) -> ArraySlice<Int> {
    let place = elements[element]
    if passed > 0, unread[passed - 1] > place, let text = all[unread[passed - 1]].unread {
      throw .value(
        "nothing can be moved across what could not be read: \(text.error.location): "
          + "\(text.error)")
    }
    let start = passed
    while passed < unread.count, unread[passed] < place { passed += 1 }
    return unread[start..<passed]
  }
}
