import Comparing
import PropertyLists
import SeededRandom
import TestHelpers
import Testing

/// Merging vCards as other programs write them: what is done to different properties of a card is done,
/// and how a program writes again what it has read is no change.
struct CardMergeTests {
  /// How a program writes cards.
  enum Program: CaseIterable, Sendable {
    case phone, web, old, server

    var version: String { self == .old ? "2.1" : self == .server ? "4.0" : "3.0" }
    var hasGroups: Bool { self == .phone || self == .web }

    var telephones: [String] {
      switch self {
      case .phone:
        ["TEL;type=CELL;type=VOICE;type=pref", "TEL;type=HOME;type=VOICE", "TEL;type=WORK"]
      case .web: ["TEL;TYPE=CELL", "TEL;TYPE=HOME", "TEL"]
      case .old: ["TEL;CELL", "TEL;HOME", "TEL;CELL;PREF"]
      case .server: ["TEL;TYPE=\"cell,voice\"", "TEL;TYPE=home,voice", "TEL;TYPE=work"]
      }
    }

    var addresses: [String] {
      switch self {
      case .phone: ["EMAIL;type=INTERNET;type=HOME;type=pref", "EMAIL;type=INTERNET"]
      case .web: ["EMAIL;TYPE=INTERNET;TYPE=WORK", "EMAIL;TYPE=INTERNET"]
      case .old: ["EMAIL;HOME", "EMAIL"]
      case .server: ["EMAIL;TYPE=HOME", "EMAIL;TYPE=OTHER"]
      }
    }
  }

  /// How a side spells what it has read.
  enum Spelling: CaseIterable { case same, otherCase, otherOrder }

  struct Property: Hashable {
    var head: String
    var value: String
    var label: String?
  }

  /// A card, and the properties that it has, each by a number that is not in the text.
  struct Card {
    var properties: [Int: Property] = [:]

    func text(_ program: Program, _ spelling: Spelling = .same) -> String {
      var lines = ["BEGIN:VCARD", "VERSION:\(program.version)", "N:Berg;Ann;;;", "FN:Ann Berg"]
      for (number, property) in properties.sorted(by: { $0.key < $1.key }) {
        var words = property.head.split(separator: ";").map(String.init)
        if spelling == .otherOrder { words = [words[0]] + words.dropFirst().reversed() }
        if spelling == .otherCase {
          words =
            [words[0]]
            + words.dropFirst().map { $0 == $0.uppercased() ? $0.lowercased() : $0.uppercased() }
        }
        let group = property.label == nil ? "" : "item\(number)."
        lines.append("\(group)\(words.joined(separator: ";")):\(property.value)")
        if let label = property.label { lines.append("\(group)X-ABLabel:\(label)") }
      }
      return (lines + ["END:VCARD", ""]).joined(separator: "\r\n")
    }

    /// What a text says, in any spelling.
    static func content(of text: String) -> [Property: Int] {
      let lines = text.split(separator: "\r\n").compactMap { line -> (String, String, String)? in
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let head = line[..<colon].uppercased()
        let dot = head.firstIndex(of: ".").map { head.index(after: $0) } ?? head.startIndex
        return (
          String(head[..<dot]), String(head[dot...]), String(line[line.index(after: colon)...])
        )
      }
      var result: [Property: Int] = [:]
      for (group, head, value) in lines where head != "X-ABLABEL" {
        let label = lines.first { !group.isEmpty && $0.0 == group && $0.1 == "X-ABLABEL" }?.2
        let types = head.filter { $0 != "\"" }.replacing("TYPE=", with: "").split {
          ";,".contains($0)
        }
        let words = [String(types[0])] + types.dropFirst().map(String.init).sorted()
        let property = Property(head: words.joined(separator: ";"), value: value, label: label)
        result[property, default: 0] += 1
      }
      return result
    }
  }

  private struct Edits: RandomSource {
    var generator: SeededGenerator
    let program: Program
    var number = 0

    mutating func property() -> Property {
      number += 1
      let isTelephone = below(2) == 0
      let heads = isTelephone ? program.telephones : program.addresses
      let label = program.hasGroups && below(3) == 0 ? "label\(number)" : nil
      return Property(
        head: heads[below(heads.count)],
        value: isTelephone ? "+49 30 \(1000 + number)" : "a\(number)@example.org", label: label)
    }

    /// Changes, deletes or adds a property.
    mutating func edit(_ number: Int, of cards: inout [Card]) {
      guard var property = cards[0].properties[number] else { return }
      let fresh = self.property()
      switch below(5) {
      case 0: for index in cards.indices { cards[index].properties[number] = nil }
      case 1:
        self.number += 1
        for index in cards.indices { cards[index].properties[100 + self.number] = fresh }
      case 2 where program.hasGroups:
        property.label = fresh.label ?? "other"
        for index in cards.indices { cards[index].properties[number] = property }
      case 3:
        let isTelephone = property.head.hasPrefix("TEL")
        let heads = isTelephone ? program.telephones : program.addresses
        property.head = heads[below(heads.count)]
        for index in cards.indices { cards[index].properties[number] = property }
      default:
        property.value += "9"
        for index in cards.indices { cards[index].properties[number] = property }
      }
    }
  }

