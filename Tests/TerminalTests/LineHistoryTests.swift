import Foundation
import Platform
import Storage
import TestHelpers
import Testing

@testable import Terminal

extension LineHistory {
  /// The paths of these tests are text.
  fileprivate init(path: String?) { self.init(path: path.map { FilePath($0) }) }
}

/// The history and its file.
@Suite struct LineHistoryTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.url.appending(path: "state/cardex/history").path()
  }

  private var text: String { get throws { try String(contentsOfFile: path, encoding: .utf8) } }

  private func write(_ text: String) throws {
    _ = try directory.write(text, to: "state/cardex/history")
  }

  @Test("lines come back in the next session")
  func sessions() throws {
    var history = LineHistory(path: path)
    #expect(history.lines == [])
    _ = history.add("find 马")
    _ = history.add("école")
    #expect(LineHistory(path: path).lines == ["find 马", "école"])
    #expect(try text == "find 马\nécole\n")
  }

  @Test("blank lines and repetitions are left out, line ends become blanks")
  func skipped() throws {
    var history = LineHistory(path: path)
    let areAdded = ["a", "a", "", "  ", "b\nc", "a"].map { history.add($0) }
    #expect(areAdded == [true, false, false, false, true, true])
    #expect(history.lines == ["a", "b c", "a"])
    #expect(try text == "a\nb c\na\n")
  }

  @Test("the file and its directories are for the user's eyes only")
  func modes() throws {
    var history = LineHistory(path: path)
    _ = history.add("a")
    for (path, mode) in [("", 0o600), ("/..", 0o700), ("/../..", 0o700)] {
      var url = URL(filePath: self.path)
      for _ in path.split(separator: "/") { url.deleteLastPathComponent() }
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path())
      #expect(attributes[.posixPermissions] as? Int == mode)
    }
  }

  @Test("two sessions keep each other's lines")
  func parallel() throws {
    var first = LineHistory(path: path)
    var second = LineHistory(path: path)
    for number in 1...3 {
      _ = first.add("first \(number)")
      _ = second.add("second \(number)")
    }
    #expect(LineHistory(path: path).lines.count == 6)
    #expect(first.lines == ["first 1", "first 2", "first 3"])
  }

  @Test("only the latest lines are read, and a file that has grown too long is cut")
  func cut() throws {
    let limit = LineHistory.limit
    try write((1...limit + 1).map { "line \($0)\n" }.joined())
    #expect(LineHistory(path: path).lines == (2...limit + 1).map { "line \($0)" })
    #expect(try text.hasPrefix("line 1\n"))
    try write((1...2 * limit + 1).map { "line \($0)\n" }.joined())
    #expect(LineHistory(path: path).lines.first == "line \(limit + 2)")
    #expect(try text.hasPrefix("line \(limit + 2)\n"))
    #expect(try text.hasSuffix("\nline \(2 * limit + 1)\n"))
    #expect(try text.split(separator: "\n").count == limit)
  }

  @Test("of a huge file the end is read")
  func huge() throws {
    try write(String(repeating: "x", count: 3 << 20) + "\nlast\n")
    #expect(LineHistory(path: path).lines == ["last"])
    #expect(try text == "last\n")
  }

  @Test("a line that was cut off stays a line of its own; bytes that are not UTF-8 do no harm")
  func damaged() throws {
    _ = try directory.write(
      Data("a\n\u{E9}b".unicodeScalars.map { UInt8($0.value) }), to: "state/cardex/history")
    var history = LineHistory(path: path)
    #expect(history.lines == ["a", "\u{FFFD}b"])
    _ = history.add("c")
    #expect(LineHistory(path: path).lines == ["a", "\u{FFFD}b", "c"])
  }

  @Test("with a file that cannot be used, lines are kept for this session")
  func unusable() throws {
    let file = try directory.write("", to: "file")
    var history = LineHistory(path: file + "/history")
    _ = history.add("a")
    #expect(history.lines == ["a"])
    #expect(LineHistory(path: file + "/history").lines == [])
  }

  @Test("a device or no file at all keeps nothing", arguments: ["/dev/null", nil])
  func nothing(_ path: String?) {
    var history = LineHistory(path: path)
    _ = history.add("a")
    #expect(LineHistory(path: path).lines == [])
  }
}
