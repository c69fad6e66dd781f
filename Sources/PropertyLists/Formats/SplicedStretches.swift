/// The elements of a list in a file, and between them what could not be read, which stays where it is.
struct SplicedStretches {
  /// In the order of the text.
  let all: [(extent: Range<Int>, unread: UnreadText?)]
  /// The position of each element among them.
  private(set) var elements: [Int] = []
  /// Those of what could not be read.
  private(set) var unread: [Int] = []

  /// - Parameter elements: Their extents, in the order of the text.
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

  /// What could not be read that comes before an element and has not been passed yet.
  ///
  /// - Parameter passed: How many have been.
  /// - Throws: `UnwritableFile` if the element was moved across what could not be read: it might
  ///   then be read as something else.
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
