import PropertyLists

/// Decides which fields of entries are their labels and details.
struct FieldChooser {
  private let document: PropertyListDocument
  private let options: ShapeOptions
  private let statistics: KeyStatistics
  private let isKeyed: Bool

  private static let sampleSize = 4096
  private static let keyLimit = 16

  init(_ document: PropertyListDocument, entryNodes: [UInt32], options: ShapeOptions) {
    self.document = document
    self.options = options
    let stride = max(entryNodes.count / FieldChooser.sampleSize, 1)
    var values: [NodeIndex] = []
    var keyCount = 0
    for index in Swift.stride(from: 0, to: entryNodes.count, by: stride) {
      let node = NodeIndex(rawValue: Int(entryNodes[index]))
      let hasKey = document.kind(of: node) == .key
      if hasKey { keyCount += 1 }
      let value = hasKey ? document.end(of: node) : node
      if document.kind(of: value) == .dict { values.append(value) }
    }
    statistics = KeyStatistics(of: values, in: document)
    isKeyed = keyCount > 0
  }

  /// Sets the keys of labels and details, with reasons.
  func choose(for shape: inout Shape) {
    let fields = statistics.keys.enumerated().map { (key: $0.element, position: $0.offset) }
    // Where there are pictures, an entry without text is known by its picture before what is about
    // its row.
    let hasPictures = fields.contains { $0.key.isPicture }
    let labels = fields.filter { isLabel($0.key) }
      .filter { !hasPictures || !FieldNames.isTechnical($0.key.name) }
      .map { (order: labelOrder($0.key, $0.position), key: $0.key.key) }
      .sorted { $0.order < $1.order }
      .map(\.key)
    if shape.isForm, options.labelKeys.isEmpty, options.detailKeys.isEmpty,
      chooseTitles(for: &shape)
    {
      return explain(&shape)
    }
    // More keys would cost time for each entry; an entry with none of them is labelled by its first
    // field.
    shape.labelKeys =
      options.labelKeys.isEmpty ? Array(labels.prefix(FieldChooser.keyLimit)) : options.labelKeys
    let labelKey = isKeyed ? nil : shape.labelKeys.first
    let detail = fields.filter { isDetail($0.key) && $0.key.key != labelKey }
      .map { (order: detailOrder($0.key, $0.position), key: $0.key.key) }
      .min { $0.order < $1.order }
    shape.detailKeys =
      options.detailKeys.isEmpty ? detail.map { [$0.key] } ?? [] : options.detailKeys
    explain(&shape)
  }

  /// Chooses the titles of a form: the small one is what a row is about and the large one what was
  /// entered, unless there is only the large one.
  private func chooseTitles(for shape: inout Shape) -> Bool {
    let (large, small) = (FormKey.primaryTitle.rawValue, FormKey.secondaryTitle.rawValue)
    guard statistics.keys.contains(where: { $0.key == large || $0.key == small }) else {
      return false
    }
    shape.labelKeys = [small, large]
    shape.detailKeys = [large, FormKey.value.rawValue]
    return true
  }

  private func isLabel(_ key: KeyStatistics.Key) -> Bool {
    key.scalars > 0 && !key.isPicture
      && !FormKey.flags.contains(key.key)
  }

  private func isDetail(_ key: KeyStatistics.Key) -> Bool {
    isLabel(key) && filled(key) * 5 >= statistics.dictCount
      && !FieldNames.isTechnical(key.name)
  }

  private func filled(_ key: KeyStatistics.Key) -> Int {
    key.filledStrings + key.numbers + key.dates
  }

  private func labelOrder(_ key: KeyStatistics.Key, _ position: Int) -> (Int, Int, Int) {
    let isTechnical = FieldNames.isTechnical(key.name) ? 2 : 0
    let isString = key.filledStrings > 0 ? 0 : 1
    return (FieldNames.labelRank(key.name) ?? 1000, isTechnical + isString, position)
  }

  private func detailOrder(_ key: KeyStatistics.Key, _ position: Int) -> (Int, Int, Int) {
    // If a key names the entry, the field that would have been its label comes first.
    if isKeyed, let rank = FieldNames.labelRank(key.name) { return (rank - 1000, 0, position) }
    return (FieldNames.detailRank(key.name) ?? 1000, 0, position)
  }

  private func explain(_ shape: inout Shape) {
    if isKeyed { shape.reasons.append("labels: the keys of the entries") }
    guard statistics.dictCount > 0 else { return }
    let pictures = statistics.keys.filter(\.isPicture).map { "'\($0.key)'" }
    if !isKeyed {
      shape.reasons.append(
        shape.labelKeys.first.map { "labels: '\($0)'" + count($0) }
          ?? (pictures.isEmpty ? "labels: none, no key has a text or number" : "labels: pictures"))
    }
    shape.reasons.append(
      shape.detailKeys.first.map { "details: '\($0)'" + count($0) }
        ?? "details: none, no other key has a text or number worth showing")
    if !pictures.isEmpty {
      shape.reasons.append(
        "pictures, labels where there is no text: \(pictures.joined(separator: ", "))")
    }
  }

  private func count(_ key: String) -> String {
    guard let found = statistics.keys.first(where: { $0.key == key }) else {
      return " (requested; no entry has it)"
    }
    return " (in \(min(found.count, statistics.dictCount)) of \(statistics.dictCount))"
  }
}
