import PropertyLists

/// Decides which fields of entries are their labels and details.
///
/// Fields are scored by the looks of their values and by their names. Among fields with about the
/// same score those with usual names come first; ties are broken by the order in the entries.
struct FieldChooser {
  private let document: PropertyListDocument
  private let options: ShapeOptions
  private let dicts: [NodeIndex]
  private let statistics: KeyStatistics
  private let isKeyed: Bool
  /// Whether the keys that entries are stored under say nothing: they are numbers, or Xcode's
  /// identifiers of objects.
  private let areKeysNumbers: Bool

  private static let sampleSize = 4096
  private static let keyLimit = 16
  /// If all labels have a lower score, keys of inner dictionaries are tried, too.
  private static let poorLabel = 10
  /// A field with a lower score is not worth showing beside the label.
  private static let poorDetail = 0

  init(_ document: PropertyListDocument, entryNodes: [UInt32], options: ShapeOptions) {
    self.document = document
    self.options = options
    let stride = max(entryNodes.count / FieldChooser.sampleSize, 1)
    var values: [NodeIndex] = []
    var keyCount = 0
    var areNumbers = true
    for index in Swift.stride(from: 0, to: entryNodes.count, by: stride) {
      let node = NodeIndex(rawValue: Int(entryNodes[index]))
      let key = document.key(node)
      if let key {
        keyCount += 1
        areNumbers =
          areNumbers
          && document.withText(of: key) {
            Looks.look(of: $0) == .number || FieldChooser.isObjectKey($0)
          }
      }
      let value = key == nil ? node : document.end(of: node)
      if document.kind(of: value) == .dict { values.append(value) }
    }
    dicts = values
    statistics = KeyStatistics(of: values, in: document)
    isKeyed = keyCount > 0
    areKeysNumbers = isKeyed && areNumbers
  }

