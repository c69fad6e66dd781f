package import Platform

/// A stretch of a file that could not be read, although what is around it was.
package struct UnreadText: Equatable, Sendable {
  /// Where it is in the text of the file, in bytes of UTF-8 after a byte-order mark; of a folder, in
  /// that of all its files.
  let range: Range<Int>
  /// Its bytes, which no edit changes.
  package let bytes: [UInt8]
  /// Why it could not be read, and where.
  package let error: PropertyListError
  /// Its lines in the file, which count from 1.
  package let lines: ClosedRange<Int>
  /// Whether nothing after it was read, either: where it ends is not known.
  package let isRest: Bool

  /// Whether it is not text in the encoding of the file.
  var isUndecodable: Bool {
    if case .undecodable = error.problem { true } else { false }
  }

  /// The file of a folder that it is in.
  package var file: FilePath? { error.location.position?.part }
}

extension UnreadText: CustomStringConvertible {
  /// What is wrong, and what was not read; one line without the location.
  package var description: String {
    let (first, last) = (lines.lowerBound, lines.upperBound)
    if isRest { return "\(error); nothing from line \(first) on was read" }
    return first == last
      ? "\(error); line \(first) was not read" : "\(error); lines \(first) to \(last) were not read"
  }
}

extension [UnreadText] {
  /// Whether the same bytes could not be read, in the same order in each file. Several stretches are the
  /// same as one: what was between them may have been deleted.
  package func isSame(as other: [UnreadText]) -> Bool {
    func texts(_ list: [UnreadText]) -> [FilePath?: [UInt8]] {
      Dictionary(grouping: list, by: \.file).mapValues { $0.flatMap(\.bytes) }
    }
    return texts(self) == texts(other)
  }
}
