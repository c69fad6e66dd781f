import Foundation
import TestHelpers
import Testing

/// What the sections of a file say about themselves, and titles from outside, on the command line.
@Suite struct OutlineStateCommandTests {
  private static let catalogue = plist(
    """
    <dict><key>header</key><string>All of the cars</string><key>sections</key><array>
    <dict><key>title</key><string>A</string><key>isCollapsed</key><true/>
      <key>items</key><array><string>Audi</string></array></dict>
    <dict><key>isCollapsible</key><false/><key>isExpanded</key><false/>
      <key>items</key><array><string>BMW</string></array></dict>
    </array><key>footer</key><string>Prices
    include tax</string></dict>
    """)

  private func run(_ command: String, _ arguments: String...) throws -> Tool.Outcome {
    try Tool.run([command, "-"] + arguments, input: Data(Self.catalogue.utf8))
  }

  @Test(
    "sections start as they say, unless options say otherwise; texts of the root are around them")
  func folding() throws {
    let (above, below) = ("All of the cars\n", "Prices\\ninclude tax\n")
    let (open, closed) = ("– A  (1)\n    Audi\n", "+ A  (1)\n")
    let fixed = "  #2  (1)\n    BMW\n"
    #expect(try run("show").output == above + closed + fixed + below)
    #expect(try run("show", "--expanded").output == above + open + fixed + below)
    #expect(try run("show", "--collapsed").output == above + closed + fixed + below)
    #expect(try run("show", "--depth=2").output == above + open + fixed + below)
    #expect(try run("show", "A").output == "– A  (1)\n    isCollapsed  true\n    Audi\n")
    let both = try run("show", "--expanded", "--collapsed")
    #expect(both.status == 2 && both.errors.contains("--expanded and --collapsed cannot be used"))
  }

