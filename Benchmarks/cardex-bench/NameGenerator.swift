import SeededRandom

/// A generator of names like those of an international list of people, companies and cars: most are
/// Latin, about one in four has accents, about one in five is Chinese, some are in capitals.
///
/// Common parts combine to common, rare and unique names, as in reality. No name contains a
/// character that XML would have to escape.
struct NameGenerator {
  private let seed: UInt64
  private let entries: Int

  init(entries: Int, seed: UInt64) {
    self.entries = entries
    self.seed = seed
  }

  /// Appends an entry's name, which is always the same for the same seed and number of entries.
  ///
  /// - Parameter stream: 0 for the name itself, other numbers for other names of the entry.
  func appendName(of entry: Int, stream: UInt64 = 0, to bytes: inout [UInt8]) {
    if stream == 0, let planted = planted(at: entry) {
      bytes.append(contentsOf: planted.utf8)
      return
    }
    // Multiples of SplitMix64's own constant would give each entry the numbers of the previous one.
    let start = seed &+ UInt64(entry) &* 0xD1B5_4A32_D192_ED03 &+ stream &* 0x8CB9_2BA7_2F3D_8DD7
    var random = SeededGenerator(seed: start)
    switch NameGenerator.below(100, &random) {
    case 0..<45: appendPerson(givenNames: 1, to: &bytes, &random)
    case 45..<60: appendPerson(givenNames: 2, to: &bytes, &random)
    case 60..<68:
      appendPerson(givenNames: 1, to: &bytes, &random)
      bytes.append(UInt8(ascii: "-"))
      appendSurname(to: &bytes, &random)
    case 68..<75:
      appendSurname(to: &bytes, &random)
      append(Names.firms, to: &bytes, &random)
    case 75..<80:
      append(Names.given, to: &bytes, &random)
      bytes.append(UInt8(ascii: " "))
      var surname: [UInt8] = []
      appendSurname(to: &surname, &random)
      bytes.append(contentsOf: String(decoding: surname, as: UTF8.self).uppercased().utf8)
    case 80..<93:
      append(Names.chineseSurnames, to: &bytes, &random)
      for _ in 0...NameGenerator.below(2, &random) {
        append(Names.chineseGiven, to: &bytes, &random)
      }
    default:
      append(Names.brands, to: &bytes, &random)
      append(Names.cities, to: &bytes, &random)
    }
  }

  /// The names that are searched for as rare, each planted three times in catalogues of every size.
  private func planted(at entry: Int) -> String? {
    for place in 1...6 where entry == entries / 7 * place { return Names.planted[place % 2] }
    return nil
  }

  private func appendPerson(
    givenNames: Int, to bytes: inout [UInt8], _ random: inout SeededGenerator
  ) {
    for _ in 0..<givenNames {
      let isAccented = NameGenerator.below(5, &random) == 0
      append(isAccented ? Names.accentedGiven : Names.given, to: &bytes, &random)
      bytes.append(UInt8(ascii: " "))
    }
    appendSurname(to: &bytes, &random)
  }

  private func appendSurname(to bytes: inout [UInt8], _ random: inout SeededGenerator) {
    switch NameGenerator.below(8, &random) {
    case 0..<3: append(Names.surnames, to: &bytes, &random)
    case 3: append(Names.accentedSurnames, to: &bytes, &random)
    default:
      append(Names.heads, to: &bytes, &random)
      append(Names.tails, to: &bytes, &random)
    }
  }

  private func append(
    _ parts: [String], to bytes: inout [UInt8], _ random: inout SeededGenerator
  ) {
    bytes.append(contentsOf: parts[NameGenerator.below(parts.count, &random)].utf8)
  }

  private static func below(_ limit: Int, _ random: inout SeededGenerator) -> Int {
    Int.random(in: 0..<limit, using: &random)
  }
}
