import Platform

/// The text of edited files of other formats than XML; see `PatchedTree`.
extension PropertyListDocument {
  /// The text of the file to save, in UTF-8 and without a byte-order mark.
  ///
  /// - Parameter earlier: The pieces of an earlier text; `nil` for the current ones.
  /// - Precondition: The format is edited as text.
  /// - Throws: `UnwritableFile` if the edited values would not be the same when read again.
  /// - Complexity: O(*n*), several times that of reading.
  package func patchedText(_ earlier: TextPieces? = nil) throws(UnwritableFile) -> [UInt8] {
    if isFolder { return try patchedFolder(earlier).bytes.copy }
    return try withNodesAsRead(earlier) { () throws(UnwritableFile) in try patchedTextAsRead() }
  }

  private func patchedTextAsRead() throws(UnwritableFile) -> [UInt8] {
    let decoded = try rethrowing(decodedWithOrigins(), as: UnwritableFile.text)
    if decoded.isPartial { throw .partial }
    if hasSourceText { return decoded.fileText }
    let current = try rethrowing(PropertyListDocument(current: self), as: UnwritableFile.text)
    let elements = PatchedElements(self, current, decoded)
    let text: [UInt8]
    if let table = decoded.table {
      text = try PatchedTable.text(of: elements, table)
      try check(text, current) { $0.rowDifference(from: current) }
    } else if source.format == .vcard {
      let cards = try PatchedCards.written(elements, isConverted: isConverted)
      text = cards.files[0].text
      try check(text, current) { PatchedCards.difference(between: $0, and: current, cards) }
    } else {
      let syntax = syntax(of: decoded, elements)
      func patched(from other: PropertyListDocument?) throws(UnwritableFile) -> [UInt8] {
        let text = try PatchedTree.text(of: elements, syntax, from: other)
        try check(text, current) { $0.valueDifference(from: current) }
        return text
      }
      if let mergedVersion, let text = try? patched(from: mergedVersion) { return text }
      text = try patched(from: nil)
    }
    return text
  }

  /// A difference between the values that are read and those that should be.
  struct Difference {
    /// The key of the first value that differs, if it has one.
    var key: String?
  }

  /// Checks that a text, read like the file, has the current values.
  ///
  /// - Parameter difference: Compares the values if the text is not the same.
  private func check(
    _ text: [UInt8], _ current: PropertyListDocument,
    _ difference: (PropertyListDocument) -> Difference?
  ) throws(UnwritableFile) {
    try check(FileBytes(mark + text), current, difference)
  }

  func check(
    _ file: FileBytes, _ current: PropertyListDocument,
    _ difference: (PropertyListDocument) -> Difference?
  ) throws(UnwritableFile) {
    let read = try rethrowing(reading(file)) { (error: PropertyListError) in
      UnwritableFile.unequal(source.format, reason: "\(error)")
    }
    if !read.hasText(of: current), let difference = difference(read) {
      // The error of a new unreadable part explains the difference.
      let known = unread.map { "\($0.error)" }
      let reason = read.unread.map { "\($0.error)" }.first { !known.contains($0) }
      throw .unequal(source.format, key: difference.key, reason: reason)
    }
    guard unread.isSame(as: read.unread) else { throw .unread(unread + read.unread) }
    // Additions are in UTF-8, which should not be mixed with another encoding.
    if !isFolder, unread.contains(where: \.isUndecodable), !hasReadableBeyondASCII,
      read.hasReadableBeyondASCII
    {
      throw .value(
        "the encoding of the file is not known, since what it has beyond ASCII is not UTF-8; "
          + "name it with --encoding")
    }
  }

  /// Whether any readable text of the file, which is in UTF-8, is beyond ASCII.
  private var hasReadableBeyondASCII: Bool {
    let text = source.fileBytes.dropFirst(source.encoding.byteOrderMarkLength)
    var start = text.startIndex
    for unread in unread {
      let end = text.startIndex + unread.range.lowerBound
      if text[start..<end].contains(where: { $0 >= 0x80 }) { return true }
      start = end + unread.range.count
    }
    return text[start...].contains { $0 >= 0x80 }
  }

