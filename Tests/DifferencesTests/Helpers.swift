import SeededRandom

@testable import Editing

/// The new text that the pieces make from the old one.
func assembled(_ pieces: [TextPiece], from old: [UInt8]) -> [UInt8] {
  pieces.flatMap { piece in
    switch piece {
    case .kept(let range): Array(old[range])
    case .added(let bytes): bytes
    }
  }
}

/// The unified diff of a text and the text that the pieces make from it.
func unifiedDiff(
  from old: [UInt8], to pieces: [TextPiece], context: Int = 3, effort: Int = 1 << 28,
  oldName: String = "old", newName: String = "new"
) -> [UInt8] {
  old.withUnsafeBufferPointer { text in
    let difference = TextDifference(from: text, pieces: pieces, effort: effort)
    let diff = UnifiedDiff(
      difference, oldName: Array(oldName.utf8), newName: Array(newName.utf8), context: context)
    var written: [UInt8] = []
    diff.write { written.append(contentsOf: $0) }
    return written
  }
}

/// The unified diff of two texts without the lines that name them.
func hunks(from old: String, to new: String, context: Int = 3) -> String {
  hunks(from: old, to: [.added(Array(new.utf8))], context: context)
}

func hunks(from old: String, to pieces: [TextPiece], context: Int = 3) -> String {
  let diff = unifiedDiff(from: Array(old.utf8), to: pieces, context: context)
  let heading = "--- old\n+++ new\n"
  let text = String(decoding: diff, as: UTF8.self)
  return text.hasPrefix(heading) ? String(text.dropFirst(heading.count)) : text
}

/// The lines of a text, each with its LF.
func lines(of text: [UInt8]) -> [[UInt8]] {
  var lines: [[UInt8]] = [[]]
  for byte in text {
    lines[lines.count - 1].append(byte)
    if byte == 0x0A { lines.append([]) }
  }
  return lines.last == [] ? lines.dropLast() : lines
}

/// A generator of texts whose lines often recur, and of edits to them.
struct RandomEdits: RandomSource {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let lines: [[UInt8]] =
    [
      "", "a", "b", "c", "\ta", "a b", "\r", "a\r", "b\r", "\ra\rb", "-- a", "++ b", "\\ c", "@@",
      "é",
    ]
    .map { Array("\($0)\n".utf8) } + [[0xFF, 0x0A], [0x00, 0x80, 0x0A], [0xC3, 0x0A]]

  /// A text of some lines; one in four does not end in LF.
  mutating func text(upTo lineCount: Int) -> [UInt8] {
    var text: [UInt8] = []
    for _ in 0..<below(lineCount + 1) {
      text += RandomEdits.lines.randomElement(using: &generator) ?? []
    }
    if below(4) == 0, !text.isEmpty { text.removeLast() }
    return text
  }

  /// A text cut at random places, with parts deleted, added, moved and copied.
  mutating func pieces(of old: [UInt8], edits: Int) -> [TextPiece] {
    var cuts = (0..<edits).map { _ in below(old.count + 1) }
    cuts = ([0, old.count] + cuts).sorted()
    var pieces = zip(cuts, cuts.dropFirst()).map { TextPiece.kept($0..<$1) }
    for _ in 0..<below(edits + 1) where !pieces.isEmpty {
      let place = below(pieces.count)
      switch below(6) {
      case 0: pieces.remove(at: place)
      case 1: pieces.insert(.added(text(upTo: 3)), at: place)
      case 2: pieces[place] = .added(text(upTo: 2))
      case 3: pieces.insert(pieces[below(pieces.count)], at: place)
      default: pieces.insert(pieces.remove(at: place), at: below(pieces.count + 1))
      }
    }
    return pieces
  }
}
