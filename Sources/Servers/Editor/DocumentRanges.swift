import Catalogues
import Exchange
import Presentation
import PropertyLists

/// The containers of a file that extend over several lines, as `FoldingRange` values. All lines of
/// a container but its first and its last are folded.
struct FoldingList {
  private let file: OpenFile
  private let limit: Int

  init(_ file: OpenFile, _ client: Client) { (self.file, limit) = (file, client.foldingLimit) }

  var json: String {
    guard let reading = file.reading else { return "[]" }
    var ranges: [(start: Int, end: Int)] = []
    // Outer containers come first, so that inner ones are left out if there are too many.
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
    // A container without brackets of its own, such as the root of a strings file, is not folded.
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

/// Values that are links, as `DocumentLink` values: web and mail addresses, telephone numbers,
/// names of picture files.
struct LinkList {
  private let file: OpenFile
  private let client: Client

  /// How many nodes of a file are searched for links.
  private static let mostNodes = 200_000

  init(_ file: OpenFile, _ client: Client) { (self.file, self.client) = (file, client) }

  var json: String {
    guard let reading = file.reading else { return "[]" }
    let document = reading.document
    let files = NeighbouringFiles(reading.path, client)
    var links: [String] = []
    var telephones: [String: Bool] = [:]
    func isTelephone(_ key: String) -> Bool {
      if let known = telephones[key] { return known }
      let isOne = UsualNames.meansTelephones(key)
      telephones[key] = isOne
      return isOne
    }
    var node = document.root
    let end = min(document.end(of: document.root), NodeIndex(rawValue: LinkList.mostNodes))
    var key: String?
    while node < end {
      switch document.kind(of: node) {
      case .array, .dict:
        node = document.firstChild(of: node)
        continue
      case .key: key = document.key(node).map(document.exactText)
      case .string:
        if let text = document.plainText(of: node), !text.isEmpty {
          let target =
            Link(text, isTelephone: key.map(isTelephone) ?? false)?.address
            ?? files.picture(named: text).map(FileURI.uri)
          if let target, let range = reading.contentRange(of: node) {
            links.append(
              JSON.object([("range", file.json(range)), ("target", JSON.string(target))]))
          }
        }
      default: break
      }
      node = document.end(of: node)
    }
    return JSON.array(links)
  }
}

/// The ranges around positions, from the inside out, as `SelectionRange` values: text, value, value
/// with its key, containers.
struct Selections {
  private let file: OpenFile
  private let positions: [TextPosition]

  init(_ file: OpenFile, _ given: MessageValue?) throws(MessageError) {
    self.file = file
    var positions: [TextPosition] = []
    for value in given?["positions"]?.elements ?? [] {
      guard let position = TextPosition(value) else { throw .missing("positions") }
      positions.append(position)
    }
    self.positions = positions
  }

  var json: String { JSON.array(positions.map(selection)) }

  private func selection(at position: TextPosition) -> String {
    let offset = file.text.offset(of: position)
    var ranges = [0..<file.text.bytes.count]
    if let reading = file.reading, let place = file.place(at: offset) {
      for container in place.containers {
        ranges += [reading.memberRange(of: container), reading.range(of: container)]
          .compactMap { $0 }.map(file.now)
      }
      if let child = place.child {
        let node = place.isInKey ? child.key ?? child.value : child.value
        ranges += [
          reading.memberRange(of: child.value), reading.range(of: node),
          reading.contentRange(of: node),
        ].compactMap { $0 }.map(file.now)
      }
    }
    var result: String?
    var outer = ranges[0]
    for (index, range) in ranges.enumerated() {
      let isInside = range.lowerBound >= outer.lowerBound && range.upperBound <= outer.upperBound
      guard isInside, index == 0 || range != outer, range.touches(offset) else { continue }
      outer = range
      let parent = result.map { [(key: "parent", value: $0)] } ?? []
      result = JSON.object([(key: "range", value: file.text.json(range))] + parent)
    }
    return result ?? JSON.object([("range", file.text.json(ranges[0]))])
  }
}
