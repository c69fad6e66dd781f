import Catalogues
import Platform
import PropertyLists
import SeededRandom
import TestHelpers
import Testing

@testable import Editing

/// What people do to records, and what becomes of the property list.
@Suite("Records as text")
struct RecordSheetTests {
  private static let list = """
    <plist>
    <array>
    \t<!-- the first -->
    \t<dict>
    \t\t<key>name</key> <string>A</string>
    \t\t<key>year</key> <integer>0x10</integer>
    \t\t<key>tags</key>
    \t\t<array><string>x</string><string>y</string></array>
    \t</dict>
    \t<dict><key>name</key><string>B</string></dict>
    \t<dict>
    \t\t<key>name</key> <string>C</string>
    \t\t<key>year</key> <integer>30</integer>
    \t</dict>
    </array>
    </plist>
    """

  private static let sections = """
    <plist><dict><key>version</key><integer>1</integer><key>groups</key><array>
    <dict><key>title</key><string>One</string><key>items</key><array>
    <dict><key>name</key><string>A</string></dict>
    <dict><key>name</key><string>B</string></dict>
    </array></dict>
    <dict><key>title</key><string>Two</string><key>items</key><array>
    <dict><key>name</key><string>C</string></dict>
    </array></dict>
    </array></dict></plist>
    """

  private static let sites = """
    <plist><dict>
    <key>a</key><dict><key>url</key><string>http://a</string></dict>
    <key>b</key><dict><key>url</key><string>http://b</string></dict>
    </dict></plist>
    """

  private func sheet(_ text: String, _ paths: [String] = ["/"]) throws -> RecordSheet {
    try RecordSheet(
      Catalogue(PropertyListDocument(FileBytes(text.utf8))),
      at: paths.map { $0 == "/" ? .root : try ValuePath($0) }, heading: ["list"])
  }

