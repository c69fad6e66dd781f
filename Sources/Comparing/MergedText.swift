import PropertyLists

/// A text that is put together from pieces of a document and from other text.
struct MergedText {
  enum Piece: Equatable {
    /// A range of the document's text.
    case kept(Range<Int>)
    /// Other text, and the beginnings of its elements that replace elements of the document.
    case other([UInt8], starts: [ElementStart] = [])
  }

  /// The beginning of an element that replaces an element of the document, or is a copy of it.
  struct ElementStart: Equatable {
    /// In the piece of text, in bytes.
    let offset: Int
    /// The beginning of the other element, as an offset of the document.
    let original: Int
  }

  private(set) var pieces: [Piece] = []
  /// Whether a marker was written, whose line must end before anything follows.
  private var isAfterMarker = false
  /// Whether something precedes it that is not known.
  private var isPart = false
  private let document: PropertyListDocument
  private let lineEnd: [UInt8]

  init(_ document: PropertyListDocument) {
    self.document = document
    lineEnd = document.lineEnd
  }

  /// Another text, which is to be part of this one.
  var part: MergedText {
    var result = self
    result.pieces = []
    result.isAfterMarker = false
    result.isPart = true
    return result
  }

  mutating func keep(_ range: Range<Int>) {
    if range.isEmpty { return }
    endMarker(before: document.text(at: range.lowerBound..<range.lowerBound + 1)[0])
    if case .kept(let last) = pieces.last, last.upperBound == range.lowerBound {
      pieces[pieces.count - 1] = .kept(last.lowerBound..<range.upperBound)
    } else {
      pieces.append(.kept(range))
    }
  }

  mutating func append(_ bytes: [UInt8], starts: [ElementStart] = []) {
    guard let first = bytes.first else { return }
    endMarker(before: first)
    pieces.append(.other(bytes, starts: starts))
  }

  mutating func append(_ other: MergedText) {
    for piece in other.pieces {
      switch piece {
      case .kept(let range): keep(range)
      case .other(let bytes, let starts): append(bytes, starts: starts)
      }
    }
    isAfterMarker = isAfterMarker || other.isAfterMarker
  }

  /// Appends a marker on a line of its own.
  mutating func appendMarker(_ marker: String) {
    if lastByte.map({ $0 != 0x0A && $0 != 0x0D }) ?? isPart { pieces.append(.other(lineEnd)) }
    pieces.append(.other(Array(marker.utf8)))
    isAfterMarker = true
  }

  private mutating func endMarker(before byte: UInt8) {
    if isAfterMarker, byte != 0x0A, byte != 0x0D { pieces.append(.other(lineEnd)) }
    isAfterMarker = false
  }

  private var lastByte: UInt8? {
    switch pieces.last {
    case .kept(let range): document.text(at: range.upperBound - 1..<range.upperBound)[0]
    case .other(let bytes, _): bytes.last
    case nil: nil
    }
  }

  /// The text.
  var bytes: [UInt8] {
    var result: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .kept(let range): result += document.joined([range])
      case .other(let bytes, _): result += bytes
      }
    }
    return isPart && isAfterMarker ? result + lineEnd : result
  }
}

extension MergedText {
  /// The beginnings of elements in a copy of this text that has other white space between its elements.
  ///
  /// - Returns: The beginnings of elements that replace or copy elements of the document.
  /// - Complexity: O(*n*) in the length of both.
  func starts(in fitted: [UInt8]) -> [ElementStart] {
    var originals: [Int?] = []
    for piece in pieces {
      switch piece {
      case .kept(let range):
        originals += MergedText.elementStarts(in: document.text(at: range)).map {
          range.lowerBound + $0
        }
      case .other(let bytes, let starts):
        let known = Dictionary(
          starts.map { ($0.offset, $0.original) }, uniquingKeysWith: { first, _ in first })
        originals += MergedText.elementStarts(in: bytes).map { known[$0] }
      }
    }
    return zip(MergedText.elementStarts(in: fitted), originals).compactMap { offset, original in
      original.map { ElementStart(offset: offset, original: $0) }
    }
  }

  /// Where elements begin in a text, outside of comments and CDATA sections.
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
  /// The first line end of the text; LF if there is none before the root.
  var lineEnd: [UInt8] {
    let start = joined([0..<elementStart(of: root)])
    guard let first = start.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return [0x0A] }
    return start[first] == 0x0D && first + 1 < start.count && start[first + 1] == 0x0A
      ? [0x0D, 0x0A] : [start[first]]
  }
}
