import PropertyLists
import SeededRandom

/// Lists of items that are known by numbers that are not in the text, in the shapes of property lists
/// that are not lists of entries.
struct ItemLists {
  enum Shape: CaseIterable {
    /// Arrays of strings.
    case strings
    /// Arrays of dictionaries with a single field.
    case singles
    /// Dictionaries of strings.
    case members
    /// Dictionaries of dictionaries.
    case dicts
    /// Dictionaries whose keys number their items.
    case numbered

    /// Whether there is nothing by which an item is known but the value that may be changed.
    var isKnownByValue: Bool { self == .strings || self == .singles }
    /// Whether items have keys of their own.
    var isKeyed: Bool { self == .members || self == .dicts }
  }

  struct Item {
    let number: Int
    var key: String
    /// One that nobody else has.
    var value: String
  }

  struct List {
    let number: Int
    var items: [Item]
  }

  let shape: Shape
  var lists: [List]

  var items: [Int: (item: Item, list: Int)] {
    var result: [Int: (item: Item, list: Int)] = [:]
    for list in lists { for item in list.items { result[item.number] = (item, list.number) } }
    return result
  }

  private func text(of item: Item, _ place: Int) -> String {
    func field(_ key: String, _ value: String) -> String {
      "<key>\(key)</key>\n<string>\(value)</string>\n"
    }
    let fields = field("name", "name" + item.key) + field("tel", item.value)
    return switch shape {
    case .strings: "<string>\(item.value)</string>\n"
    case .singles: "<dict>\n\(field("name", item.value))</dict>\n"
    case .members: field(item.key, item.value)
    case .dicts: "<key>\(item.key)</key>\n<dict>\n\(fields)</dict>\n"
    case .numbered: "<key>Item\(place)</key>\n<dict>\n\(fields)</dict>\n"
    }
  }

  var text: String {
    let lists = lists.map { list in
      let items = list.items.enumerated().map { text(of: $1, $0) }.joined()
      let kind = shape.isKnownByValue ? "array" : "dict"
      return "<key>list\(list.number)</key>\n<\(kind)>\n\(items)</\(kind)>\n"
    }
    return "<plist version=\"1.0\">\n<dict>\n\(lists.joined())</dict>\n</plist>\n"
  }

  /// The lists on one line.
  var summary: String {
    lists.map { list in
      "\(list.number): " + list.items.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }.joined(separator: " | ")
  }

  /// What is in the lists, in any order.
  var content: [String: [String]] {
    Dictionary(
      uniqueKeysWithValues: lists.map { list in
        let items = list.items.map { item in
          switch shape {
          case .strings, .singles: item.value
          case .members: item.key + " " + item.value
          case .dicts: "\(item.key) name\(item.key) \(item.value)"
          case .numbered: "name\(item.key) \(item.value)"
          }
        }
        return ("list\(list.number)", items.sorted())
      })
  }

  /// What is in lists that were read, in any order; numbers that do not count are said.
  static func content(of document: PropertyListDocument, _ shape: Shape) -> [String: [String]] {
    func text(_ node: NodeIndex) -> String { document.scalar(node).map(document.text) ?? "?" }
    func fields(_ dict: NodeIndex) -> String {
      document.members(of: dict).map { text($0.value) }.joined(separator: " ")
    }
    var result: [String: [String]] = [:]
    for (key, list) in document.members(of: document.root) {
      var items: [String]
      if document.kind(of: list) == .array {
        items = document.elements(of: list).map { shape == .singles ? fields($0) : text($0) }
      } else {
        let members = document.members(of: list).map { (key: document.text(of: $0.key), $0.value) }
        items = members.map { key, value in
          switch shape {
          case .members: key + " " + text(value)
          case .dicts: key + " " + fields(value)
          default: fields(value)
          }
        }
        let wanted = shape == .numbered ? Set(members.indices.map { "Item\($0)" }) : nil
        if Set(members.map(\.key)) != wanted ?? Set(members.map(\.key))
          || Set(members.map(\.key)).count != members.count
        {
          items.append("wrong keys: \(members.map(\.key))")
        }
      }
      result[document.text(of: key), default: []] += items.sorted()
    }
    return result
  }

  /// With other numbers for what has nothing left of what it was in a base, and for members that are
  /// under another key, or have another value, in another dictionary: nothing tells what they were.
  private func withoutRewritten(_ base: ItemLists, _ sign: Int) -> ItemLists {
    if shape.isKnownByValue { return self }
    var result = self
    for (index, list) in lists.enumerated() {
      for (place, item) in list.items.enumerated() {
        guard let (old, from) = base.items[item.number] else { continue }
        let isChanged = [old.key != item.key, old.value != item.value]
        if isChanged == [true, true]
          || shape == .members && from != list.number && isChanged.contains(true)
        {
          result.lists[index].items[place] = Item(
            number: sign * item.number, key: item.key, value: item.value)
        }
      }
    }
    return result
  }

