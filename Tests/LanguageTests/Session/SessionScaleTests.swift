import Testing

@testable import Catalogues
@testable import Editing
@testable import Language

@Suite("How much work commands by name are")
struct SessionScaleTests {
  /// Sections of one entry each.
  private static func sections(_ count: Int) -> String {
    let sections = (0..<count).map { index in
      "<dict><key>title</key><string>S\(index)</string><key>items</key><array>"
        + "<dict><key>name</key><string>ex</string></dict></array></dict>"
    }
    return "<array>\(sections.joined())</array>"
  }

  private static func flat(_ count: Int) -> String {
    let entries = (0..<count).map { "<dict><key>name</key><string>ex \($0)</string></dict>" }
    return "<array>\(entries.joined())</array>"
  }

  /// How many names are read while a command is run once for each item.
  private static func readNames(
    _ list: String, _ count: Int, _ line: (Int) -> String
  ) throws -> Int {
    let text = Array("<plist version=\"1.0\">\(list)</plist>".utf8)
    let edited = try EditedCatalogue(text)
    defer { withExtendedLifetime(edited) {} }
    let session = try edited.session(RecordingOutput())
    for index in 0..<count { try session.run(line(index)) }
    return session.catalogue.names.reader.readCount
  }

  /// Each command reads a number of names that grows with the logarithm of the number of items.
  private static let mostGrowth = 5.0

  @Test(
    "four times as many commands read about four times as many names",
    arguments: [
      "set S#/ex name=q", "rename S#/ex r", "delete S#/ex", "copy S#/ex to S#", "insert S# new",
      "section rename S# R#", "section delete S# --force", "section insert T# --before=S#",
      "set s#/EX name=q",
    ])
  func sections(line: String) throws {
    let (small, large) = (150, 600)
    let line = { (index: Int) in line.replacing("#", with: String(index)) }
    let few = try Self.readNames(Self.sections(small), small, line)
    let many = try Self.readNames(Self.sections(large), large, line)
    #expect(Double(many) < Self.mostGrowth * Double(few), "\(few) \(many)")
  }

  @Test(
    "so do commands on a flat list",
    arguments: [
      "set '/ex #' name=q", "rename '/ex #' r#", "delete '/ex #'", "insert '/ex #' 'new #'",
      "copy '/ex #' to /#-1", "move '/ex #' to /#1", "set '/EX #' note=q",
    ])
  func flat(line: String) throws {
    let (small, large) = (150, 600)
    let line = { (index: Int) in
      line.replacing("x #", with: "x \(index)").replacing("X #", with: "X \(index)")
        .replacing("r#", with: "r\(index)").replacing("w #", with: "w \(index)")
    }
    let few = try Self.readNames(Self.flat(small), small, line)
    let many = try Self.readNames(Self.flat(large), large, line)
    #expect(Double(many) < Self.mostGrowth * Double(few), "\(few) \(many)")
  }
}
