import CText
import Platform

/// The offsets of `<`, `&`, carriage returns and the `>` of `]]>` in a text, one after the other.
///
/// They are found some thousand bytes at a time, in which it is also checked that the text is UTF-8 of
/// characters that XML has.
struct MarkupOffsets: ~Copyable {
  private static let chunkLength = 1 << 14
  /// How much of the text is loaded into memory at once.
  private static let loadedLength = 1 << 21

  private let text: UnsafeBufferPointer<UInt8>
  /// The offsets in the current chunk, from its start.
  private let offsets: UnsafeMutablePointer<UInt32>
  private var index = 0
  private var count = 0
  private var chunk = 0..<0
  private var loadedEnd = 0
  private var state = cardex_markup_state()
  /// Whether something is wrong with the text. Nothing more is found then.
  private(set) var isFaulty = false

  /// - Parameter text: It must outlive this.
  init(in text: UnsafeBufferPointer<UInt8>) {
    self.text = text
    offsets = .allocate(capacity: min(text.count, MarkupOffsets.chunkLength))
  }

  deinit { offsets.deallocate() }

  /// The next offset; the length of the text if there is none.
  @inline(__always)
  mutating func next() -> Int {
    if index == count, !readChunk() { return text.count }
    let offset = chunk.lowerBound &+ Int(offsets[index])
    index &+= 1
    return offset
  }

  /// Finds the offsets in the next chunk that has any.
  @inline(never)
  private mutating func readChunk() -> Bool {
    while let start = text.baseAddress, chunk.upperBound < text.count, !isFaulty {
      let rest = text.count - chunk.upperBound
      chunk = chunk.upperBound..<(chunk.upperBound + min(rest, MarkupOffsets.chunkLength))
      // A text of a single chunk, such as an addition, is not worth a system call.
      if chunk.upperBound > loadedEnd, text.count > MarkupOffsets.chunkLength { load() }
      let found = cardex_list_markup(
        start + chunk.lowerBound, chunk.count, rest, &state, offsets)
      isFaulty = found < 0
      (index, count) = (0, max(found, 0))
      if count > 0 { return true }
    }
    return false
  }

  private mutating func load() {
    let next = text[chunk.lowerBound...].prefix(MarkupOffsets.loadedLength)
    MappedMemory.populate(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: next)))
    loadedEnd = next.endIndex
  }
}