  /// Whether a key is 24 hexadecimal digits in upper case.
  private static func isObjectKey(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count == 24 && text.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x46 ~= $0 }
  }

  /// Sets a shape's keys of labels and details, and adds the reasons.
  func choose(for shape: inout Shape) {
    if shape.isStringCatalog { return chooseTexts(for: &shape) }
    if shape.isForm, options.labelKeys.isEmpty, options.detailKeys.isEmpty,
      chooseTitles(for: &shape)
    {
      return explain(&shape, [], [])
    }
    var labels = labels()
    // A list with few fields so far tells little, so declared keys come first.
    if let declared = DeclaredKeys.label(of: DeclaredKeys.of(document)),
      let index = labels.firstIndex(where: { $0.key.key == declared })
    {
      labels.insert(labels.remove(at: index), at: 0)
    }
    // More keys would cost time for each entry; an entry with none of them is labelled by its first
    // field.
    shape.labelKeys =
      options.labelKeys.isEmpty
      ? usualLabelKeys(labels) : options.labelKeys
    shape.prefersLabelsToKeys =
      areKeysNumbers && labels.first.map { FieldNames.labelRank($0.key.name) != nil } ?? false
    let labelKey = isKeyed && !shape.prefersLabelsToKeys ? nil : usedLabelKey(shape)
    let details = details(except: labelKey)
    shape.detailKeys =
      !options.detailKeys.isEmpty
      ? options.detailKeys
      : shape.prefersLabelsToKeys
        ? [] : details.first { $0.score > FieldChooser.poorDetail }.map { [$0.key.key] } ?? []
    explain(&shape, labels, details)
  }

  /// The keys of labels, the best first. The label of a card is its name, even if no card has one
  /// yet.
  private func usualLabelKeys(_ labels: [Candidate]) -> [String] {
    let keys = labels.prefix(FieldChooser.keyLimit).map { $0.key.key }
    guard document.holdsCards else { return keys }
    return [VCardMapping.nameKey] + keys.filter { $0 != VCardMapping.nameKey }
  }

  /// Chooses the texts in the source language of a String Catalog as details.
  private func chooseTexts(for shape: inout Shape) {
    func paths(_ names: [String]) -> [String] {
      names.map { name in
        LocalizedField(named: name).map { FieldPath(components: $0.path).text } ?? name
      }
    }
    shape.reasons.append("labels: the keys of the entries")
    shape.labelKeys = paths(options.labelKeys)
    shape.detailKeys = paths(options.detailKeys)
    let language = document.value(of: LocalizedField.Key.sourceLanguage, in: document.root)
      .flatMap(document.scalar).map(document.text)
    if shape.detailKeys.isEmpty, let language {
      shape.detailKeys = paths(
        ["", ".plural.other", ".device.other", ".device.other.plural.other"].map { language + $0 })
      shape.reasons.append("details: the texts in the source language, '\(language)'")
    }
  }

  /// Chooses a form's titles: the small title, which is the row's subject, as the label, and the
  /// large one, which is the entered value, as the detail. Without a small title the large one is
  /// the label.
  private func chooseTitles(for shape: inout Shape) -> Bool {
    let (large, small) = (FormKey.primaryTitle.rawValue, FormKey.secondaryTitle.rawValue)
    guard statistics.keys.contains(where: { $0.key == large || $0.key == small }) else {
      return false
    }
    shape.labelKeys = [small, large]
    shape.detailKeys = [large, FormKey.value.rawValue]
    return true
  }

  // MARK: Scores

  private struct Candidate {
    let key: KeyStatistics.Key
    let score: Int
    /// Decides between candidates with about the same score; the smaller, the better.
    let rank: Int
    let position: Int

    var order: (Int, Int, Int) { (-((score + 1000) / 10), rank, position) }
  }

  private func labels() -> [Candidate] {
    let candidates = labels(among: statistics.keys)
    if let best = candidates.first, best.score >= FieldChooser.poorLabel { return candidates }
    // The property names and parameters that a card keeps under this key are not about the person.
    let inner = statistics.inner(of: dicts, in: document).filter {
      document.source.format != .vcard || !$0.key.hasPrefix(VCardMapping.headsKey + ".")
    }
    return labels(among: statistics.keys + inner)
  }

  private func labels(among keys: [KeyStatistics.Key]) -> [Candidate] {
    let subject = FieldNames.subject(of: keys.map(\.key))
    // If there are pictures, technical keys are left out: an entry without text is labelled by its
    // picture first.
    let hasPictures = statistics.keys.contains(where: \.isPicture)
    let usable = keys.filter { isLabel($0) && !(hasPictures && FieldNames.isTechnical($0.name)) }
    return candidates(among: usable) { key in
      let rank = FieldNames.labelRank(key.name)
      var score = key.looks.score(isNamed: rank != nil)
      score += rank.map { FieldNames.isSuffixRank($0) ? 25 : 40 } ?? 0
      if let subject, key.name == subject + "number" { score += 40 }
      if key.looks.isConstant { score -= 20 }
      if key.looks.areOrdinals, rank == nil { score -= 30 }
      if key.looks.areLong, rank == nil { score -= 15 }
      if FieldNames.isTechnical(key.name) { score -= 25 }
      return (score, rank)
    }
  }

  private func details(except label: String?) -> [Candidate] {
    let keys = statistics.keys.filter { key in
      isLabel(key) && key.key != label && key.filled * 5 >= statistics.dictCount
        && !FieldNames.isTechnical(key.name)
    }
    return candidates(among: keys) { key in
      // If entries are labelled by their keys, the field that would else be the label is the best
      // detail.
      if isKeyed, let rank = FieldNames.labelRank(key.name) {
        return (key.looks.score(isNamed: true) + 100, rank)
      }
      let rank = FieldNames.detailRank(key.name)
      var score = key.looks.score(isNamed: rank != nil) + (rank == nil ? 0 : 40)
      score -=
        20 * (statistics.dictCount - min(key.filled, statistics.dictCount)) / statistics.dictCount
      if key.looks.isConstant { score -= 15 }
      // In lists of people a telephone number is the most useful detail, and beside one part of a
      // name the other.
      if UsualNames.meansTelephones(key.key) { score += 60 }
      if let label, UsualNames.areNameParts(label, key.key) { score += 200 }
      if FieldNames.isSize(key.name) { score -= 30 }
      return (score, rank)
    }
  }

  private func candidates(
    among keys: [KeyStatistics.Key], score: (KeyStatistics.Key) -> (score: Int, rank: Int?)
  ) -> [Candidate] {
    keys.enumerated().map { position, key in
      let (score, rank) = score(key)
      return Candidate(key: key, score: score, rank: rank ?? 1000, position: position)
    }.sorted { $0.order < $1.order }
  }

  private func isLabel(_ key: KeyStatistics.Key) -> Bool {
    key.scalars > 0 && !key.isPicture && !FormKey.flags.contains(key.key)
  }

  // MARK: Reasons

  private func explain(_ shape: inout Shape, _ labels: [Candidate], _ details: [Candidate]) {
    let labelsAreKeys = isKeyed && !shape.prefersLabelsToKeys
    if labelsAreKeys { shape.reasons.append("labels: the keys of the entries") }
    guard statistics.dictCount > 0 else { return }
    let pictures = statistics.keys.filter(\.isPicture).map { "'\($0.key)'" }
    if !labelsAreKeys {
      shape.reasons.append(
        usedLabelKey(shape).map { "labels: '\($0)'" + count($0) }
          ?? (pictures.isEmpty ? "labels: none, no key has a text or number" : "labels: pictures"))
    }
    shape.reasons.append(
      shape.prefersLabelsToKeys && shape.detailKeys.isEmpty
        ? "details: the keys of the entries, which are numbers"
        : shape.detailKeys.first.map { "details: '\($0)'" + count($0) }
          ?? "details: none, no other key has a text or number worth showing")
    if options.labelKeys.isEmpty, !labelsAreKeys { explain(&shape, "labels", labels) }
    if options.detailKeys.isEmpty { explain(&shape, "details", details) }
    if !pictures.isEmpty {
      shape.reasons.append(
        "labels of entries without text, pictures: \(pictures.joined(separator: ", "))")
    }
  }

  /// Adds the scores of the candidates to the reasons.
  private func explain(_ shape: inout Shape, _ role: String, _ candidates: [Candidate]) {
    guard candidates.count > 1 else { return }
    let scores = candidates.prefix(8).map { "'\($0.key.key)' \($0.score)" }
    shape.reasons.append(
      "scores as \(role): " + scores.joined(separator: ", ") + (candidates.count > 8 ? ", …" : ""))
  }

  /// The first label key that a sampled entry has, or that is a path into an inner dictionary.
  private func usedLabelKey(_ shape: Shape) -> String? {
    shape.labelKeys.first { key in
      statistics.keys.contains { $0.key == key } || FieldPath(key).components.count > 1
    } ?? shape.labelKeys.first
  }

  private func count(_ key: String) -> String {
    guard let found = statistics.keys.first(where: { $0.key == key }) else {
      return FieldPath(key).components.count > 1 ? "" : " (requested; no entry has it)"
    }
    return " (in \(min(found.count, statistics.dictCount)) of \(statistics.dictCount))"
  }
}
