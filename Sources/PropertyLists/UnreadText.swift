package import Platform

/// A stretch of a file that could not be read, although the text around it could.
package struct UnreadText: Equatable, Sendable {
  /// The range in the text of the file, or of all files of a folder, in bytes of UTF-8 after a
  /// byte-order mark.
  let range: Range<Int>
  /// The bytes, which no edit changes.
  package let bytes: [UInt8]
  /// Why the text could not be read, and the location of the fault.
  package let error: PropertyListError
  /// The lines in the file, counted from 1.
  package let lines: ClosedRange<Int>
  /// Whether the rest of the file was not read, either, because the end of the stretch is not
  /// known.
  package let isRest: Bool

  /// Whether the bytes are not text in the encoding of the file.
  var isUndecodable: Bool {
    if case .undecodable = error.problem { true } else { false }
  }

  /// The file of a folder that contains the text.
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
  /// Whether the unread bytes are the same, in the same order in each file. Several stretches may
  /// equal one, because the text between them may have been deleted.
  package func isSame(as other: [UnreadText]) -> Bool {
    func texts(_ list: [UnreadText]) -> [FilePath?: [UInt8]] {
      Dictionary(grouping: list, by: \.file).mapValues { $0.flatMap(\.bytes) }
    }
    return texts(self) == texts(other)
  }
}
