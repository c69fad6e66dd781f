import CText
import Platform

/// A builder of the postings of an arena (`GramPostings`), of several segments at a time.
struct GramPostingsBuilder {
  private(set) var directory: [UInt8] = []
  private(set) var lists: [UInt8] = []

  /// - Parameters:
  ///   - arena: Records as `FieldEnd` describes them.
  ///   - starts: As `TextStarts` has them.
  ///   - segmentRecords: A multiple of the number of records in a block, at most 2²¹.
  /// - Complexity: O(*n*) in the arena's length, some ten nanoseconds per byte on one thread for
  ///   each segment. Takes three times the memory of the lists.
  init(
    _ arena: UnsafeBufferPointer<UInt8>, starts: [UInt8], recordCount: Int,
    segmentRecords: Int = GramPostings.segmentRecords
  ) {
    let segmentCount = (recordCount + segmentRecords - 1) / segmentRecords
    var samples: [UInt8] = []
    var grams: [UInt8] = []
    directory.append(littleEndian: segmentRecords)
    // No more segments at a time than there are threads, so that little is in memory twice.
    for wave in stride(from: 0, to: segmentCount, by: ParallelWork.mostPieces) {
      let count = min(ParallelWork.mostPieces, segmentCount - wave)
      let made = ParallelWork.map(count) { index in
        let first = (wave + index) * segmentRecords
        let end = min(first + segmentRecords, recordCount)
        let bounds =
          GramPostingsBuilder.start(
            of: first, starts)..<(end == recordCount
          ? arena.count : GramPostingsBuilder.start(of: end, starts))
        return Made(UnsafeBufferPointer(rebasing: arena[bounds]), recordCount: end - first)
      }
      if wave == 0 {
        // Growing piece by piece would hold most of the lists twice.
        let size = made.reduce(0) { $0 + $1.postings.size }
        lists.reserveCapacity(size / count * segmentCount + size / 8)
      }
      for made in made {
        let postings = made.postings
        directory.append(littleEndian: postings.count)
        for gram in 0..<postings.count {
          let (key, location) = (postings.keys[gram], postings.locations[gram])
          if gram % GramPostings.sampleInterval == 0 {
            samples.append(littleEndian: key)
          }
          grams.append(littleEndian: key)
          grams.append(littleEndian: location + UInt64(lists.count))
        }
        lists += UnsafeBufferPointer(start: postings.lists, count: postings.size)
        made.free()
      }
    }
    precondition(lists.count < 1 << cardex_list_offset_bits)
    directory += samples + grams
  }

  /// The postings of one segment.
  private struct Made: @unchecked Sendable {
    private(set) var postings = cardex_postings()

    init(_ text: UnsafeBufferPointer<UInt8>, recordCount: Int) {
      guard cardex_make_postings(text.baseAddress, text.count, recordCount, &postings) != 0 else {
        preconditionFailure("out of memory")
      }
    }

    func free() {
      var postings = postings
      cardex_free_postings(&postings)
    }
  }

  private static func start(of record: Int, _ starts: [UInt8]) -> Int {
    Int(cardex_start(starts, Int(starts[0]), record / TextIndex.blockRecords))
  }
}
