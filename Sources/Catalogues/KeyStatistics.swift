import PropertyLists

/// What the dictionaries of a level hold under each key, counted over a sample.
struct KeyStatistics {
  /// What one key holds.
  struct Key {
    let key: String
    let name: String
    var count = 0
    var filledStrings = 0
    var strings = 0
    var numbers = 0
    var dates = 0
    var booleans = 0
    var pictureFiles = 0
    var arrays = 0
    var dicts = 0
    /// Arrays by what their first element is.
    var arraysOfDicts = 0
    var arraysOfScalars = 0
    var arraySizes: Set<Int> = []
    var distinctValues: Set<String> = []

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

  mutating func add(_ dict: Int, of document: PropertyListDocument) {
    dictCount += 1
    for (keyNode, value) in document.members(of: dict) {
      let key = document.text(of: keyNode)
      let position = positions[key] ?? keys.count
      if position == keys.count {
        keys.append(Key(key: key, name: FieldNames.normalized(key)))
        positions[key] = position
      }
      keys[position].add(value, of: document)
    }
  }
}

extension KeyStatistics.Key {
  fileprivate mutating func add(_ value: Int, of document: PropertyListDocument) {
    count += 1
    switch document.kind(of: value) {
    case .string:
      strings += 1
      let text = document.text(of: value)
      if text.contains(where: { !$0.isWhitespace }) { filledStrings += 1 }
      if FieldNames.isPictureFile(text) { pictureFiles += 1 }
      if distinctValues.count < 4096 { distinctValues.insert(text) }
    case .integer, .real: numbers += 1
    case .date: dates += 1
    case .true, .false: booleans += 1
    case .dict: dicts += 1
    case .array:
      arrays += 1
      var size = 0
      for element in document.elements(of: value) {
        if size == 0 {
          if document.kind(of: element) == .dict { arraysOfDicts += 1 }
          if !document.kind(of: element).isContainer { arraysOfScalars += 1 }
        }
        size += 1
      }
      if arraySizes.count < 64 { arraySizes.insert(size) }
    case .data, .key: break
    }
  }
}
