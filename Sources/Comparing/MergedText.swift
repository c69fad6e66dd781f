import PropertyLists

/// A text that is put together from ranges of a document's text and from other text, which is added
/// to the document.
struct MergedText {
  /// The ranges of the document's offsets that make up the text.
  private(set) var ranges: [Range<Int>] = []
  /// Whether a marker was written last, whose line must end before other text.
  private var isAfterMarker = false
  /// Whether this is a part, so that the text before it is not known.
  private var isPart = false
  private let document: PropertyListDocument
  private let lineEnd: [UInt8]

  init(_ document: PropertyListDocument) {
    self.document = document
    lineEnd = document.lineEnd
  }

  /// An empty text for a part of this text.
  var part: MergedText {
    var result = self
    result.ranges = []
    result.isAfterMarker = false
    result.isPart = true
    return result
  }

  /// Appends a range of the document's offsets.
  mutating func append(_ range: Range<Int>) {
    if range.isEmpty { return }
    endMarker(before: document.text(at: range.prefix(1))[0])
    // This never joins the end of the document's own text with an addition, since nothing follows
    // that end.
    if let last = ranges.last, last.upperBound == range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
    } else {
      ranges.append(range)
    }
  }

  /// Appends other text.
  ///
  /// - Parameter node: The node of the document whose element the text replaces, if there is one.
  mutating func append(_ bytes: [UInt8], insteadOf node: NodeIndex? = nil) {
    if bytes.isEmpty { return }
    let range = document.addText(bytes)
    if let node { document.note(range.lowerBound, insteadOf: node) }
    append(range)
  }

  mutating func append(_ other: MergedText) {
    for range in other.ranges { append(range) }
    isAfterMarker = isAfterMarker || other.isAfterMarker
  }

  /// Appends a copy of another text in which only white space between elements differs.
  ///
  /// - Complexity: O(*n*) in the length of both texts.
  mutating func append(_ fitted: [UInt8], copyOf other: MergedText) {
    let range = document.addText(fitted)
    if document.notesCopies {
      let originals = other.ranges.flatMap { range in
        MergedText.elementStarts(in: document.text(at: range)).map { range.lowerBound + $0 }
      }
      for (offset, original) in zip(MergedText.elementStarts(in: fitted), originals) {
        let start = range.lowerBound + offset
        document.note(start..<start + 1, insteadOf: original)
      }
    }
    append(range)
  }

  /// Appends a marker on a line of its own.
  mutating func appendMarker(_ marker: String) {
    let isLine = ranges.last.map { document.isLineEnd($0.upperBound - 1) } ?? !isPart
    let text = (isLine ? [] : lineEnd) + Array(marker.utf8)
    ranges.append(document.addText(text))
    isAfterMarker = true
  }

  private mutating func endMarker(before byte: UInt8) {
    if isAfterMarker, byte != 0x0A, byte != 0x0D { ranges.append(document.addText(lineEnd)) }
    isAfterMarker = false
  }

  /// The bytes of the text.
  var bytes: [UInt8] {
    let result = document.joined(ranges)
    return isPart && isAfterMarker ? result + lineEnd : result
  }

  /// The offsets where elements begin in a text, outside of comments and CDATA sections.
  private static func elementStarts(in text: [UInt8]) -> [Int] {
    text.withUnsafeBufferPointer { text in
      var starts: [Int] = []
      var index = 0
      while index < text.count {
        guard text[index] == UInt8(ascii: "<") else {
          index += 1
          continue
        }
        if let end = MarkedUpText.markupEnd(at: index, in: text) {
          index = end
          continue
        }
        if index + 1 < text.count, text[index + 1] != UInt8(ascii: "/") { starts.append(index) }
        index += 1
      }
      return starts
    }
  }
}

extension PropertyListDocument {
  /// The first line end in the text before the root; LF if there is none.
  var lineEnd: [UInt8] {
    let start = joined([0..<elementStart(of: root)])
    guard let first = start.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return [0x0A] }
    return start[first] == 0x0D && first + 1 < start.count && start[first + 1] == 0x0A
      ? [0x0D, 0x0A] : [start[first]]
  }
}
