import Platform

/// The heads, which precede the values, of properties that are edited or new.
extension PatchedCards {
  /// Checks that new and changed heads are valid.
  func checkHeads(in card: NodeIndex, _ other: NodeIndex) throws(UnwritableFile) {
    let (new, old) = (elements.new, elements.old)
    guard let heads = new.value(of: VCardMapping.headsKey, in: card) else { return }
    let olds = old.value(of: VCardMapping.headsKey, in: other)
    for (key, value) in new.members(of: heads) {
      let (key, head) = (new.text(of: key), new.plainText(of: value) ?? "")
      let before = olds.flatMap { old.value(of: key, in: $0) }.flatMap(old.plainText)
      if before == head || key == "VERSION" { continue }
      if !VCardHead(head).isValid {
        throw .value("'\(head)' is not what precedes a value in a card, as 'TEL;TYPE=home' does")
      }
    }
  }

  /// Gives each label the group of the property that it labels.
  func groupLabels(in properties: inout [VCardProperty], of card: VCardWriter.Card) {
    let labelledMembers = newCards.labelledMembers(of: card)
    if labelledMembers.isEmpty { return }
    let owners = PatchedCards.owners(of: properties)
    var free = FreeGroups(properties)
    for index in properties.indices {
      guard let label = properties[index].members.first,
        let labelled = labelledMembers[label].flatMap({ owners[$0] })
      else { continue }
      if properties[labelled].group.isEmpty { properties[labelled].group = free.next() }
      properties[index].head = properties[labelled].group + ".X-ABLabel".utf8
    }
  }

  /// The positions of the properties that members are in, by the positions of the members.
  static func owners(of properties: [VCardProperty]) -> [Int: Int] {
    var owners: [Int: Int] = [:]
    for (index, property) in properties.enumerated() {
      for member in property.members { owners[member] = owners[member] ?? index }
    }
    return owners
  }

  /// Groups that no property has.
  private struct FreeGroups {
    private let taken: Set<[UInt8]>
    private var number = 0

    init(_ properties: [VCardProperty]) { taken = Set(properties.map(\.foldedGroup)) }

    mutating func next() -> [UInt8] {
      repeat { number += 1 } while taken.contains(Array("ITEM\(number)".utf8))
      return Array("item\(number)".utf8)
    }
  }

  /// Leaves out parameters that do not apply to new values.
  ///
  /// - Parameter before: The old properties that they replace.
  func fitHeads(of properties: inout [VCardProperty], _ before: [VCardProperty?]) {
    for (index, old) in before.enumerated() {
      let value = properties[index].value
      guard let old, old.head == properties[index].head, old.value != value, !value.texts.isEmpty
      else { continue }
      let text = String(decoding: Array(value.texts.joined(separator: " ".utf8)), as: UTF8.self)
      let head = String(decoding: old.head, as: UTF8.self)
      properties[index].head = Array(VCardMapping.head(head, withValue: text).utf8)
    }
  }

  /// Gives new properties that come with labels of their own a new group if the card already has
  /// their group. Such properties come from another version of the card, for example.
  func separateGroups(
    of properties: inout [VCardProperty], _ before: [VCardProperty?], in card: VCardWriter.Card
  ) {
    let groups = properties.map(\.group)
    let isLabel = properties.map(\.isLabel)
    let isNew = properties.indices.map { before[$0]?.group != groups[$0] }
    let kept = Set(properties.indices.filter { !isNew[$0] && !isLabel[$0] }.map { groups[$0] })
    var newLabels: [[UInt8]: [Int]] = [:]
    for index in properties.indices where isNew[index] && isLabel[index] {
      newLabels[groups[index], default: []].append(index)
    }
    if newLabels.isEmpty { return }
    let keys = Set(card.members.map { newCards.names.name(ofKey: $0.key) })
    var free = FreeGroups(properties)
    for index in properties.indices where isNew[index] && !isLabel[index] {
      guard !groups[index].isEmpty, kept.contains(groups[index]) else { continue }
      let labels = (newLabels[groups[index]] ?? []).filter {
        newCards.isLabel(properties[$0], of: properties[index], card, keys)
      }
      if labels.isEmpty { continue }
      newLabels[groups[index]]?.removeAll(where: labels.contains)
      let group = free.next()
      for index in labels + [index] { properties[index].group = group }
    }
  }

  /// The properties of a new card, with `nil` for each that is not the first in its group, and for
  /// its label. A merged card may have the same group from both sides.
  func firstOfGroups(
    _ properties: [VCardProperty], in card: VCardWriter.Card
  ) -> [VCardProperty?] {
    var firsts: [[UInt8]: VCardProperty] = [:]
    for property in properties where !property.isLabel && firsts[property.group] == nil {
      firsts[property.group] = property
    }
    let keys = Set(card.members.map { newCards.names.name(ofKey: $0.key) })
    return properties.map { property in
      guard !property.group.isEmpty, let first = firsts[property.group] else { return property }
      let isFirst =
        property.isLabel
        ? newCards.isLabel(property, of: first, card, keys) : property.members == first.members
      return isFirst ? property : nil
    }
  }

  /// Declares the character set in the heads of new texts of version 2.1, as other properties of
  /// the card or of the file do. Members get the heads that they are written with.
  ///
  /// - Parameters:
  ///   - before: The properties in whose places they are.
  ///   - olds: The properties that the card had.
  mutating func tellCharsets(
    of properties: inout [VCardProperty], _ before: [VCardProperty?] = [],
    beside olds: [VCardProperty] = [], to card: inout VCardWriter.Card
  ) {
    defer { for property in properties { newCards.setHead(of: property, in: &card) } }
    guard card.isOld else { return }
    for index in properties.indices {
      let property = properties[index]
      let old = before.indices.contains(index) ? before[index] : nil
      if !property.value.isOtherThanASCII || property.hasCharset
        || old.map({ $0.value.isOtherThanASCII && !$0.hasCharset }) ?? false
      {
        continue
      }
      let isEncoded = VCardHead(String(decoding: property.head, as: UTF8.self)).isQuotedPrintable
      for parameter in encoding(beside: olds)
      where !isEncoded || VCardProperty.isCharset(parameter) {
        properties[index].head += ";".utf8 + parameter
      }
    }
  }

  /// The parameters of texts that are not ASCII, in the style of the card or of the file.
  private mutating func encoding(beside olds: [VCardProperty]) -> [[UInt8]] {
    if let known = olds.first(where: \.hasCharset) {
      return VCardProperty.encoding(ofHead: known.head[...])
    }
    if olds.contains(where: \.value.isOtherThanASCII) { return [] }
    if usualEncoding == nil { usualEncoding = encodingOfFile }
    return usualEncoding ?? []
  }

  private var encodingOfFile: [[UInt8]] {
    var (isOld, isOtherThanASCII) = (true, false)
    for line in elements.text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let words = Array(line.prefix(12))
      words.withUnsafeBufferPointer { words in
        if words.isWord("BEGIN:VCARD") { isOld = true }
        if words.isWord("VERSION:3.0") || words.isWord("VERSION:4.0") { isOld = false }
      }
      if !isOld { continue }
      let encoding = VCardProperty.encoding(ofHead: line.prefix { $0 != UInt8(ascii: ":") })
      if encoding.contains(where: VCardProperty.isCharset) { return encoding }
      isOtherThanASCII = isOtherThanASCII || line.contains { $0 >= 0x80 }
    }
    if isOtherThanASCII || newCards.isConverted { return [] }
    let usual = Array("N\(VCardMapping.lineEndEncoding)".utf8)
    return VCardProperty.encoding(ofHead: usual[...])
  }
}
