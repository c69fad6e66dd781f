import Platform
import PropertyLists

/// Determines how a property list is to be read as a catalogue.
///
/// It looks at the document level by level: lists, the dictionaries in them, the lists in these. At
/// each level an evenly spread sample decides whether the dictionaries are entries or sections, and
/// under which keys sections have their titles and members.
struct ShapeRecognizer {
  private let document: PropertyListDocument
  private let options: ShapeOptions
  private var reasons: [String] = []
  /// The greatest number of lists that are looked at in a level.
  private static let sampledLists = 256
  private var isForm = false

  private init(_ document: PropertyListDocument, options: ShapeOptions) {
    self.document = document
    self.options = options
  }

  /// - Throws: `ReportedError` if the root that the options name does not exist.
  /// - Complexity: O(*n*) in the number of nodes, with a small constant: most are only skipped.
  static func recognize(
    _ document: PropertyListDocument, options: ShapeOptions
  ) throws(ReportedError) -> Shape {
    var recognizer = ShapeRecognizer(document, options: options)
    guard let wanted = options.root else {
      if let table = document.stringTable, options.memberKeys.isEmpty {
        return recognizer.stringCatalog(table)
      }
      if let table = document.translations, options.memberKeys.isEmpty {
        recognizer.reasons.append("the list is under 'translations', beside 'pluralForm'")
        return recognizer.shape(of: table, at: ["translations"])
      }
      let (root, path) = recognizer.findRoot(in: document.root)
      return recognizer.shape(of: root, at: path)
    }
    let (root, path) = try document.node(at: wanted)
    recognizer.reasons.append("the root is '\(wanted)', as requested")
    var shape = recognizer.shape(of: root, at: path)
    shape.requestedRoot = root
    return shape
  }

  /// The shape of the value at a path, as if it were the whole file.
  static func shape(
    of value: NodeIndex, at path: ValuePath, in document: PropertyListDocument,
    _ options: ShapeOptions
  ) -> Shape {
    var recognizer = ShapeRecognizer(document, options: options)
    let (root, inner) = recognizer.findRoot(in: value)
    var shape = recognizer.shape(of: root, at: path.names + inner)
    shape.requestedRoot = value
    return shape
  }

  private mutating func shape(of root: NodeIndex, at path: [String]) -> Shape {
    var levels: [Shape.Level] = []
    let isFlat = options.isFlat || document.isListByFormat
    if isFlat {
      reasons.append(
        "every element of the root is an entry, "
          + (options.isFlat ? "as requested" : "as in all files of the format"))
    } else {
      levels = recognizeLevels(from: root)
    }
    let isSectioned = isFlat || levels.contains { $0 != .entries } || hasLists(in: root)
    let grouping = isSectioned || isForm ? .none : recognizeGrouping(of: root)
    return Shape(
      root: root, rootPath: path, levels: levels,
      grouping: grouping, isForm: isForm,
      isFlat: isFlat, isStringCatalog: false, reasons: reasons)
  }

  private func stringCatalog(_ table: NodeIndex) -> Shape {
    Shape(
      root: table, rootPath: [LocalizedField.Key.strings], levels: [], grouping: .none,
      isForm: false, isFlat: true, isStringCatalog: true,
      reasons: ["a String Catalog: entries are its strings, fields their texts by language"])
  }

  // MARK: The root

  /// Descends through wrappers: dictionaries that hold one list, alone or beside little else.
  private mutating func findRoot(in value: NodeIndex) -> (node: NodeIndex, path: [String]) {
    var node = value
    var path: [String] = []
    while document.kind(of: node) == .dict, !document.isNumberedList(node),
      let inner = document.wrappedList(in: node)
    {
      path.append(document.text(of: inner.key))
      node = inner.value
    }
    if !path.isEmpty {
      reasons.append("the list is under '\(path.joined(separator: "."))'")
    }
    return (node, path)
  }

  private func hasLists(in list: NodeIndex) -> Bool {
    let census = document.census(of: list)
    // In a dictionary of mostly scalars, a list is one field among others.
    return census.arrays > 0
      && (document.kind(of: list) == .array || census.scalars < census.arrays + census.dicts)
  }
}

// MARK: Levels

extension ShapeRecognizer {
  private mutating func recognizeLevels(from root: NodeIndex) -> [Shape.Level] {
    var levels: [Shape.Level] = []
    var lists = [root]
    while !lists.isEmpty {
      var dicts = Sample()
      var arrays = Sample()
      var areKeyed = false
      for list in lists {
        let list = document.innerList(of: list)
        document.forEachElement(of: list, insideSectionOf: levels.last) { element in
          switch document.kind(of: element.value) {
          case .dict:
            dicts.add(element.value)
            if element.key != nil { areKeyed = true }
          case .array: arrays.add(element.value)
          default: break
          }
        }
      }
      if levels.isEmpty { recognizeRootArrays(root, arrays: arrays) }
      let level = recognizeLevel(dicts, areKeyed: areKeyed, depth: levels.count)
      levels.append(level)
      var inner = Sample(limit: ShapeRecognizer.sampledLists)
      for array in arrays.items { inner.add(array) }
      for dict in dicts.items {
        for list in document.memberLists(of: dict, at: level) { inner.add(list) }
      }
      lists = inner.items
    }
    while levels.last == .entries { levels.removeLast() }
    return levels
  }

