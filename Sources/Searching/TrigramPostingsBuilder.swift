import Platform

/// A builder of the postings of an arena (`TrigramPostings`), in pieces on several threads.
struct TrigramPostingsBuilder {
  private(set) var directory: [UInt8] = []
  private(set) var lists: [UInt8] = []

  private let arena: UnsafeBufferPointer<UInt8>
  private let recordCount: Int
  /// A number for each byte that occurs in the text, in the order of the bytes.
  private var letters = [Int](repeating: 0, count: 256)
  private var bytesOfLetters: [UInt8] = []
  private var pieces: [Piece] = []

  /// Consecutive records that one thread processes.
  private struct Piece {
    /// The first record, a multiple of 8, so that no byte of a list of bits belongs to two pieces.
    let firstRecord: Int
    /// The records' text in the arena.
    let text: Range<Int>
    /// For each combination of letters, what is known about it as a trigram of these records, and
    /// where its list or the next number in that is.
    let slots: ZeroedMemory<Slot>
    let positions: ZeroedMemory<Int>
  }

  /// What is known about a trigram. Records are stored as their number plus 1; 0 means none.
  private struct Slot: BitwiseCopyable {
    /// The first record that contains it. Once lists are laid out, 0 marks a list of bits.
    var first: UInt32 = 0
    /// The last record so far.
    var last: UInt32 = 0
    /// The bytes that all records but the first take as variable integers.
    var size: UInt32 = 0
  }

  /// How many bytes of text are worth a thread, and how many threads are worth the memory they take.
  private static let worthwhile = 1 << 22
  private static let mostPieces = 4

  /// - Parameters:
  ///   - arena: Records as `FieldEnd` describes them.
  ///   - starts: Where every block of records begins, as `TextIndex` stores it.
  ///   - pieces: The number of pieces; by default it depends on the text.
  /// - Complexity: O(*n*) in its length, a few nanoseconds per byte. In each piece, takes 20 bytes
  ///   of memory, most of it never touched, for each combination of three bytes that occur in the
  ///   arena.
  init(
    _ arena: UnsafeBufferPointer<UInt8>, starts: [UInt8], recordCount: Int, pieces: Int? = nil
  ) {
    self.arena = arena
    self.recordCount = recordCount
    findLetters()
    let count = bytesOfLetters.count
    let pieceCount =
      pieces
      ?? min(
        ParallelWork.pieces(arena.count, worthwhile: TrigramPostingsBuilder.worthwhile),
        TrigramPostingsBuilder.mostPieces)
    let blocks = starts.count / 8 - 1
    self.pieces = (0..<pieceCount).map { piece in
      let bounds = (blocks * piece / pieceCount, blocks * (piece + 1) / pieceCount)
      return Piece(
        firstRecord: bounds.0 * TextIndex.blockRecords,
        text: start(ofBlock: bounds.0, starts)..<start(ofBlock: bounds.1, starts),
        slots: ZeroedMemory(count: count * count * count),
        positions: ZeroedMemory(count: count * count * count))
    }
    let work = self
    ParallelWork.forEach(pieceCount) { work.measure(work.pieces[$0]) }
    layLists()
    fillLists()
    self.pieces = []
  }

