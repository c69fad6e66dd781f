import Exchange
import PropertyLists

/// The containers of a file that extend over several lines, as `FoldingRange` values: what is folded of
/// each is all but its first and its last line.
struct FoldingList {
  private let file: OpenFile
  private let limit: Int

  init(_ file: OpenFile, _ client: Client) { (self.file, limit) = (file, client.foldingLimit) }

  var json: String {
    guard let reading = file.reading else { return "[]" }
    var ranges: [(start: Int, end: Int)] = []
    // Outer ones first, so that these are there if there are too many.
    var level = [reading.document.root]
    while !level.isEmpty, ranges.count < limit {
      var next: [NodeIndex] = []
      for container in level where reading.document.kind(of: container).isContainer {
        if ranges.count == limit { break }
        if let lines = lines(of: container, in: reading) { ranges.append(lines) }
        next += reading.children(of: container).map(\.value)
      }
      level = next
    }
    ranges.sort { $0.start < $1.start }
    return JSON.array(
      ranges.map { #"{"startLine":\#($0.start),"endLine":\#($0.end)}"# })
  }

  private func lines(of container: NodeIndex, in reading: Reading) -> (start: Int, end: Int)? {
    // What has no brackets of its own, such as all of a strings file, is not folded.
    guard let own = reading.range(of: container),
      let first = reading.text[own].first, "<{[(".utf8.contains(first),
      let range = reading.memberRange(of: container).map(file.now)
    else { return nil }
    let start = file.text.line(of: range.lowerBound)
    let last = max(range.upperBound - 1, range.lowerBound)
    let end = file.text.line(of: last) - 1
    return end > start ? (start, end) : nil
  }
}
