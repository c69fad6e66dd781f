import Catalogues
import PropertyLists

/// The names of fields in the records of one type of a recfile.
struct FieldNames {
  /// A place in the records that may have values, known by its path.
  private struct FieldPlace {
    let parent: Int
    let step: ValuePath.Step
    let key: [UInt8]
    /// Its position among the members, or the elements, that its parent has in any record.
    let position: Int
    /// The places of members, in order of first occurrence, and those of elements.
    var members: [Int] = []
    var elements: [Int] = []
    var memberPlaces: [[UInt8]: Int] = [:]
    /// The index of the member after the last one met, which is mostly the next one.
    var next = 0
    /// The last record with a value at this place.
    var record = -1
    /// The types of values, in order of first occurrence, with their names.
    var types: [(type: RecordType, isPlain: Bool, name: [UInt8])] = []
  }

  /// The place of the record itself.
  static let record = 0

  private var places = [FieldPlace(parent: 0, step: .name(""), key: [], position: 0)]
  private var currentRecord = 0
  /// The lines of the descriptor about the fields.
  private(set) var descriptor: [String] = []
  /// The name of the field with the keys of records.
  private(set) var keyName: [UInt8]?

  mutating func beginRecord() { currentRecord += 1 }

  /// Notes that the current record has a value at a place.
  ///
  /// - Returns: Whether it is the first value of the record there.
  mutating func begin(_ place: Int) -> Bool {
    if places[place].record == currentRecord { return false }
    places[place].record = currentRecord
    return true
  }

  // MARK: Places

  /// - Complexity: O(*k*) in the length of the key, without hashing if the key follows the same one
  ///   as before.
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

  /// Notes the type of a field at a place.
  ///
  /// - Parameter isPlain: Whether the value is also one of recutils' own type.
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
    // Keys that are valid names are taken first, so that they stay unchanged.
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

  /// The key of a member of the record, if it is a valid name for recutils.
  private func ownName(of place: Int) -> String? {
    guard places[place].parent == FieldNames.record, place != FieldNames.record,
      case .name(let name) = places[place].step, RecordText.isName(name)
    else { return nil }
    return name
  }

  /// The lines of the descriptor about the types of fields.
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

  /// A valid name for recutils made from words.
  static func name(of words: [String], orElse usual: String) -> String {
    var result = ""
    for word in words {
      // Characters that cannot be in a name become at most one underscore.
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

  /// Takes a name or, if it is taken already, the name with the next free number.
  mutating func take(_ name: String) -> String {
    if names.insert(name).inserted { return name }
    var number = numbers[name] ?? 1
    repeat { number += 1 } while !names.insert("\(name)_\(number)").inserted
    numbers[name] = number
    return "\(name)_\(number)"
  }
}