  private func start(ofBlock block: Int, _ starts: [UInt8]) -> Int {
    starts.withUnsafeBytes { bytes in
      Int(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: block * 8, as: UInt64.self)))
    }
  }

  private mutating func findLetters() {
    var occurs = [Bool](repeating: false, count: 256)
    for byte in arena { occurs[Int(byte)] = true }
    for byte in 0..<Int(FieldEnd.firstDigit) where occurs[byte] {
      letters[byte] = bytesOfLetters.count
      bytesOfLetters.append(UInt8(byte))
    }
  }

  /// Calls the closure with the slot and the record of each trigram in each record.
  @inline(__always)
  private func forEachTrigram(of piece: Piece, _ body: (_ slot: Int, _ record: UInt32) -> Void) {
    let count = bytesOfLetters.count
    letters.withUnsafeBufferPointer { letters in
      var record = UInt32(piece.firstRecord)
      var length = 0
      // The previous letter, and the previous two as one number.
      var (previous, pair) = (0, 0)
      for byte in UnsafeBufferPointer(rebasing: arena[piece.text]) {
        if byte >= FieldEnd.firstDigit {
          length = 0
          if byte == FieldEnd.record { record += 1 }
          continue
        }
        let letter = letters[Int(byte)]
        length += 1
        if length > 2 { body(pair * count + letter, record) }
        pair = previous * count + letter
        previous = letter
      }
    }
  }

  private func measure(_ piece: Piece) {
    let slots = piece.slots.base
    forEachTrigram(of: piece) { slot, record in
      let last = slots[slot].last
      guard last != record + 1 else { return }
      slots[slot].last = record + 1
      if last == 0 {
        slots[slot].first = record + 1
      } else {
        slots[slot].size += size(record + 1 - last)
      }
    }
  }

  /// The number of bytes that a variable integer takes.
  @inline(__always)
  private func size(_ value: UInt32) -> UInt32 {
    UInt32(38 - (value | 1).leadingZeroBitCount) / 7
  }

  /// Lays out each list and each piece's part of it, and makes the directory.
  private mutating func layLists() {
    let count = bytesOfLetters.count
    var end = 0
    var slot = 0
    for first in bytesOfLetters {
      for second in bytesOfLetters {
        for third in bytesOfLetters {
          if pieces.contains(where: { $0.slots.base[slot].last != 0 }) {
            let key = TrigramPostings.key(first, second, third)
            appendEntry(UInt64(key) << 40 | UInt64(end))
            end += layList(slot, at: end)
          }
          slot += 1
        }
      }
    }
    precondition(slot == count * count * count && end < 1 << 40)
    appendEntry(UInt64(end))
    lists = [UInt8](repeating: 0, count: end)
  }

  /// - Returns: The size of the list.
  private func layList(_ slot: Int, at start: Int) -> Int {
    let bitListSize = TrigramPostings.bitListSize(recordCount)
    var end = start
    var previous: UInt32 = 0
    for piece in pieces {
      let known = piece.slots.base[slot]
      guard known.first != 0 else { continue }
      piece.positions.base[slot] = end
      // The record from which the first gap is counted.
      piece.slots.base[slot].last = previous
      end += Int(size(known.first - max(previous, 1)) + known.size)
      previous = known.last
    }
    guard end - start >= bitListSize else { return end - start }
    for piece in pieces {
      piece.positions.base[slot] = start
      piece.slots.base[slot].first = 0
      piece.slots.base[slot].last = 0
    }
    return bitListSize
  }

  private mutating func appendEntry(_ entry: UInt64) {
    withUnsafeBytes(of: entry.littleEndian) { directory.append(contentsOf: $0) }
  }

  private mutating func fillLists() {
    var lists = self.lists
    self.lists = []
    let work = self
    lists.withUnsafeMutableBufferPointer { lists in
      let lists = lists
      ParallelWork.forEach(work.pieces.count) { work.fill(lists, work.pieces[$0]) }
    }
    self.lists = lists
  }

  private func fill(_ lists: UnsafeMutableBufferPointer<UInt8>, _ piece: Piece) {
    let (slots, positions) = (piece.slots.base, piece.positions.base)
    forEachTrigram(of: piece) { slot, record in
      let last = slots[slot].last
      guard last != record + 1 else { return }
      slots[slot].last = record + 1
      if slots[slot].first == 0 {
        lists[positions[slot] + Int(record / 8)] |= 1 << UInt8(record % 8)
        return
      }
      var rest = last == 0 ? record : record + 1 - last
      var position = positions[slot]
      while rest >= 0x80 {
        lists[position] = UInt8(truncatingIfNeeded: rest) | 0x80
        rest >>= 7
        position += 1
      }
      lists[position] = UInt8(truncatingIfNeeded: rest)
      positions[slot] = position + 1
    }
  }
}
