import SeededRandom

/// Lists of entries without a key that identifies them, many of them equal or nearly equal, some with
/// rows inside.
struct AlikeLists: Equatable {
  struct Entry: Equatable {
    var fields: [String: String]
    var rows: [[String: String]]
  }

  struct List: Equatable {
    var title: String
    var entries: [Entry]
  }

  var lists: [List]

  var text: String {
    func dict(_ fields: [String: String], _ rest: String = "") -> String {
      let members = fields.sorted { $0.key < $1.key }.map {
        "<key>\($0.key)</key><string>\($0.value)</string>"
      }
      return "<dict>\(members.joined())\(rest)</dict>\n"
    }
    func array(_ elements: [String]) -> String { "<array>\n\(elements.joined())</array>" }
    let all = lists.map { list in
      let entries = list.entries.map { entry in
        dict(
          entry.fields,
          entry.rows.isEmpty ? "" : "<key>rows</key>" + array(entry.rows.map { dict($0) }))
      }
      return dict(["heading": list.title], "<key>cars</key>" + array(entries))
    }
    return "<plist version=\"1.0\">\n\(array(all))\n</plist>\n"
  }
}

/// Random lists, and what a branch does with them. Each value that a branch sets is there once.
struct AlikeBranches: RandomSource {
  var generator: SeededGenerator
  private var number = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func fields() -> [String: String] {
    Dictionary(uniqueKeysWithValues: ["a", "b", "c", "d"].map { ($0, $0 + String(below(4))) })
  }

  private mutating func entry() -> AlikeLists.Entry {
    let rows = below(3) == 0 ? (0...below(4)).map { _ in fields() } : []
    return AlikeLists.Entry(fields: fields(), rows: rows)
  }

  mutating func lists() -> AlikeLists {
    AlikeLists(
      lists: (0...1 + below(3)).map { number in
        var entries = (0...below(4)).map { _ in entry() }
        if below(2) == 0 { entries.append(entries[below(entries.count)]) }
        return AlikeLists.List(title: "heading\(number)", entries: entries)
      })
  }

  /// - Parameter side: What the values begin with that are set.
  mutating func changed(_ base: AlikeLists, _ count: Int, side: String) -> AlikeLists {
    var lists = base.lists
    for _ in 0..<count {
      number += 1
      let value = "\(side)\(number)."
      guard let list = lists.indices.randomElement(using: &generator) else { continue }
      let entries = lists[list].entries
      let entry = entries.isEmpty ? nil : below(entries.count)
      switch (below(9), entry) {
      case (0, _): lists.remove(at: list)
      case (1, _): lists[list].title = value
      case (2, let entry?):
        let moved = lists[list].entries.remove(at: entry)
        let target = below(lists.count)
        lists[target].entries.insert(moved, at: below(lists[target].entries.count + 1))
      case (3, let entry?): lists[list].entries.remove(at: entry)
      case (4, let entry?):
        // An equal or nearly equal one.
        var copy = entries[entry]
        if below(3) > 0 { copy.fields["a"] = value }
        lists[list].entries.insert(copy, at: below(entries.count + 1))
      case (5, let entry?) where !entries[entry].rows.isEmpty:
        lists[list].entries[entry].rows[below(entries[entry].rows.count)]["b"] = value
      case (_, let entry?): lists[list].entries[entry].fields[["a", "b", "c"][below(3)]] = value
      default: lists[list].entries.append(self.entry())
      }
    }
    return AlikeLists(lists: lists)
  }
}
