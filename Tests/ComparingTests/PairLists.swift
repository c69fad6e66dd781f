import SeededRandom

/// Entries with two fields and no key that identifies them, which are known by numbers that are not in
/// the text.
struct PairList {
  struct Entry {
    let number: Int
    var fields: [String: String]
  }

  var entries: [Entry]

  var text: String {
    let dicts = entries.map { entry in
      let members = entry.fields.sorted { $0.key < $1.key }.map {
        "<key>\($0.key)</key>\n<string>\($0.value)</string>\n"
      }
      return "<dict>\n\(members.joined())</dict>\n"
    }
    return "<plist version=\"1.0\">\n<array>\n\(dicts.joined())</array>\n</plist>\n"
  }

  /// What it holds, in any order.
  var value: [[String: Value]] {
    entries.map { $0.fields.mapValues { .scalar("<string>\($0)</string>") } }
  }

  private var fieldsByNumber: [Int: [String: String]] {
    Dictionary(uniqueKeysWithValues: entries.map { ($0.number, $0.fields) })
  }

  /// What both sides have made of a list; `nil` if they have changed the same.
  static func merged(_ base: PairList, _ ours: PairList, _ theirs: PairList) -> PairList? {
    let (old, own, others) = (base.fieldsByNumber, ours.fieldsByNumber, theirs.fieldsByNumber)
    var result = PairList(entries: [])
    for number in Set(own.keys).union(others.keys).sorted() {
      guard let before = old[number] else {
        let fields = own[number] ?? others[number] ?? [:]
        result.entries.append(Entry(number: number, fields: fields))
        continue
      }
      guard let here = own[number], let there = others[number] else {
        let kept = own[number] ?? others[number] ?? [:]
        if kept.contains(where: { before[$0.key] != $0.value }) { return nil }
        continue
      }
      var fields: [String: String] = [:]
      for key in Set(here.keys).union(there.keys) {
        if here[key] != before[key], there[key] != before[key], here[key] != there[key] {
          return nil
        }
        fields[key] = here[key] == before[key] ? there[key] : here[key]
      }
      result.entries.append(Entry(number: number, fields: fields))
    }
    return result
  }
}

/// Random lists, and what a side does with them. Each value is there once.
struct PairBranches: RandomSource {
  var generator: SeededGenerator
  private var number = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func fresh() -> String {
    number += 1
    return "value\(number)"
  }

  private mutating func entry() -> PairList.Entry {
    let fields = ["city": fresh(), "tel": fresh()]
    return PairList.Entry(number: number, fields: fields)
  }

  mutating func list() -> PairList { PairList(entries: (0...below(4)).map { _ in entry() }) }

  mutating func changed(_ list: PairList) -> PairList {
    var result = list
    for place in list.entries.indices.reversed() {
      let key = ["city", "tel"][below(2)]
      switch below(9) {
      case 0: result.entries.remove(at: place)
      case 1: result.entries[place].fields[key] = nil
      case 2: result.entries[place].fields[key] = fresh()
      case 3: result.entries[place].fields["note"] = fresh()
      case 4:
        result.entries[place].fields[key] = fresh()
        result.entries[place].fields["note"] = fresh()
      case 5: result.entries.insert(entry(), at: place + below(2))
      default: break
      }
    }
    return result
  }
}
