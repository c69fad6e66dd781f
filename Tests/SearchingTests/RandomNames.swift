import Readings
import SeededRandom

/// A generator of names in several scripts, and of patterns that find them by their readings or
/// nearly do.
struct RandomNames {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let pieces = [
    "奥迪", "长安", "长", "安", "重庆", "重", "乐", "西安", "先", "绿地", "女", "曾", "单", "阿", "々", "〇", "𠮷",
    "か", "きゃ", "っと", "トー", "ん", "ン", "東京", "한", "국", "쌍", "a", "A", "n", "xi", "Ü", "é", "4",
    "²", "Ａ", "_", "-", " ", "·", ".", "я", "\u{301}", "😀",
  ]
  private static let letters = [
    "a", "d", "n", "x", "c", "z", "h", "ü", "v", "4", " ", "'", "_", "奥",
  ]

  private mutating func pick(_ texts: [String]) -> String {
    texts.randomElement(using: &generator) ?? ""
  }

  mutating func name() -> String {
    var name = ""
    for _ in 0..<Int.random(in: 0...5, using: &generator) { name += pick(Self.pieces) }
    return name
  }

  mutating func records(_ count: Int) -> Records {
    var records: [[String]] = []
    for _ in 0..<count {
      var fields: [String] = []
      for _ in 0..<Int.random(in: 1...3, using: &generator) { fields.append(name()) }
      records.append(fields)
    }
    return Records(records)
  }

  /// What could be typed for a part of one of the records' names, possibly changed.
  mutating func pattern(from records: Records) -> String {
    var reader = NameReader()
    var name = records.records.flatMap(\.self).randomElement(using: &generator) ?? ""
    let units = name.withUTF8 { reader.reading(of: $0).units }
    let start = Int.random(in: 0...units.count, using: &generator)
    var pattern = ""
    for unit in units[start...].prefix(Int.random(in: 1...4, using: &generator)) {
      let reading = pick(reader.table.readings(of: unit.code))
      pattern += Bool.random(using: &generator) ? reading : String(reading.prefix(1))
    }
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: pattern += pick(Self.letters)
    case 1: pattern = pattern.uppercased()
    case 2: pattern = String(pattern.dropFirst())
    default: break
    }
    return pattern.isEmpty ? pick(Self.letters) : pattern
  }
}
