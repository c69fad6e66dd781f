import PropertyLists

/// Counts of the values that a sample of dictionaries has under each key.
struct KeyStatistics {
  /// Counts of the values under one key.
  struct Key {
    /// The key or, for a key of an inner dictionary, the path.
    let key: String
    let name: String
    /// Whether the key is a usual one by which a list's entries are grouped.
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
    /// The length of the first array, and (`arraysAreEqual`) whether all arrays have this length.
    var arraySize: Int?
    var arraysAreEqual = true
    /// The values of a key that may group entries.
    var distinctValues: Set<String> = []
    /// What the first scalars are like.
    var looks = Looks()

    init(_ key: String, path: String? = nil) {
      self.key = path ?? key
      name = FieldNames.normalized(key)
      isGroupColumn = FieldNames.isGroupColumn(name)
    }

    var scalars: Int { strings + numbers + dates }
    /// The number of values that can be shown.
    var filled: Int { filledStrings + numbers + dates }
    var isPicture: Bool {
      FieldNames.isPicture(name)
        || strings > 0 && pictureFiles * 5 >= filledStrings * 4
          && pictureFiles > 0
    }
  }

  private(set) var keys: [Key] = []
  private(set) var dictCount = 0
  private var positions: [String: Int] = [:]
  private let outer: String?

  /// - Parameter outer: The key of these dictionaries in their outer dictionaries, with which the
  ///   paths of keys begin.
  init(of dicts: [NodeIndex], in document: PropertyListDocument, under outer: String? = nil) {
    self.outer = outer
    for dict in dicts { add(dict, of: document) }
  }

  /// The keys of inner dictionaries, with their paths; those under up to eight keys are looked at.
  ///
  /// - Parameter dicts: The dictionaries that were counted.
  func inner(
    of dicts: [NodeIndex], in document: PropertyListDocument, except excluded: [String] = []
  ) -> [Key] {
    keys.filter { $0.dicts > 0 && !excluded.contains($0.key) }.prefix(8).flatMap { key in
      let inner = dicts.compactMap { dict in
        document.value(of: key.key, in: dict).flatMap { document.kind(of: $0) == .dict ? $0 : nil }
      }
      return KeyStatistics(of: inner, in: document, under: key.key).keys
    }
  }

  private mutating func add(_ dict: NodeIndex, of document: PropertyListDocument) {
    dictCount += 1
    // Most dictionaries of a list have the same keys in the same order.
    var expected = 0
    for (keyNode, value) in document.members(of: dict) {
      if outer != nil || expected >= keys.count
        || !document.hasText(keyNode, keys[expected].key)
      {
        expected = position(of: document.text(of: keyNode))
      }
      keys[expected].add(value, of: document)
      expected += 1
    }
  }

  private mutating func position(of key: String) -> Int {
    if let position = positions[key] { return position }
    keys.append(Key(key, path: outer.map { FieldPath(components: [$0, key]).text }))
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
    case .integer, .real:
      numbers += 1
      if let number = document.scalar(value) {
        document.withText(of: number) { looks.add($0, as: .number) }
      }
    case .date:
      dates += 1
      if let date = document.scalar(value) {
        document.withText(of: date) { looks.add($0, as: .number) }
      }
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
      if text.contains(where: { $0 > 0x20 }) {
        filledStrings += 1
        looks.add(text)
      }
      if FieldNames.isPictureFile(text) { pictureFiles += 1 }
    }
    if isGroupColumn { distinctValues.insert(document.text(of: string)) }
  }
}
