import PropertyLists

/// Counts of what the dictionaries of a level hold under each key, over a sample.
struct KeyStatistics {
  /// Counts of what one key holds.
  struct Key {
    let key: String
    let name: String
    /// Whether the key's name is one under which a list's entries are grouped.
    let isGroupColumn: Bool
    var count = 0
    var filledStrings = 0
    var strings = 0
    var numbers = 0
    var dates = 0
    var pictureFiles = 0
    var arrays = 0
    var dicts = 0
    /// The number of arrays whose first element is a dictionary.
    var arraysOfDicts = 0
    /// The length of the first array, and whether the others have the same length.
    var arraySize: Int?
    var arraysAreEqual = true
    /// The values of a key that may group entries.
    var distinctValues: Set<String> = []

    init(_ key: String) {
      self.key = key
      name = FieldNames.normalized(key)
      isGroupColumn = FieldNames.isGroupColumn(name)
    }

    var scalars: Int { strings + numbers + dates }
    var isPicture: Bool {
      FieldNames.isPicture(name)
        || strings > 0 && pictureFiles * 5 >= filledStrings * 4
          && pictureFiles > 0
    }
  }

  private(set) var keys: [Key] = []
  private(set) var dictCount = 0
  private var positions: [String: Int] = [:]

  init(of dicts: [NodeIndex], in document: PropertyListDocument) {
    for dict in dicts { add(dict, of: document) }
  }

  private mutating func add(_ dict: NodeIndex, of document: PropertyListDocument) {
    dictCount += 1
    // Most dictionaries of a list have the same keys in the same order.
    var expected = 0
    for (keyNode, value) in document.members(of: dict) {
      if expected >= keys.count || !document.hasText(keyNode, keys[expected].key) {
        expected = position(of: document.text(of: keyNode))
      }
      keys[expected].add(value, of: document)
      expected += 1
    }
  }

  private mutating func position(of key: String) -> Int {
    if let position = positions[key] { return position }
    keys.append(Key(key))
    positions[key] = keys.count - 1
    return keys.count - 1
  }
}

extension KeyStatistics.Key {
  fileprivate mutating func add(_ value: NodeIndex, of document: PropertyListDocument) {
    count += 1
    switch document.kind(of: value) {
    case .string:
      strings += 1
      if let string = document.string(value) { add(string, of: document) }
    case .integer, .real: numbers += 1
    case .date: dates += 1
    case .dict: dicts += 1
    case .array:
      arrays += 1
      var size = 0
      for element in document.elements(of: value) {
        if size == 0 {
          if document.kind(of: element) == .dict { arraysOfDicts += 1 }
        }
        size += 1
      }
      if let arraySize, arraySize != size { arraysAreEqual = false }
      arraySize = arraySize ?? size
    case .true, .false, .data, .key: break
    }
  }

  private mutating func add(_ string: ScalarIndex, of document: PropertyListDocument) {
    document.withText(of: string) { text in
      if text.contains(where: { $0 > 0x20 }) { filledStrings += 1 }
      if FieldNames.isPictureFile(text) { pictureFiles += 1 }
    }
    if isGroupColumn { distinctValues.insert(document.text(of: string)) }
  }
}