  /// The text of the property list after changes of its sheet; what is wrong with them otherwise.
  private func revised(
    _ plist: String, _ paths: [String] = ["/"], _ change: (String) -> String
  ) throws -> String {
    let sheet = try sheet(plist, paths)
    let revision: SheetRevision
    do throws(LocatedError) {
      revision = try sheet.revision(of: change(sheet.text))
    } catch {
      return "\(error.line): \(error.message)"
    }
    var tree = EditedTree(sheet.document)
    do throws(PathError) {
      let isChange = try tree.make(.revise(revision.changes))
      #expect(isChange != revision.changes.isEmpty)
    } catch {
      let problem = revision.problem(error)
      return "\(problem.line): \(problem.message)"
    }
    var bytes: [UInt8] = []
    tree.withText { sheet.document.forEachPiece { bytes += $0 } }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("a text has a record for each value, and says which one it is")
  func text() throws {
    #expect(
      try sheet(RecordSheetTests.sections).text == """
        # list

        %item: /
        version: 1

        %rec: groups
        %at: .groups

        %item: .groups[0]
        title: One

        %item: .groups[1]
        title: Two

        %rec: One
        %at: .groups[0].items

        %item: .groups[0].items[0]
        name: A

        %item: .groups[0].items[1]
        name: B

        %rec: Two
        %at: .groups[1].items

        %item: .groups[1].items[0]
        name: C

        """)
    #expect(
      try sheet(RecordSheetTests.list, [".-1", ".0"]).text == """
        # list

        %item: .[2]
        name: C
        year: 30

        %item: .[0]
        name: A
        year: 16
        .tags[0]: x
        .tags[1]: y

        """)
    #expect(
      try sheet(RecordSheetTests.sites).text == """
        # list

        %rec: records
        %at: /
        %member: key

        %item: .a
        key: a
        url: http://a

        %item: .b
        key: b
        url: http://b

        """)
  }

  @Test("what is not changed stays to the byte", arguments: [list, sections, sites])
  func nothing(_ plist: String) throws {
    let sheet = try sheet(plist)
    for text in [sheet.text, sheet.text.replacing("\n", with: "\r\n"), "# x\n" + sheet.text] {
      #expect(try sheet.revision(of: text).changes.isEmpty)
    }
    #expect(try sheet.revision(of: "# only this\n\n").isErased)
  }

  /// What is replaced in the sheet of `list`, and what is then other in its lines.
  @Test(
    "values are changed, added and removed, with the types that they have",
    arguments: [
      ("year: 16", "year: 17", "<integer>0x10<", "<integer>17<"),
      ("name: A", "name: A & B\n+ C", "<string>A<", "<string>A &amp; B\nC<"),
      ("year: 16\n", "", "\n\t\t<key>year</key> <integer>0x10</integer>", ""),
      (".tags[0]: x\n", "", "<string>x</string>", ""),
      (
        ".tags[0]: x\n.tags[1]: y\n", "",
        "\n\t\t<key>tags</key>\n\t\t<array><string>x</string><string>y</string></array>", ""
      ),
      (
        ".tags[0]: x\n.tags[1]: y\n", ".tags:array:\n",
        "<array><string>x</string><string>y</string></array>", "<array/>"
      ),
      (
        ".tags[1]: y", ".tags[1]: y\n.tags[2]: z", "<string>y</string>",
        "<string>y</string><string>z</string>"
      ),
      (
        ".tags[0]: x\n.tags[1]: y", ".tags: x",
        "<array><string>x</string><string>y</string></array>", "<string>x</string>"
      ),
      (
        ".tags[0]: x\n.tags[1]: y", ".tags.a: x",
        "<array><string>x</string><string>y</string></array>",
        "<dict>\n\t\t\t<key>a</key>\n\t\t\t<string>x</string>\n\t\t</dict>"
      ),
      (
        "name: B", "name: B\nyear: 3", "<string>B</string>",
        "<string>B</string><key>year</key><integer>3</integer>"
      ),
      ("name: B", ".name:json: \"B\\\\\"", "<string>B<", "<string>B\\<"),
      ("name: B", ".name:integer: 5", "<string>B</string>", "<integer>5</integer>"),
      ("name: B", "/: B", "<dict><key>name</key><string>B</string></dict>", "<string>B</string>"),
    ])
  func values(old: String, new: String, oldText: String, newText: String) throws {
    let plist = RecordSheetTests.list
    #expect(plist.contains(oldText))
    let expected = plist.replacing(oldText, with: newText, maxReplacements: 1)
    #expect(try revised(plist) { $0.replacing(old, with: new, maxReplacements: 1) } == expected)
  }

  @Test("a new value that begins with a type is refused, since a type follows a path")
  func typeInValue() throws {
    for type in ["int", "boolean"] {
      let message = "'.q:\(type): 5', or '.q:string: \(type): 5' for a text"
      for new in ["name: B\nq: \(type): 5", "name: B\n\nname: C\nq: \(type): 5"] {
        let result = try revised(Self.list) {
          $0.replacing("name: B", with: new, maxReplacements: 1)
        }
        #expect(result.hasSuffix("a type follows a path with a dot: \(message)"))
      }
    }
    let changed = try revised(Self.list) {
      $0.replacing("name: B", with: "name: int: 5\nq: in: 5", maxReplacements: 1)
    }
    #expect(changed.contains("<string>int: 5</string><key>q</key><string>in: 5</string>"))
  }

  @Test("records are deleted, added and moved, with the comments that belong to them")
  func records() throws {
    let lines = RecordSheetTests.list.split(separator: "\n", omittingEmptySubsequences: false)
    func text(_ ranges: Range<Int>...) -> String {
      ranges.flatMap { lines[$0] }.joined(separator: "\n")
    }
    let a = "%item: .[0]\nname: A\nyear: 16\n.tags[0]: x\n.tags[1]: y\n\n"
    let b = "%item: .[1]\nname: B\n\n"
    #expect(
      try revised(RecordSheetTests.list) { $0.replacing(b, with: "") } == text(0..<9, 10..<16))
    #expect(
      try revised(RecordSheetTests.list) { $0.replacing(a, with: "") } == text(0..<2, 9..<16))
    #expect(
      try revised(RecordSheetTests.list) { $0.replacing(a, with: "") + "\n" + a }
        == text(0..<2, 9..<14, 2..<9, 14..<16))
    #expect(
      try revised(RecordSheetTests.list) { $0.replacing(b, with: b + "name: N\nyear: 7\n\n") }
        == text(0..<10)
        + "\n\t<dict>\n\t\t<key>name</key>\n\t\t<string>N</string>\n\t\t<key>year</key>\n"
        + "\t\t<integer>7</integer>\n\t</dict>\n" + text(10..<16))
  }

  @Test("records go to other containers, where they are put")
  func moves() throws {
    let b = "%item: .groups[0].items[1]\nname: B\n\n"
    let end = RecordSheetTests.sections.replacing(
      "<dict><key>name</key><string>B</string></dict>\n", with: "")
    #expect(
      try revised(RecordSheetTests.sections) {
        $0.replacing(b, with: "").replacing(
          "%item: .groups[1].items", with: b + "%item: .groups[1].items")
      }
        == end.replacing(
          "<dict><key>name</key><string>C",
          with: "<dict><key>name</key><string>B</string></dict>\n<dict><key>name</key><string>C"))
    // The second section goes first, with its entries.
    let two = "%item: .groups[1]\ntitle: Two\n\n"
    let swapped = try revised(RecordSheetTests.sections) {
      $0.replacing(two, with: "").replacing(
        "%item: .groups[0]\n", with: two + "%item: .groups[0]\n")
    }
    #expect(
      swapped.contains(/Two(.|\n)*>C<(.|\n)*One(.|\n)*>A<(.|\n)*>B</))
    // The first section is deleted, and its entries go to the second.
    let a = "%item: .groups[0].items[0]\nname: A\n\n"
    let saved = try revised(RecordSheetTests.sections) {
      $0.replacing("%item: .groups[0]\ntitle: One\n\n", with: "").replacing(a + b, with: "")
        .replacing("%item: .groups[1].items", with: a + b + "%item: .groups[1].items")
    }
    #expect(!saved.contains("One"))
    #expect(saved.contains(/Two(.|\n)*>A<(.|\n)*>B<(.|\n)*>C</))
  }

  @Test("records of a dictionary have their keys")
  func keys() throws {
    #expect(
      try revised(RecordSheetTests.sites) { $0.replacing("key: b", with: "key: c d") }
        == RecordSheetTests.sites.replacing("<key>b<", with: "<key>c d<"))
    #expect(
      try revised(RecordSheetTests.sites) { $0 + "\nkey: n\nurl: x\n" }
        == RecordSheetTests.sites.replacing(
          "</dict></plist>",
          with:
            "<key>n</key><dict>\n\t<key>url</key>\n\t<string>x</string>\n</dict>\n</dict></plist>"))
  }

  @Test(
    "what has no meaning, or two, is said with its line, and changes nothing",
    arguments: [
      ("name: A", "name A", "7: "), ("name: A", "name: A\nname: B", "8: "),
      ("%item: .[1]", "%item: .[0]", "12: "), ("%item: .[1]", "%item: .[9]", "12: "),
      ("%item: .[1]", "%item: x", "12: "), ("\n%item: .[1]", "%item: .[1]", "11: "),
      ("%at: /", "%at: .x", "3: "), ("%at: /", "%member: x", "3: "),
      ("%rec: records\n%at: /\n\n", "", "3: "), ("name: B", "%x: B", "13: "),
      ("%at: /\n", "%at: /\na: b\n", "5: "), ("year: 16", "year: many", "8: "),
      (".tags[1]: y", ".tags[3]: y", "10: "), (".tags[1]: y", ".tags.a: y", "9: "),
      (".tags[1]: y", ".tags: y", "10: "), ("name: B", "name: B\n.name.x: y", "13: "),
      ("name: B", ".name:array: y", "13: "), ("name: B", ".name:json: {", "13: "),
      ("%item: .[2]", "year: x\n\n%item: .[2]", "15: "),
      ("%item: .[2]", "%rec: x\n%at: /\n\n%item: .[2]", "15: "),
    ])
  func problems(old: String, new: String, line: String) throws {
    let message = try revised(RecordSheetTests.list) {
      #expect($0.contains(old))
      return $0.replacing(old, with: new, maxReplacements: 1)
    }
    #expect(message.hasPrefix(line), "\(old) → \(new): \(message)")
  }

  @Test("after any changes, the sheet of the result has the same records")
  func random() throws {
    var count = 0
    for seed in 0..<Rounds.of(300) {
      var random = SeededGenerator(seed: UInt64(seed))
      func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
      let texts = ["x", "a b", "-", "é", "1", "two\nlines", "&<", "C:\\", "", " z "]
      var number = 0
      func item() -> Plist {
        number += 1
        var members: [(key: String, value: Plist)] = [("name", .text("string", "n\(number)"))]
        for key in ["year", "note", "a.b"] where below(2) == 0 {
          members.append(
            (
              key,
              key == "year" ? .text("integer", "\(below(9))") : .text("string", texts[below(9)])
            ))
        }
        if below(3) == 0 {
          members.append(
            ("tags", .array((0...below(3)).map { _ in .text("string", texts[below(9)]) })))
        }
        return .dict(members)
      }
      let groups = Plist.array(
        (0..<2 + below(2)).map { group in
          .dict([
            ("title", .text("string", "T\(group)")),
            ("items", .array((0..<2 + below(3)).map { _ in item() })),
          ])
        })
      let catalogue = try Catalogue(.dict([("groups", groups)]))
      let sheet = try RecordSheet(catalogue, at: [.root], heading: [])
      var blocks = sheet.text.split(separator: "\n\n").map(String.init)
      let first = (blocks.firstIndex { $0.contains("%at: .groups[0].items") } ?? 0) + 1
      for _ in 0...below(4) {
        guard
          let index = (first..<blocks.count).filter({ blocks[$0].contains("name: ") })
            .randomElement(using: &random)
        else { break }
        switch below(4) {
        case 0: blocks.remove(at: index)
        case 1:
          let block = blocks.remove(at: index)
          blocks.insert(block, at: first + below(blocks.count - first + 1))
        case 2:
          let new = blocks[index].split(separator: "\n").filter { !$0.hasPrefix("%item") }
          blocks.insert(new.joined(separator: "\n"), at: first + below(blocks.count - first + 1))
        default:
          blocks[index] = blocks[index].replacing("\nnote: ", with: "\nnote: new")
            .replacing(/\nyear: ./, with: below(2) == 0 ? "" : "\nyear: 7")
            .replacing("\n.tags[0]: ", with: "\n.tags[0]: more")
        }
      }
      if zip(blocks, blocks.dropFirst() + ["%rec"])
        .contains(where: { $0.hasPrefix("%rec") && $1.hasPrefix("%rec") })
      {
        continue
      }
      count += 1
      let revision = try sheet.revision(of: blocks.joined(separator: "\n\n") + "\n")
      var tree = EditedTree(sheet.document)
      let before = bytes(of: tree)
      _ = try tree.make(.revise(revision.changes))
      let text = bytes(of: tree)
      let again = try RecordSheet(
        Catalogue(PropertyListDocument(FileBytes(text))), at: [.root], heading: [])
      #expect(
        RecordSheetTests.records(again.text)
          == RecordSheetTests.records(
            blocks.joined(separator: "\n\n")), "\(seed)")
      if revision.changes.isEmpty { #expect(text == before) }
    }
    #expect(count > 100)
  }

  private func bytes(of tree: EditedTree) -> [UInt8] {
    var bytes: [UInt8] = []
    tree.withText { tree.document.forEachPiece { bytes += $0 } }
    return bytes
  }

  /// The records of a text without what they were and where they are.
  private static func records(_ text: String) -> [[Substring]] {
    text.split(separator: "\n\n").map { block in
      block.split(separator: "\n").filter {
        !$0.hasPrefix("%item") && !$0.hasPrefix("%at") && !$0.hasPrefix("#")
      }
    }
  }
}