  func syntax(of decoded: DecodedFile, _ elements: PatchedElements) -> any TreeSyntax {
    source.format.isJSON
      ? JSONSyntax(
        decoded.fileText, isLines: decoded.hasNoBrackets, isEncodable: isEncodableInFile)
      : OpenStepSyntax(
        elements, hasNoBraces: decoded.hasNoBrackets, isEncodable: isEncodableInFile)
  }

  /// The bytes of the file to save.
  func patchedFile() throws(UnwritableFile) -> [UInt8] { try encodedFile(patchedText()) }

  /// A text in the encoding of the file, after its byte-order mark.
  ///
  /// - Throws: `UnwritableFile` if the encoding lacks a character, or cannot write unedited text as
  ///   it was.
  package func encodedFile(_ text: [UInt8]) throws(UnwritableFile) -> [UInt8] {
    let encoding = source.encoding
    let mark = Array(source.fileBytes[..<encoding.byteOrderMarkLength])
    if encoding.isUTF8 { return mark + text }
    // Unedited text must come out as it was.
    guard let old = try? decodedWithOrigins().fileText,
      let bytes = PropertyListDocument.encoded(old, encoding.converterName),
      bytes.elements.elementsEqual(source.fileBytes[encoding.byteOrderMarkLength...])
    else { throw .encoding(encoding.name) }
    guard let new = PropertyListDocument.encoded(text, encoding.converterName) else {
      let lacking = Set(String(decoding: text, as: UTF8.self).unicodeScalars)
        .filter { !$0.isASCII && !isEncodableInFile($0) }.min()
      throw lacking.map { .character($0, encoding.name) } ?? .encoding(encoding.name)
    }
    return mark + new.elements
  }

  /// Whether the file's encoding has a character.
  func isEncodableInFile(_ scalar: Unicode.Scalar) -> Bool {
    source.encoding.isUTF8
      || PropertyListDocument.encoded(Array(String(scalar).utf8), source.encoding.converterName)
        != nil
  }

  private static func encoded(_ text: [UInt8], _ name: String) -> GrowingBuffer<UInt8>? {
    let (bytes, again) = (GrowingBuffer<UInt8>(capacity: 2 * text.count), GrowingBuffer<UInt8>())
    guard
      text.withUnsafeBufferPointer({
        EncodingConverter(named: name)?.encode($0, into: bytes) == true
      }), EncodingConverter(named: name)?.convert(bytes.elements, into: again) == true,
      again.elements.elementsEqual(text)
    else { return nil }
    return bytes
  }