  @Test(arguments: 0..<Rounds.of(UInt64(150)), Program.allCases)
  func `edits of different properties of a card are all done`(
    seed: UInt64, program: Program
  ) throws {
    var edits = Edits(generator: SeededGenerator(seed: seed), program: program)
    var base = Card()
    let count = 2 + edits.below(4)
    for number in 0..<count { base.properties[number] = edits.property() }
    let first = edits.below(count)
    let second = (first + 1 + edits.below(count - 1)) % count
    var (own, other) = ([base, base], [base])
    edits.edit(first, of: &own)
    other = [base, own[1]]
    edits.edit(second, of: &other)
    let spelling = Spelling.allCases[edits.below(3)]
    let texts = [base.text(program), own[0].text(program), other[0].text(program, spelling)]
    let sides = texts.joined(separator: "\n")
    let merged = try merged(texts[0], texts[1], texts[2])
    #expect(
      Card.content(of: merged) == Card.content(of: other[1].text(program)), "\(sides)\n\(merged)")
  }

  @Test(arguments: Program.allCases, Spelling.allCases)
  func `a card that is only written again may be deleted by the other side`(
    program: Program, spelling: Spelling
  ) throws {
    var edits = Edits(generator: SeededGenerator(seed: 1), program: program)
    var (kept, gone) = (Card(), Card())
    for number in 0..<3 {
      kept.properties[number] = edits.property()
      gone.properties[number] = edits.property()
    }
    let (first, last) = (kept.text(program), gone.text(program))
    let again = gone.text(program, spelling)
    // Where it was, and moved.
    for theirs in [first + again, again + first] {
      let merged = try merged(first + last, first, theirs)
      #expect(merged == first)
    }
  }

  @Test func `labels stay with their properties in a card that was moved`() throws {
    func card(_ lines: String...) -> String {
      (["BEGIN:VCARD", "VERSION:3.0"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
    }
    let other = card("FN:Pia", "TEL:3")
    let base = other + card("FN:Ann", "TEL:1")
    let ours = other + card("FN:Ann", "TEL:1", "item1.URL:o", "item1.X-ABLabel:own")
    let theirs = card("FN:Ann", "TEL:1", "item1.IMPP:t", "item1.X-ABLabel:theirs") + other
    let found = try Card.content(of: merged(base, ours, theirs))
    #expect(found[Property(head: "URL", value: "o", label: "own")] == 1)
    #expect(found[Property(head: "IMPP", value: "t", label: "theirs")] == 1)
  }

  @Test func `the later time of saving counts, also if nothing else has changed`() throws {
    func card(_ telephone: String, _ time: String) -> String {
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nTEL:\(telephone)\r\nREV:\(time)\r\nEND:VCARD\r\n"
    }
    let (early, late) = ("2024-01-01T00:00:00Z", "20250101T000000Z")
    #expect(try merged(card("1", early), card("5", early), card("1", late)) == card("5", late))
    #expect(try merged(card("1", early), card("5", late), card("1", early)) == card("5", late))
  }

  @Test func `a time of saving does not keep a card that the other side deletes`() throws {
    func card(_ time: String) -> String {
      "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:1\r\nFN:A\r\nREV:\(time)\r\nEND:VCARD\r\n"
    }
    let other = "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:2\r\nFN:B\r\nEND:VCARD\r\n"
    let found = try merged(
      card("20240101T000000Z") + other, other, card("20250101T000000Z") + other)
    #expect(found == other)
  }

  @Test func `lines that sides add anywhere cost no other line`() throws {
    var random = SeededGenerator(seed: 65)
    for _ in 0..<Rounds.of(400) {
      let own = [
        "N:Doe;Ben", "FN:Ben Doe", "REV:1", "UID:u-1", "BDAY:2000-01-02", "PRODID:p", "NOTE:n",
      ]
      var lines = [own.shuffled(using: &random), ["FN:Ann Roe", "UID:u-2"]]
      func text() -> String {
        lines.map { ["BEGIN:VCARD", "VERSION:3.0"] + $0 + ["END:VCARD", ""] }.joined()
          .joined(separator: "\r\n").replacing("\r\n\r\n", with: "\r\n")
      }
      func withLine(_ line: String, _ card: Int) -> String {
        let before = lines
        defer { lines = before }
        lines[card].insert(line, at: Int.random(in: 0...lines[card].count, using: &random))
        return text()
      }
      let base = text()
      let (ours, theirs) = (withLine("EMAIL:n@q", 1), withLine("TEL:7", 0))
      for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
        let found = try merged(base, ours, theirs).split(separator: "\r\n").sorted()
        let expected = (base.split(separator: "\r\n") + ["EMAIL:n@q", "TEL:7"]).sorted()
        #expect(found == expected, "\(base)\n\(ours)\n\(theirs)")
      }
    }
  }

  /// The merged file, without a conflict.
  private func merged(_ base: String, _ ours: String, _ theirs: String) throws -> String {
    let documents = try [base, ours, theirs].map { try PropertyListDocument(FileBytes($0.utf8)) }
    let merge = TreeMerge(base: documents[0], ours: documents[1], theirs: documents[2])
    #expect(merge.conflicts.isEmpty, "\(base)\n\(ours)\n\(theirs)")
    merge.apply()
    return try String(decoding: documents[1].patchedText(), as: UTF8.self)
  }
}