  private mutating func recognizeRootArrays(_ root: NodeIndex, arrays: Sample) {
    guard arrays.count > 0, hasLists(in: root) else { return }
    if document.kind(of: root) == .dict, !document.isNumberedList(root) {
      reasons.append("sections: the root's keys are titles of lists")
      return
    }
    reasons.append("sections: the lists in the root list, which have no titles")
  }

  private mutating func recognizeLevel(
    _ dicts: Sample, areKeyed: Bool, depth: Int
  ) -> Shape.Level {
    guard dicts.count > 0 else { return .entries }
    // A row is an entry, whatever lists it holds.
    if recognizeForm(dicts) { return .entries }
    let statistics = KeyStatistics(of: dicts.items, in: document)
    if !options.memberKeys.isEmpty {
      return sectionsLevel(options.memberKeys, dicts, statistics, depth: depth)
    }
    if areKeyed { return keyedLevel(dicts, statistics, depth: depth) }
    if let level = numberedLevel(dicts, statistics, depth: depth) { return level }
    if isTitledByKey(dicts, statistics) {
      reasons.append("sections\(inLevel(depth)): dictionaries of one key, which is the title")
      return .titledByKey
    }
    guard let members = chooseMembers(statistics) else { return .entries }
    return sectionsLevel([members], dicts, statistics, depth: depth)
  }

  private mutating func recognizeForm(_ dicts: Sample) -> Bool {
    guard dicts.items.contains(where: document.isFormRow) else { return false }
    if !isForm {
      reasons.append(
        "a form: rows own rows after them ('\(FormKey.additionalRows.rawValue)') and may be hidden "
          + "('\(FormKey.isVisible.rawValue)')")
    }
    isForm = true
    return true
  }

  private func inLevel(_ depth: Int) -> String { depth == 0 ? "" : " of level \(depth + 1)" }

  private mutating func sectionsLevel(
    _ memberKeys: [String], _ dicts: Sample, _ statistics: KeyStatistics, depth: Int
  ) -> Shape.Level {
    let found = dicts.items.count { dict in
      memberKeys.contains { document.value(of: $0, in: dict) != nil }
    }
    guard found > 0 else { return .entries }
    let titleKeys = chooseTitles(dicts, statistics, except: memberKeys)
    let names = memberKeys.map { "'\($0)'" }.joined(separator: ", ")
    reasons.append(
      "sections\(inLevel(depth)): dictionaries with members under \(names)"
        + " (\(found) of \(dicts.items.count)\(dicts.isWhole ? "" : " sampled"))")
    reasons.append(
      titleKeys.first.map { "titles\(inLevel(depth)): '\($0)'" }
        ?? "titles\(inLevel(depth)): none, no key has one")
    return .sections(memberKeys: memberKeys, titleKeys: titleKeys)
  }

  /// The level of dictionaries with meaningful keys: named groups of lists, or records.
  private mutating func keyedLevel(
    _ dicts: Sample, _ statistics: KeyStatistics, depth: Int
  ) -> Shape.Level {
    let groups = dicts.items.count { dict in
      let census = document.census(of: dict)
      return census.scalars == 0 && census.arrays + census.dicts > 0
    }
    if groups * 5 >= dicts.items.count * 4 {
      reasons.append("sections\(inLevel(depth)): dictionaries of lists, titled by their keys")
      return .keyedSections
    }
    let lists = statistics.keys.filter { $0.arrays + $0.dicts > 0 }
    let plain = statistics.keys.filter { $0.scalars > 0 && !$0.isPicture }
    if lists.count == 1, plain.count <= 1, lists[0].arrays > 0,
      let members = chooseMembers(statistics)
    {
      return sectionsLevel([members], dicts, statistics, depth: depth)
    }
    if depth == 0 { reasons.append("entries: the records under the root's keys") }
    return .entries
  }

  private mutating func numberedLevel(
    _ dicts: Sample, _ statistics: KeyStatistics, depth: Int
  ) -> Shape.Level? {
    let numbered = dicts.items.count { document.numberedMembers(of: $0) != nil }
    guard numbered * 2 >= dicts.items.count else { return nil }
    reasons.append("sections\(inLevel(depth)): dictionaries whose members are numbered keys")
    return .numberedSections(titleKeys: chooseTitles(dicts, statistics, except: []))
  }