  @Test("titles given to sections without one are titles in addresses; too many are an error")
  func titles() throws {
    #expect(try run("sections", "--section-titles=Bikes").output == "A\t1\nBikes\t1\n")
    #expect(
      try run("show", "--section-titles=Bikes", "Bikes/BMW").output == "Bikes/BMW\n      BMW\n")
    let input = Data(Self.catalogue.utf8)
    #expect(
      try Tool.run(["search", "--section-titles=Bikes", "bm", "-"], input: input).output
        == "Bikes/BMW\n")
    for command in ["show", "sections"] {
      let result = try run(command, "--section-titles=B,C")
      #expect(
        result.status == 2
          && result.errors.contains("2 titles are given, but only 1 section is without one"))
    }
    let directory = try TemporaryDirectory()
    let file = directory.url.appending(path: "list.plist")
    try input.write(to: file)
    let batch = try Tool.run([
      "batch", file.path(), "--section-titles=Bikes", "-e", "insert Bikes Bolt", "-o", "-",
    ])
    #expect(batch.output.contains("<string>BMW</string><string>Bolt</string>"))
    let shell = try Tool.run(
      ["shell", file.path(), "--section-titles=Bikes"], input: Data("show Bikes/BMW\n".utf8))
    #expect(shell.output.contains("Bikes/BMW"))
  }

  @Test("sections and rows are printed as JSON with their state")
  func objects() throws {
    #expect(
      try run("sections", "--json").output == """
        {"file":"(standard input)","type":"section","section":[],"position":"1","address":"A","line":3,"column":23,"title":"A","entries":1,"isCollapsible":true,"isCollapsed":true,"fields":{"isCollapsed":true}}
        {"file":"(standard input)","type":"section","section":[],"position":"2","address":"#2","title":null,"entries":1,"isCollapsible":false,"isCollapsed":false,"fields":{"isCollapsible":false,"isExpanded":false}}

        """)
    let shown = try run("show", "--json").output.split(separator: "\n")
    #expect(shown.count == 3 && shown[2].contains("\"address\":\"#2/BMW\",\"line\""))
    #expect(try run("show", "--json", "--expanded").output.split(separator: "\n").count == 4)
    let entry = try run("show", "--json", "A/Audi").output
    #expect(entry.hasPrefix("{") && entry.contains("\"label\":\"Audi\""))
    #expect(try run("sections", "--json", "--strip").status == 2)
  }

  @Test("rows of a form say in JSON whether they are visible and expanded")
  func formObjects() throws {
    let output = try Tool.run(["show", "settings-form.plist", "--json", "--expanded"]).output
    #expect(output.contains("\"isExpanded\":") && output.contains("\"isVisible\":false"))
    #expect(output.contains("\"isExpanded\":null,\"isVisible\":true,\"value\":"))
    #expect(
      try !Tool.run(["show", "settings-form.plist", "--json"]).output
        .contains("\"isVisible\":false"))
  }

  @Test(
    "entries have the same members in JSON, whatever they are",
    arguments: ["Info.plist", "cars_total.plist", "contacts.plist", "news.plist"])
  func shape(file: String) throws {
    let members: Set = [
      "file", "type", "section", "position", "address", "line", "column", "key", "label", "value",
    ]
    for line in try Tool.run(["show", "--json", file]).output.split(separator: "\n") {
      let object = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      if object["type"] as? String == "entry" { #expect(Set(object.keys) == members) }
    }
  }

  @Test(
    "the value of an entry is in JSON what it is in the file, and its key is beside it",
    arguments: [
      ("<array><string>a</string></array>", "null", "\"a\""),
      ("<array><array><integer>1</integer></array><string>b</string></array>", "null", "[1]"),
      ("<array><dict><key>name</key><string>a</string></dict></array>", "null", #"{"name":"a"}"#),
      ("<dict><key>k\"</key><real>1.50</real></dict>", #""k\"""#, "1.50"),
      ("<dict><key>k</key><array/><key>l</key><true/></dict>", "\"k\"", "[]"),
      (
        "<dict><key>k</key><dict><key>a</key><true/></dict><key>l</key><true/></dict>", "\"k\"",
        #"{"a":true}"#
      ),
    ])
  func values(list: String, key: String, value: String) throws {
    let input = Data("<plist>\(list)</plist>".utf8)
    for arguments in [["show", "--flat", "--json", "-"], ["search", "--flat", "--json", "", "-"]] {
      let line = try Tool.run(arguments, input: input).output.prefix { $0 != "\n" }
      #expect(line.contains("\"key\":\(key),\"label\":"))
      #expect(
        line.hasSuffix("\"value\":\(value)}")
          || line.contains("\"value\":\(value),\"matches\":"))
    }
  }

  @Test("all fields of the catalogue, of sections and of entries are printed alone")
  func fields() throws {
    #expect(
      try run("show", "--fields").output
        == "/\n    header  All of the cars\n    footer  Prices\\ninclude tax\n")
    #expect(try run("show", "--fields", "A").output == "A\n    isCollapsed  true\n")
    #expect(try run("show", "--fields", "--depth=1").status == 2)
  }

  @Test("marks may be texts, titles and footers take several lines")
  func drawing() throws {
    #expect(
      try run("show", "--indicators=[-],[+]", "--lines=2", "--width=12").output == """
        All of the
        cars
        [+] A  (1)
            #2  (1)
          BMW
        Prices
        include tax

        """)
    #expect(try run("show", "--indicators=,x", "--expanded").output.contains(", A  (1)"))
    for wrong in ["abc", "ab,", "a,b,c", ""] {
      #expect(try run("show", "--indicators=" + wrong).status == 2)
    }
    let long = """
      <plist><array><dict><key>name</key><string>Anna Maria of Hohenlohe</string>
      <key>age</key><integer>9</integer></dict>
      <dict><key>name</key><string>Bo</string><key>age</key><integer>8</integer></dict></array></plist>
      """
    #expect(
      try Tool.run(["show", "--lines=3", "--width=14", "-"], input: Data(long.utf8)).output
        == "Anna Maria of\nHohenlohe\n  9\nBo  8\n")
    #expect(try run("show", "--lines=0").status == 2)
    #expect(try run("show", "--lines=x").status == 2)
  }
}
