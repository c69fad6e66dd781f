import Exchange

/// What is selected around positions, from the inside out, as `SelectionRange` values: text, value, value
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
