/// What a format cannot hold of a catalogue.
package struct Loss: Hashable, Sendable {
  /// What becomes of it.
  package enum Outcome: String, Sendable {
    case leftOut = "left out"
    case asText = "written as text"
    case asColumnNumber = "read again as the number of its column"
    case rounded
    case asOwnProperty = "written with X- before the name"
    case asInfinityOrZero = "written as inf or 0"
  }

  /// What the format does not have, in the plural or as a mass noun: `data`.
  package let kind: String
  /// The key of the values; `nil` if they have none.
  package let key: String?
  package let outcome: Outcome
}

/// The losses of a conversion, in the order in which they were met first.
package struct Losses: Sendable {
  /// The losses, with the number of values.
  package private(set) var all: [(loss: Loss, count: Int)] = []
  private var indices: [Loss: Int] = [:]

  package init() {}

  package var isEmpty: Bool { all.isEmpty }

  mutating func note(_ loss: Loss, count: Int = 1) {
    if let index = indices[loss] {
      all[index].count += count
    } else {
      indices[loss] = all.count
      all.append((loss, count))
    }
  }

  /// What to say about each: `csv has no data: 3 values of 'photo' left out`.
  package func messages(of format: ExportFormat) -> [String] {
    all.map { loss, count in
      let values = loss.key == nil && loss.kind != "data" ? "" : count == 1 ? " value" : " values"
      let key = loss.key.map { " of '\($0)'" } ?? ""
      return
        "\(format.rawValue) has no \(loss.kind): \(count)\(values)\(key) \(loss.outcome.rawValue)"
    }
  }
}