  private func isTitledByKey(_ dicts: Sample, _ statistics: KeyStatistics) -> Bool {
    let singles = dicts.items.count { dict in
      let census = document.census(of: dict)
      return census.scalars == 0 && census.arrays + census.dicts == 1
    }
    return singles == dicts.items.count && statistics.keys.count * 2 > dicts.items.count
      && statistics.keys.count > 1
  }

  /// The key under which dictionaries hold their members, if they are sections at all.
  private func chooseMembers(_ statistics: KeyStatistics) -> String? {
    let fields = statistics.keys.filter { $0.scalars > 0 && !$0.isPicture }
    let candidates = statistics.keys.filter { key in
      // A key that rarely holds a list does not hold members.
      guard key.arrays > 0, key.arrays * 4 >= statistics.dictCount, key.arrays * 2 >= key.count
      else { return false }
      if FieldNames.isMemberList(key.name) { return true }
      let ofDicts = key.arraysOfDicts > 0
      if FieldNames.isAttributeList(key.name, ofDictionaries: ofDicts) { return false }
      // Lists of single values that all have the same length, beside other fields, are tuples, not
      // members.
      let isTuple =
        !ofDicts && key.arrays > 2 && key.arraysAreEqual && key.arraySize != 1
        && fields.count > 1
      return !isTuple && fields.count <= 4
    }
    let ranked = candidates.sorted { rank($0) < rank($1) }
    guard let best = ranked.first else { return nil }
    if ranked.count > 1, rank(ranked[1]) == rank(best) { return nil }
    return best.key
  }

  private func rank(_ key: KeyStatistics.Key) -> Int {
    if FieldNames.isMemberList(key.name) { return 0 }
    return key.arraysOfDicts > 0 ? 1 : 2
  }

  private func chooseTitles(
    _ dicts: Sample, _ statistics: KeyStatistics, except memberKeys: [String]
  ) -> [String] {
    if !options.titleKeys.isEmpty { return options.titleKeys }
    let own = title(among: statistics.keys.filter { !memberKeys.contains($0.key) })
    if let own { return [own.key] }
    // Keys inside members are left out: they are not about the section.
    guard !memberKeys.isEmpty else { return [] }
    let inner = title(
      among: statistics.inner(of: dicts.items, in: document, except: memberKeys))
    return inner.map { FieldNames.titleRank($0.name) == nil ? [] : [$0.key] } ?? []
  }

  private func title(among keys: [KeyStatistics.Key]) -> KeyStatistics.Key? {
    let fields = keys.enumerated().filter { _, key in
      key.scalars > 0 && !key.isPicture && !FieldNames.isFooter(key.name)
    }
    return fields.min { first, second in
      titleOrder(first.element, first.offset) < titleOrder(second.element, second.offset)
    }?.element
  }

  private func titleOrder(_ key: KeyStatistics.Key, _ position: Int) -> (Int, Int, Int) {
    let isString = key.filledStrings > 0 ? 0 : 1
    return (FieldNames.titleRank(key.name) ?? 1000, isString, position)
  }
}

// MARK: Flat lists

extension ShapeRecognizer {
  private mutating func recognizeGrouping(of list: NodeIndex) -> Shape.Grouping {
    var dicts = Sample()
    document.forEachElement(of: list) { element in
      if document.kind(of: element.value) == .dict, element.key == nil { dicts.add(element.value) }
    }
    let declared = DeclaredKeys.of(document)
    guard dicts.count > (declared.isEmpty ? 1 : 0) else { return .none }
    let headers = dicts.items.count(where: document.isHeaderRow)
    if headers == dicts.items.count {
      reasons.append("entries: rows whose Type is PSGroupSpecifier, with no others after them")
      return .none
    }
    if headers > 0 {
      reasons.append("sections: rows whose Type is PSGroupSpecifier head those after them")
      return .headerRows
    }
    let statistics = KeyStatistics(of: dicts.items, in: document)
    let column = statistics.keys.first { key in
      key.isGroupColumn && key.filledStrings * 10 >= statistics.dictCount * 9
        && (key.distinctValues.count * 2 <= statistics.dictCount || declared.contains(key.name))
    }
    guard let column else { return .none }
    reasons.append("sections: the values under '\(column.key)' group the entries")
    return .column(column.key)
  }
}

/// An evenly spread sample of a sequence, in order.
struct Sample {
  private(set) var items: [NodeIndex] = []
  private(set) var count = 0
  private var stride = 1
  private let limit: Int

  init(limit: Int = 4096) { self.limit = limit }

  var isWhole: Bool { stride == 1 }

  mutating func add(_ item: NodeIndex) {
    if count % stride == 0 {
      if items.count == limit {
        items = items.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        stride *= 2
      }
      if count % stride == 0 { items.append(item) }
    }
    count += 1
  }
}
