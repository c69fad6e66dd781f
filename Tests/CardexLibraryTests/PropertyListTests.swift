import Cardex
import Foundation
import Testing

@Suite("A property list")
struct PropertyListTests {
  private static let info = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    \t<!-- set by the build -->
    \t<key>CFBundleVersion</key>    <string>1</string>
    \t<key>Types</key>
    \t<array>
    \t\t<dict><key>name</key><string>a</string></dict>
    \t\t<dict><key>name</key><string>b</string></dict>
    \t</array>
    </dict>
    </plist>

    """

  private func list(_ text: String = info) throws -> PropertyList {
    try PropertyList(bytes: Array(text.utf8))
  }

  private func text(_ list: PropertyList) throws -> String {
    String(decoding: try list.bytes(), as: UTF8.self)
  }

  @Test("only what is changed is written differently")
  func lossless() throws {
    var list = try list()
    #expect(try text(list) == Self.info)
    try list.set(".CFBundleVersion", to: "42")
    #expect(try text(list) == Self.info.replacing("<string>1<", with: "<string>42<"))
    #expect(try list.value(at: ".CFBundleVersion") == "42")
    try list.move(".CFBundleVersion", to: ".Version")
    #expect(
      try text(list)
        == Self.info.replacing("<string>1<", with: "<string>42<")
        .replacing("CFBundleVersion", with: "Version"))
    try list.delete(".Types[0]")
    #expect(try list.value(at: ".Types") == [["name": "b"]])
    try list.insert(["name": "c"] as Value, at: ".Types")
    try list.insert(["name": "d"] as Value, at: ".Types[0]")
    #expect(try list.value(at: ".Types") == [["name": "d"], ["name": "b"], ["name": "c"]])
    try list.move(".Types[0]", to: ".Types")
    #expect(try list.value(at: ".Types[-1].name") == "d")
    try list.set(".New.deep", to: [1, 2])
    #expect(try list.value(at: ".New") == ["deep": [1, 2]])
  }

  @Test("a copy that is changed is another list")
  func copies() throws {
    let list = try list()
    var copy = list
    try copy.set(".CFBundleVersion", to: "2")
    let second = copy
    try copy.delete(".Types")
    #expect(try list.value(at: ".CFBundleVersion") == "1")
    #expect(try second.value(at: ".Types[0].name") == "a")
    #expect(throws: CatalogueError.self) { try copy.value(at: ".Types") }
    #expect(try text(list) == Self.info)
  }

  @Test("what fails changes nothing")
  func failures() throws {
    var list = try list()
    #expect(throws: CatalogueError.self) { try list.delete(".Nothing") }
    #expect(throws: CatalogueError.self) { try list.insert(1, at: ".CFBundleVersion") }
    #expect(throws: CatalogueError.self) { try list.set(".Types[7]", to: 1) }
    #expect(throws: CatalogueError.self) { try list.set(".Types.name", to: 1) }
    #expect(throws: CatalogueError.self) { try list.set(".x", to: Value.null) }
    #expect(throws: CatalogueError.self) { try list.move("/", to: ".x") }
    #expect(throws: CatalogueError.self) { try list.move(".Types", to: ".CFBundleVersion") }
    #expect(throws: CatalogueError.self) { try list.move(".Types", to: ".Types[0].x") }
    #expect(try text(list) == Self.info)
    for path in ["", "x", ".", ".a[", #".a\q"#] {
      #expect(throws: CatalogueError.self, "\(path)") { try Path(path) }
    }
  }

  @Test("paths are written as they are read, whatever keys have")
  func paths() throws {
    let path = Path(".Types[0]").appending("a.b").appending("")
    #expect("\(path)" == #".Types[0].a\.b.\u{}"#)
    let key = Path("/").appending("a.b")
    #expect(try Path("\(key)") == key)
    #expect(Path("/").description == "/")
  }

  @Test("differences are told by paths")
  func differences() throws {
    let old = try list()
    var new = old
    try new.set(".CFBundleVersion", to: "2")
    try new.move(".Types[0]", to: ".Types")
    try new.set(".Added", to: true)
    let found = try new.differences(from: old)
    #expect(
      found == [
        .changed(".CFBundleVersion", from: "1", to: "2"),
        .moved(".Types[0]", to: ".Types[1]"), .added(".Added", true),
      ])
    #expect(try old.differences(from: new).contains(.removed(".Added", true)))
    #expect(try old.differences(from: list()).isEmpty)
  }

  @Test("what two have changed is merged; of what both have, ours stays")
  func merging() throws {
    let base = try list()
    var (ours, theirs) = (base, base)
    try ours.set(".CFBundleVersion", to: "2")
    try theirs.set(".CFBundleVersion", to: "3")
    try theirs.insert(["name": "c"] as Value, at: ".Types")
    let conflicts = try ours.merge(theirs, since: base)
    #expect(conflicts == [.changed(".CFBundleVersion", from: "2", to: "3")])
    #expect(try ours.value(at: ".CFBundleVersion") == "2")
    #expect(try ours.value(at: ".Types[2].name") == "c")
    #expect(try text(ours).contains("\t<!-- set by the build -->\n"))
  }

  @Test("other formats stay what they are")
  func formats() throws {
    var json = try list(#"{ "a" : 1, "b":[null] }"#)
    try json.set(".a", to: 2)
    #expect(try text(json) == #"{ "a" : 2, "b":[null] }"#)
    #expect(try json.value(at: ".b[0]") == .null)
    try json.set(".c", to: Value.null)
    #expect(try json.value(at: ".c") == .null)
    var strings = try list("/* key */\n\"a\" = \"b\";\n")
    try strings.set(".a", to: "c")
    #expect(try text(strings) == "/* key */\n\"a\" = \"c\";\n")
    let binary = try PropertyListSerialization.data(
      fromPropertyList: ["a": Date(timeIntervalSinceReferenceDate: 0.5), "b": 1],
      format: .binary, options: 0)
    var copy = try PropertyList(bytes: Array(binary))
    try copy.set(".b", to: "\u{1}x")
    #expect(try copy.value(at: ".b") == "\u{1}x")
    let read = try PropertyListSerialization.propertyList(from: Data(copy.bytes()), format: nil)
    #expect((read as? [String: Any])?["b"] as? String == "\u{1}x")
    #expect(
      (read as? [String: Any])?["a"] as? Date == Date(timeIntervalSinceReferenceDate: 0.5))
  }

  @Test("a file is replaced only if it is still the one that was read")
  func files() async throws {
    try await Samples.withFile(Self.info) { path in
      var list = try PropertyList(contentsOf: path)
      try list.set(".CFBundleVersion", to: "2")
      try list.write(to: path)
      try list.set(".CFBundleVersion", to: "3")
      try list.write(to: path)
      #expect(try String(contentsOfFile: path, encoding: .utf8).contains("<string>3<"))
      try Data("other".utf8).write(to: URL(filePath: path))
      #expect(throws: CatalogueError.changedByOthers(path: path)) { try list.write(to: path) }
      // The same file by another path.
      let other = path.replacing("/list.plist", with: "/./list.plist")
      #expect(throws: CatalogueError.changedByOthers(path: other)) { try list.write(to: other) }
      let link = path + ".link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      #expect(throws: CatalogueError.changedByOthers(path: link)) { try list.write(to: link) }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "other")
      try list.write(to: path + ".new")
      #expect(throws: CatalogueError.self) { try PropertyList(contentsOf: path) }
      #expect(throws: CatalogueError.self) { try list.write(to: "/nowhere/x") }
    }
  }
}
