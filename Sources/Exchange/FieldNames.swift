import Catalogues
import PropertyLists

/// The names that the fields in records of one type have in a recfile.
struct FieldNames {
  /// What is at a place in the records.
  private struct FieldPlace {
    let parent: Int
    let step: ValuePath.Step
    let key: [UInt8]
    /// Its position among the members, or the elements, that its parent has in any record.
    let position: Int
    /// The places of members, as they were met first, and those of elements.
    var members: [Int] = []
    var elements: [Int] = []
    var memberPlaces: [[UInt8]: Int] = [:]
    /// The member after that which was met last: mostly the next one.
    var next = 0
    /// The last record that has something here.
    var record = -1
    /// The types of values, as they were met first, with their names.
    var types: [(type: RecordType, isPlain: Bool, name: [UInt8])] = []
  }

  /// The place of the record itself.
  static let record = 0

  private var places = [FieldPlace(parent: 0, step: .name(""), key: [], position: 0)]
  private var currentRecord = 0
  /// What a descriptor says of the fields, a line each.
  private(set) var descriptor: [String] = []
  /// The field that has the keys of records.
  private(set) var keyName: [UInt8]?

  mutating func beginRecord() { currentRecord += 1 }

  /// Notes that the record has something at a place.
  ///
  /// - Returns: Whether it is the first.
  mutating func begin(_ place: Int) -> Bool {
    if places[place].record == currentRecord { return false }
    places[place].record = currentRecord
    return true
  }

  // MARK: Places

  /// - Complexity: O(*k*) in the length of the key, without hashing if it follows the one that it
  ///   followed before.
  mutating func place(
    of key: ScalarIndex, in document: PropertyListDocument, below parent: Int
  ) -> Int {
    if places[parent].next == places[parent].members.count { places[parent].next = 0 }
    if places[parent].next < places[parent].members.count {
      let next = places[parent].members[places[parent].next]
      if document.verbatimText(of: key) != nil,
        places[next].key.withUnsafeBufferPointer({ document.hasText(key, $0) })
      {
        places[parent].next += 1
        return next
      }
    }
    let name = document.withExactText(of: key) { Array($0) }
    let place = places[parent].memberPlaces[name] ?? places.count
    if place == places.count {
      let step = ValuePath.Step.name(String(decoding: name, as: UTF8.self))
      let position = places[parent].members.count
      places.append(FieldPlace(parent: parent, step: step, key: name, position: position))
      places[parent].members.append(place)
      places[parent].memberPlaces[name] = place
    }
    places[parent].next = places[place].position + 1
    return place
  }

  mutating func place(of position: Int, below parent: Int) -> Int {
    if position == places[parent].elements.count {
      places[parent].elements.append(places.count)
      places.append(
        FieldPlace(parent: parent, step: .position(position), key: [], position: position))
    }
    return places[parent].elements[position]
  }

  func path(to place: Int) -> ValuePath {
    var steps: [ValuePath.Step] = []
    var place = place
    while place != FieldNames.record {
      steps.append(places[place].step)
      place = places[place].parent
    }
    return ValuePath(steps.reversed())
  }

  // MARK: Names

  /// Notes that a field at a place has a type.
  ///
  /// - Parameter isPlain: Whether recutils' own type has the value, too.
  mutating func use(_ type: RecordType, at place: Int, isPlain: Bool) {
    if let index = places[place].types.firstIndex(where: { $0.type == type }) {
      if !isPlain { places[place].types[index].isPlain = false }
    } else {
      places[place].types.append((type, isPlain, []))
    }
  }

  func name(of type: RecordType, at place: Int) -> [UInt8] {
    places[place].types.first { $0.type == type }?.name ?? []
  }

  /// Gives names to all fields, and describes them.
  ///
  /// - Parameter hasKeys: Whether the records have keys.
  mutating func assign(hasKeys: Bool) {
    var taken = TakenNames()
    var aliases: [String] = []
    let used = places.indices.filter { !places[$0].types.isEmpty }
    // Keys that are names keep them, whatever comes first.
    for place in used {
      if let name = ownName(of: place) {
        places[place].types[0].name = Array(name.utf8)
        taken.insert(name)
      }
    }
    for place in used {
      let path = path(to: place)
      for (index, type) in places[place].types.enumerated() where type.name.isEmpty {
        let words = path.steps.map { step in
          switch step {
          case .name(let name): name
          case .position(let position): String(position)
          }
        }
        let own = index == 0 ? [] : [type.type.rawValue]
        let name = taken.take(
          FieldNames.name(of: words + own, orElse: path == .root ? "value" : "field"))
        places[place].types[index].name = Array(name.utf8)
        aliases.append("%path: \(name) \(path.bracketedText)")
      }
    }
    if hasKeys {
      let name = taken.take("key")
      keyName = Array(name.utf8)
      descriptor.append("%member: \(name)")
    }
    descriptor += aliases + types(of: used)
  }

  /// The key of a member of the record, if recutils can have it as a name.
  private func ownName(of place: Int) -> String? {
    guard places[place].parent == FieldNames.record, place != FieldNames.record,
      case .name(let name) = places[place].step, RecordText.isName(name)
    else { return nil }
    return name
  }

  /// The lines that say which types fields have.
  private func types(of used: [Int]) -> [String] {
    var names: [String: [String]] = [:]
    var order: [(name: String, definition: String?)] = []
    for place in used {
      for (type, isPlain, name) in places[place].types {
        guard let (typeName, definition) = type.typeName(isPlain: isPlain) else { continue }
        if names[typeName] == nil { order.append((typeName, definition)) }
        names[typeName, default: []].append(String(decoding: name, as: UTF8.self))
      }
    }
    return order.compactMap { type in type.definition.map { "%typedef: \(type.name) \($0)" } }
      + order.map { "%type: \(names[$0.name, default: []].joined(separator: ",")) \($0.name)" }
  }

  /// A name for recutils that is made of words.
  static func name(of words: [String], orElse usual: String) -> String {
    var result = ""
    for word in words {
      // At most one underscore in place of what cannot be in a name.
      let parts = word.split { !RecordText.isName("a\($0)") }.filter { !$0.isEmpty }
      for part in parts { result += (result.isEmpty ? "" : "_") + part }
    }
    if result.isEmpty { return usual }
    return RecordText.isName(result) ? result : "\(usual)_\(result)"
  }
}

/// Names that are taken.
struct TakenNames {
  private var names: Set<String> = []
  /// The last number that was given to a name.
  private var numbers: [String: Int] = [:]

  var isEmpty: Bool { names.isEmpty }

  mutating func insert(_ name: String) { names.insert(name) }

  /// The name, or one with a number that is not taken, which then is.
  mutating func take(_ name: String) -> String {
    if names.insert(name).inserted { return name }
    var number = numbers[name] ?? 1
    repeat { number += 1 } while !names.insert("\(name)_\(number)").inserted
    numbers[name] = number
    return "\(name)_\(number)"
  }
}