  /// What must come of two sides if there is no conflict; `nil` if there must be one.
  static func merged(_ base: ItemLists, _ ours: ItemLists, _ theirs: ItemLists) -> ItemLists? {
    let ours = ours.withoutRewritten(base, -1)
    let theirs = theirs.withoutRewritten(base, -1_000)
    func one<Fact: Equatable>(_ base: Fact, _ ours: Fact, _ theirs: Fact) -> Fact? {
      ours == base || ours == theirs ? theirs : theirs == base ? ours : nil
    }
    let all = [base, ours, theirs].map(\.items)
    var lists: [Int: List] = [:]
    for number in Set([base, ours, theirs].flatMap(\.lists).map(\.number)) {
      let isThere = [base, ours, theirs].map { $0.lists.contains { $0.number == number } }
      if one(isThere[0], isThere[1], isThere[2]) == true {
        lists[number] = List(number: number, items: [])
      }
    }
    for number in Set(all.flatMap(\.keys)) {
      let found = all.map { $0[number] }
      let places: Int?
      var item: Item
      switch (found[0], found[1], found[2]) {
      case (nil, let one?, nil), (nil, nil, let one?): (item, places) = (one.item, one.list)
      case (let base?, let ours?, let theirs?):
        guard let list = one(base.list, ours.list, theirs.list),
          let value = one(base.item.value, ours.item.value, theirs.item.value),
          let key = one(base.item.key, ours.item.key, theirs.item.key)
        else { return nil }
        (item, places) = (Item(number: number, key: key, value: value), list)
      case (let base?, let one?, nil), (let base?, nil, let one?):
        if one.list != base.list || one.item.value != base.item.value
          || one.item.key != base.item.key
        {
          return nil
        }
        continue
      default: continue
      }
      guard let list = places, lists[list] != nil else { return nil }
      lists[list]?.items.append(item)
    }
    return ItemLists(shape: base.shape, lists: lists.values.sorted { $0.number < $1.number })
  }
}

/// Random lists of items, and what a side does with them. Each value that a side sets is there once,
/// begins with the name of the side and ends with a dot.
struct ItemBranches: RandomSource {
  var generator: SeededGenerator
  private var number = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func item(_ side: String) -> ItemLists.Item {
    number += 1
    return ItemLists.Item(number: number, key: "Key\(side)\(number).", value: "\(side)\(number).")
  }

  private mutating func list(_ count: Int, _ side: String) -> ItemLists.List {
    number += 1
    return ItemLists.List(number: number, items: (0..<count).map { _ in item(side) })
  }

  mutating func lists(_ shape: ItemLists.Shape) -> ItemLists {
    ItemLists(shape: shape, lists: (0..<2 + below(3)).map { _ in list(1 + below(5), "base") })
  }

  mutating func changed(_ base: ItemLists, side: String) -> ItemLists {
    var result = base
    for _ in 0...below(4) { change(&result, side) }
    return result
  }

  private mutating func change(_ model: inout ItemLists, _ side: String) {
    if model.lists.isEmpty {
      model.lists.append(list(1, side))
      return
    }
    let list = below(model.lists.count)
    let place = below(max(model.lists[list].items.count, 1))
    let isEmpty = model.lists[list].items.isEmpty
    switch below(10) {
    case 0: model.lists.remove(at: list)
    case 1: model.lists.insert(self.list(1 + below(3), side), at: below(model.lists.count + 1))
    case 2...3: model.lists[list].items.insert(item(side), at: isEmpty ? 0 : place)
    case 4 where !isEmpty: model.lists[list].items.remove(at: place)
    case 5 where !isEmpty && model.shape.isKeyed:
      number += 1
      model.lists[list].items[place].key = "Key\(side)\(number)."
    case 5...7 where !isEmpty:
      let moved = model.lists[list].items.remove(at: place)
      let target = below(model.lists.count)
      let end = model.lists[target].items.count + 1
      model.lists[target].items.insert(moved, at: below(end))
    case _ where !isEmpty:
      number += 1
      let old = model.lists[list].items[place]
      // What has nothing else by which it is known is another one.
      model.lists[list].items[place] = ItemLists.Item(
        number: model.shape.isKnownByValue ? number : old.number, key: old.key,
        value: "\(side)\(number).")
    default: break
    }
  }
}