  /// The first difference between the texts in the rows of two tables, with sections of the same
  /// titles. A missing value equals an empty one, and sections without rows are ignored.
  private func rowDifference(from other: PropertyListDocument) -> Difference? {
    func rows(_ document: PropertyListDocument, _ list: NodeIndex) -> [[[UInt8]: String]]? {
      guard document.kind(of: list) == .array else { return nil }
      return document.elements(of: list).map { row in
        var values: [[UInt8]: String] = [:]
        guard document.kind(of: row) == .dict else { return values }
        for (key, value) in document.members(of: row) {
          let text = document.plainText(of: value) ?? ""
          if !text.isEmpty { values[document.withExactText(of: key) { Array($0) }] = text }
        }
        return values
      }
    }
    guard decoding.sectionColumn != nil else {
      let (one, two) = (rows(self, .root), rows(other, .root))
      return one == two ? nil : Difference(key: one.flatMap { one in two.flatMap { key(one, $0) } })
    }
    /// The first key under which rows do not have the same text.
    func key(_ one: [[[UInt8]: String]], _ two: [[[UInt8]: String]]) -> String? {
      guard let (row, other) = zip(one, two).first(where: { $0 != $1 }) else { return nil }
      let keys = (Array(row.keys) + Array(other.keys)).filter { row[$0] != other[$0] }
      return keys.min { $0.lexicographicallyPrecedes($1) }.map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    // The order of sections depends on the order of the rows.
    func sections(_ document: PropertyListDocument) -> [[[UInt8]: String]: [[[UInt8]: String]]]? {
      var result: [[[UInt8]: String]: [[[UInt8]: String]]] = [:]
      let titles = rows(document, .root) ?? []
      for (section, title) in zip(document.elements(of: .root), titles) {
        let lists = document.members(of: section).compactMap { rows(document, $0.value) }
        guard lists.count == 1, result[title] == nil else { return nil }
        if !lists[0].isEmpty { result[title] = lists[0] }
      }
      return result
    }
    return sections(self) != nil && sections(self) == sections(other) ? nil : Difference()
  }

  /// The first difference from the values of another document, in the same order. Numbers may be
  /// written differently.
  private func valueDifference(from other: PropertyListDocument) -> Difference? {
    differingNode(in: root, and: other.root, of: other).map { node in
      Difference(key: other.nearestKey(to: node))
    }
  }

  /// The key of a node, or of the innermost value around it that has one.
  private func nearestKey(to node: NodeIndex) -> String? {
    var (container, key): (NodeIndex, String?) = (.root, nil)
    while container < node, kind(of: container).isContainer,
      let child = PatchedElements.children(of: container, in: self).first(where: {
        node < end(of: $0.value)
      })
    {
      key = self.key(child.first).map(text) ?? key
      container = child.value
    }
    return key
  }

  /// Whether a value equals one of another document.
  func hasValue(
    _ node: NodeIndex, of partner: NodeIndex, in other: PropertyListDocument
  ) -> Bool {
    differingNode(in: node, and: partner, of: other) == nil
  }

  /// The first node in a value of another document that differs from this document's; `nil` if none
  /// does.
  private func differingNode(
    in value: NodeIndex, and otherValue: NodeIndex, of other: PropertyListDocument
  ) -> NodeIndex? {
    let (end, otherEnd) = (self.end(of: value), other.end(of: otherValue))
    var (node, partner) = (value, otherValue)
    while node < end, partner < otherEnd {
      let kind = kind(of: node)
      let isAlike = kind == other.kind(of: partner) || hasTextOfNumber(node, partner, other)
      guard isAlike, hasScalar(node, of: partner, in: other) else { return partner }
      if kind.isContainer {
        guard
          elements(of: node).reduce(0, { count, _ in count + 1 })
            == other.elements(of: partner).reduce(0, { count, _ in count + 1 })
        else { return partner }
        (node, partner) = (firstChild(of: node), other.firstChild(of: partner))
      } else {
        // The node after a key is its value.
        (node, partner) = (self.end(of: node), other.end(of: partner))
      }
    }
    return node >= end && partner >= otherEnd ? nil : otherValue
  }

  /// Whether a text stands for a number in a format without numbers.
  private func hasTextOfNumber(
    _ node: NodeIndex, _ partner: NodeIndex, _ other: PropertyListDocument
  ) -> Bool {
    source.format.isOpenStep && kind(of: node) == .string
      && [.integer, .real].contains(other.kind(of: partner))
  }

  private func hasScalar(
    _ node: NodeIndex, of partner: NodeIndex, in other: PropertyListDocument
  ) -> Bool {
    guard let one = scalar(node), let two = other.scalar(partner) else { return true }
    if isNull(node) != other.isNull(partner) { return false }
    let isSame = withExactText(of: one) { text in
      other.withExactText(of: two) { $0.elementsEqual(text) }
    }
    if isSame { return true }
    switch kind(of: node) {
    case .integer:
      return integer(at: node) != nil && integer(at: node) == other.integer(at: partner)
    case .real: return real(at: node) != nil && real(at: node) == other.real(at: partner)
    default: return false
    }
  }
}
