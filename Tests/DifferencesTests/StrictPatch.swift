@testable import Editing

/// A strict application of a unified diff, which does not search for the position of a hunk.
struct StrictPatch {
  enum Failure: Error, Equatable {
    case noHeading
    case badHunkHeading(String)
    case overlappingHunks
    case wrongPlace(line: Int)
    case differentLine(Int)
    case badLine(String)
    case wrongCount
  }

  private let old: [[UInt8]]
  private var new: [[UInt8]] = []
  private var oldLine = 0

  /// The new text.
  static func apply(_ diff: [UInt8], to old: [UInt8]) throws(Failure) -> [UInt8] {
    guard !diff.isEmpty else { return old }
    var patch = StrictPatch(old: lines(of: old))
    var rest = lines(of: diff)[...]
    guard rest.popFirst()?.starts(with: Array("--- ".utf8)) == true,
      rest.popFirst()?.starts(with: Array("+++ ".utf8)) == true
    else { throw .noHeading }
    while let heading = rest.popFirst() { try patch.applyHunk(heading, &rest) }
    patch.new += patch.old[patch.oldLine...]
    return patch.new.flatMap(\.self)
  }

  private init(old: [[UInt8]]) { self.old = old }

  private mutating func applyHunk(
    _ heading: [UInt8], _ rest: inout ArraySlice<[UInt8]>
  ) throws(Failure) {
    let text = String(decoding: heading, as: UTF8.self)
    guard text.hasPrefix("@@ -"), text.hasSuffix(" @@\n") else { throw .badHunkHeading(text) }
    let places = text.dropFirst(4).dropLast(4).split(separator: " +").map(StrictPatch.place)
    guard places.count == 2, let oldPlace = places[0], let newPlace = places[1] else {
      throw .badHunkHeading(text)
    }
    guard oldPlace.lowerBound >= oldLine else { throw .overlappingHunks }
    new += old[oldLine..<oldPlace.lowerBound]
    oldLine = oldPlace.lowerBound
    guard new.count == newPlace.lowerBound else { throw .wrongPlace(line: oldLine) }
    while oldLine < oldPlace.upperBound || new.count < newPlace.upperBound {
      guard let line = rest.popFirst() else { throw .wrongCount }
      let hasNote = rest.first == Array("\(UnifiedDiff.noLineFeed)\n".utf8)
      if hasNote { rest.removeFirst() }
      try apply(line.first, hasNote ? line.dropFirst().dropLast() : line.dropFirst())
    }
    guard oldLine == oldPlace.upperBound, new.count == newPlace.upperBound else {
      throw .wrongCount
    }
  }

  private mutating func apply(
    _ marker: UInt8?, _ line: ArraySlice<UInt8>
  ) throws(Failure) {
    switch marker {
    case UInt8(ascii: "+"):
      new.append(Array(line))
    case UInt8(ascii: "-"), UInt8(ascii: " "):
      guard oldLine < old.count, old[oldLine] == Array(line) else {
        throw .differentLine(oldLine + 1)
      }
      oldLine += 1
      if marker == UInt8(ascii: " ") { new.append(Array(line)) }
    default: throw .badLine(String(decoding: line, as: UTF8.self))
    }
  }

  /// Lines counted from 0.
  private static func place(_ text: Substring) -> Range<Int>? {
    let numbers = text.split(separator: ",").map { Int($0) }
    switch numbers.count {
    case 1: return numbers[0].map { ($0 - 1)..<$0 }
    case 2:
      guard let line = numbers[0], let count = numbers[1] else { return nil }
      let start = count == 0 ? line : line - 1
      return start..<(start + count)
    default: return nil
    }
  }
}
