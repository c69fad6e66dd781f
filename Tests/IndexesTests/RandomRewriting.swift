import Catalogues
import Foundation
import PropertyLists
import SeededRandom

/// Changes the text of a catalogue's file at random, as another program would, and reads it.
struct RandomRewriting: RandomSource {
  private var random: RandomCatalogue
  var generator: SeededGenerator

  init(seed: UInt64) {
    random = RandomCatalogue(seed: seed)
    generator = SeededGenerator(seed: seed)
  }

  /// The catalogue as it is read after it was saved and its file was changed in some places.
  /// Changes after which it would not be a property list are left out.
  mutating func reread(
    _ catalogue: Catalogue, changes: Int, options: ShapeOptions = ShapeOptions()
  ) throws -> Catalogue {
    var lines = text(of: catalogue).components(separatedBy: "\n")
    var encoding = String.Encoding.utf8
    for _ in 0..<changes {
      let changed = change(lines)
      if (try? read(changed, encoding, options)) != nil { lines = changed }
    }
    if below(4) == 0 { encoding = .utf16 }
    return try read(lines, encoding, options)
  }

  private func text(of catalogue: Catalogue) -> String {
    var text: [UInt8] = []
    catalogue.document.forEachPiece { text.append(contentsOf: $0) }
    return String(decoding: text, as: UTF8.self)
  }

  private func read(
    _ lines: [String], _ encoding: String.Encoding, _ options: ShapeOptions
  ) throws -> Catalogue {
    let data = lines.joined(separator: "\n").data(using: encoding) ?? Data()
    return try Catalogue(PropertyListDocument(FileBytes(data)), options: options)
  }

  private mutating func change(_ lines: [String]) -> [String] {
    var lines = lines
    let (one, other) = (below(lines.count), below(lines.count))
    switch below(14) {
    case 0, 1: lines.insert(element(), at: one)
    case 2, 3: lines.remove(at: one)
    case 4: lines.insert(lines[one], at: other)
    case 5: lines.swapAt(one, other)
    case 6: lines.insert(lines.remove(at: one), at: other)
    case 7: lines.reverse(at: min(one, other)...max(one, other))
    case 8 where below(4) == 0: lines = rename("name", to: "title", lines)
    case 9 where below(4) == 0: lines = rename("phone", to: "name", lines)
    case 10 where below(4) == 0: lines = lines.map { $0.replacing("<string>", with: "<string >") }
    case 11:
      lines.insert(
        "<dict><key>title</key><string>new</string><key>cars</key><array>\(element())</array></dict>",
        at: one)
    case 12: lines.insert("<!-- \(one) -->", at: one)
    default: lines[one] = lines[one].replacing(["a", "e", "1", "奥"][below(4)], with: "b")
    }
    return lines
  }

  private func rename(_ key: String, to name: String, _ lines: [String]) -> [String] {
    lines.map { $0.replacing("<key>\(key)</key>", with: "<key>\(name)</key>") }
  }

  private mutating func element() -> String {
    switch below(4) {
    case 0: "<string>\(random.text())</string>"
    case 1: "<key>\(random.text())</key><string>\(random.text())</string>"
    default: "<dict><key>name</key><string>\(random.text())</string></dict>"
    }
  }
}

extension [String] {
  fileprivate mutating func reverse(at range: ClosedRange<Int>) {
    self[range].reverse()
  }
}
