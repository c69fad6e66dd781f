import Foundation
import SeededRandom
import TestHelpers
import Testing

/// A catalogue to search, the same every time.
enum SampleCatalogue {
  /// Sections of people, with texts in several scripts, other fields, and labels that occur twice.
  ///
  /// - Parameters:
  ///   - isLarge: Whether comments make the file so large that a search indexes it.
  ///   - detailWords: How many words details have besides a number.
  static func text(
    _ entries: Int, isLarge: Bool = false, detailWords: Int = 0, encoding: String = "UTF-8",
    seed: UInt64 = 1
  ) -> String {
    var generator = SeededGenerator(seed: seed)
    var text =
      "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n<plist version=\"1.0\">\n<array>\n"
    if isLarge { text += "<!--" + String(repeating: "padding ", count: 1 << 17) + "-->\n" }
    for section in 0..<5 {
      text += "<dict><key>title</key><string>\(titles[section])</string><key>people</key><array>\n"
      for entry in 0..<entries / 5 { text += person(section, entry, detailWords, &generator) }
      text += "</array></dict>\n"
    }
    return text + "</array>\n</plist>\n"
  }

  private static let titles = ["A", "B/C", "ÄÖ", "汽车", "#1"]
  private static let names = [
    "Anna Müller", "Arno", "Jürgen Groß", "奥迪", "Ødegård", "Straße", "STRASSE", "ﬁnn", "Ｂeate",
    "Émile", "Łukasz", "长安 99", "a&amp;b", "x\tTab", "Öl", "anna",
  ]

  private static func person(
    _ section: Int, _ entry: Int, _ detailWords: Int, _ generator: inout SeededGenerator
  ) -> String {
    func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
    let name = names[below(names.count)] + (below(3) == 0 ? "" : " \(below(100))")
    var text = "<dict><key>name</key><string>\(name)</string>"
    let words = (0..<detailWords).map { _ in " \(names[below(names.count)])\(below(1000))" }
    if below(4) > 0 {
      text += "<key>phone</key><string>+49 \(below(100_000))\(words.joined())</string>"
    }
    if below(3) == 0 {
      text += "<key>mail</key><string>p\(section).\(entry)@example.org</string>"
    }
    if below(4) == 0 { text += "<key>year</key><integer>\(1900 + below(120))</integer>" }
    if below(5) == 0 {
      text +=
        "<key>tags</key><array><string>Straße</string><string>rot \(below(9))</string></array>"
    }
    if below(6) == 0 { text += "<key>more</key><dict><key>note</key><string>naïve</string></dict>" }
    return text + "</dict>\n"
  }
}

/// A catalogue in a directory of its own, and another directory for its index.
final class SearchedExample {
  let directory: TemporaryDirectory
  let file: String
  let caches: String

  var environment: [String: String] { ["XDG_CACHE_HOME": caches] }

  /// - Parameter encoding: A name that `iconv` knows.
  init(_ text: String, encoding: String = "UTF-8") throws {
    directory = try TemporaryDirectory()
    file = try directory.write(text, to: "people.plist")
    caches = directory.url.appending(path: "caches").path()
    guard encoding != "UTF-8" else { return }
    let converting = "iconv -f UTF-8 -t \(encoding) <'\(file)' >'\(file).new'"
    let outcome = try Tool.shell("\(converting) && mv '\(file).new' '\(file)'")
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  func run(_ arguments: [String]) throws -> Tool.Outcome {
    try Tool.run(arguments, environment: environment)
  }

  /// Runs shell commands in which `$FILE` is the catalogue.
  func shell(_ line: String) throws -> Tool.Outcome {
    try Tool.shell(line, environment: environment.merging(["FILE": file]) { $1 })
  }

  /// The paths of the files in the directory of indexes.
  var indexes: [String] {
    let directory = caches + "/cardex/"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.sorted().map { directory + $0 }
  }
}
