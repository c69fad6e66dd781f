import PropertyLists
import SeededRandom
import TestHelpers
import Testing

@testable import Catalogues

@Suite("Property lists changed by paths")
struct EditedTreeTests {
  private static let info = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    \t<!-- what it is called -->
    \t<key>CFBundleName</key>
    \t<string>Cars</string>
    \t<key>Tags</key>
    \t<array>
    \t\t<string>a</string> <!-- first -->
    \t\t<string>b</string>
    \t</array>
    \t<key>Empty</key>
    \t<dict/>
    \t<key>Types</key>
    \t<array>
    \t\t<dict>
    \t\t\t<key>Name</key>
    \t\t\t<string>x</string>
    \t\t\t<key>Rank</key>
    \t\t\t<integer>1</integer>
    \t\t</dict>
    \t\t<dict>
    \t\t\t<key>Name</key>
    \t\t\t<string>y</string>
    \t\t</dict>
    \t</array>
    </dict>
    </plist>

    """

  private static func edited(
    _ text: String, _ edits: [TreeEdit], format: FileFormat? = nil
  ) throws -> String {
    let document = try PropertyListDocument(FileBytes(text.utf8), format: format)
    var tree = EditedTree(document)
    for edit in edits { _ = try tree.make(edit) }
    var bytes: [UInt8] = []
    try tree.withText {
      document.forEachPiece { bytes += $0 }
      _ = try PropertyListDocument(FileBytes(bytes))
    }
    #expect(document.hasSourceText)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func set(_ path: String, _ value: String, _ type: FieldType? = nil) throws
    -> TreeEdit
  {
    .set([PathAssignment(try ValuePath(path), type: type, value: value)])
  }

  /// The lines that an edit removes and adds, in order.
  private static func difference(_ edits: [TreeEdit]) throws -> [String] {
    let old = info.split(separator: "\n", omittingEmptySubsequences: false)
    let new = try edited(info, edits).split(separator: "\n", omittingEmptySubsequences: false)
    let difference = new.difference(from: old)
    return difference.removals.map {
      if case .remove(_, let line, _) = $0 { "-\(line)" } else { "" }
    }
      + difference.insertions.map {
        if case .insert(_, let line, _) = $0 { "+\(line)" } else { "" }
      }
  }

  @Test("a value is changed where it is, with its type")
  func set() throws {
    #expect(
      try Self.difference([Self.set(".CFBundleName", "Autos & <1>")])
        == ["-\t<string>Cars</string>", "+\t<string>Autos &amp; &lt;1&gt;</string>"])
    #expect(
      try Self.difference([Self.set(".Types.0.Rank", "2")])
        == ["-\t\t\t<integer>1</integer>", "+\t\t\t<integer>2</integer>"])
    #expect(
      try Self.difference([Self.set(".Tags[-1]", "1", .integer)])
        == ["-\t\t<string>b</string>", "+\t\t<integer>1</integer>"])
    #expect(try Self.difference([Self.set(".CFBundleName", "Cars")]) == [])
    #expect(throws: PathError.self) { try Self.difference([Self.set(".Tags", "x")]) }
    #expect(throws: PathError.self) { try Self.difference([Self.set(".Types.0.Rank", "x")]) }
  }

  @Test("a key that is missing is added like its neighbours, an element at the end")
  func additions() throws {
    #expect(
      try Self.difference([Self.set(".New", "1")])
        == ["+\t<key>New</key>", "+\t<string>1</string>"])
    #expect(
      try Self.difference([Self.set(".Types.1.Rank", "7")])
        == ["+\t\t\t<key>Rank</key>", "+\t\t\t<integer>7</integer>"])
    #expect(
      try Self.difference([Self.set(".Tags.2", "c")]) == ["+\t\t<string>c</string>"])
    #expect(throws: PathError.self) { try Self.difference([Self.set(".Tags.3", "c")]) }
    #expect(throws: PathError.self) { try Self.difference([Self.set(".a.b", "c")]) }
    #expect(throws: PathError.self) { try Self.difference([Self.set(".Tags.x", "c")]) }
    #expect(throws: PathError.self) { try Self.difference([Self.set(".CFBundleName.x", "c")]) }
    #expect(
      try Self.difference([Self.set(".Empty.a", "1"), Self.set(".Empty.b", "2")])
        == [
          "-\t<dict/>", "+\t<dict>", "+\t\t<key>a</key>", "+\t\t<string>1</string>",
          "+\t\t<key>b</key>", "+\t\t<string>2</string>", "+\t</dict>",
        ])
    let parents = TreeEdit.set(
      [PathAssignment(try ValuePath(".p.q[0].r"), value: "1")], makesParents: true)
    #expect(
      try Self.difference([parents])
        == [
          "+\t<key>p</key>", "+\t<dict>", "+\t\t<key>q</key>", "+\t\t<array>", "+\t\t\t<dict>",
          "+\t\t\t\t<key>r</key>", "+\t\t\t\t<string>1</string>", "+\t\t\t</dict>", "+\t\t</array>",
          "+\t</dict>",
        ])
  }

  @Test("inserting never changes what is there")
  func insert() throws {
    func insert(_ path: String, _ value: String) throws -> [String] {
      try Self.difference([.insert([PathAssignment(try ValuePath(path), value: value)])])
    }
    #expect(try insert(".Tags.0", "z") == ["+\t\t<string>z</string>"])
    #expect(try insert(".Tags", "z") == ["+\t\t<string>z</string>"])
    #expect(try insert(".Tags.2", "z") == ["+\t\t<string>z</string>"])
    #expect(try insert(".b", "z") == ["+\t<key>b</key>", "+\t<string>z</string>"])
    #expect(throws: PathError.self) { try insert(".CFBundleName", "z") }
    #expect(throws: PathError.self) { try insert(".Empty", "z") }
    #expect(throws: PathError.self) { try insert(".Tags.4", "z") }
  }

  @Test("what is deleted takes along its comments; all is found first")
  func delete() throws {
    func delete(_ paths: String...) throws -> [String] {
      try Self.difference([.delete(paths.map { try ValuePath($0) })])
    }
    #expect(
      try delete(".CFBundleName")
        == [
          "-\t<!-- what it is called -->", "-\t<key>CFBundleName</key>", "-\t<string>Cars</string>",
        ])
    #expect(
      try delete(".Tags.0", ".Tags.1")
        == ["-\t\t<string>a</string> <!-- first -->", "-\t\t<string>b</string>"])
    #expect(try delete(".Types.0", ".Types.0.Name").count == 6)
    #expect(throws: PathError.self) { try delete(".Tags.0", ".no") }
    #expect(throws: PathError.self) { try delete(".cfbundlename") }
  }

  @Test("a key is renamed where it is; what moves is written like its new neighbours")
  func moving() throws {
    #expect(
      try Self.difference([.rename(ValuePath(".Empty"), to: "E&")])
        == ["-\t<key>Empty</key>", "+\t<key>E&amp;</key>"])
    #expect(throws: PathError.self) {
      try Self.difference([.rename(ValuePath(".Empty"), to: "Tags")])
    }
    #expect(
      try Self.difference([.move(ValuePath(".Tags.0"), to: ValuePath(".Empty.t"))])
        == [
          "-\t\t<string>a</string> <!-- first -->", "-\t<dict/>", "+\t<dict>", "+\t\t<key>t</key>",
          "+\t\t<string>a</string> <!-- first -->", "+\t</dict>",
        ])
    #expect(
      try Self.difference([.move(ValuePath(".Types.1"), to: ValuePath(".Last"))])
        == [
          "-\t\t<dict>", "-\t\t\t<key>Name</key>", "-\t\t\t<string>y</string>", "-\t\t</dict>",
          "+\t<key>Last</key>", "+\t<dict>", "+\t\t<key>Name</key>", "+\t\t<string>y</string>",
          "+\t</dict>",
        ])
    #expect(
      try Self.difference([.copy(ValuePath(".Tags.1"), to: ValuePath(".Tags.0"))])
        == ["+\t\t<string>b</string>"])
    #expect(throws: PathError.self) {
      try Self.difference([.move(ValuePath(".Types"), to: ValuePath(".Types.0.x"))])
    }
  }

  @Test("what is between elements stays, and comments go along")
  func between() throws {
    let text = """
      <plist version="1.0">
      <dict>
      \t<key>a</key>
      \t<!-- between -->
      \t<string>1</string>
      \t<?keep me?>
      \t<key>b</key>
      \t<array>
      \t\t<string>x</string>
      \t\t<?keep two?>
      \t\t<string>y</string>
      \t</array>
      \t<key>d</key>
      \t<dict/>
      </dict>
      </plist>
      """
    for edit in [
      try Self.set(".new", "1"), .delete([try ValuePath(".d")]), try Self.set(".b.2", "z"),
    ] {
      let result = try Self.edited(text, [edit])
      #expect(result.contains("<?keep me?>") && result.contains("<?keep two?>"), "\(edit)")
    }
    let moved = try Self.edited(text, [.move(ValuePath(".a"), to: ValuePath(".d.a"))])
    #expect(moved.contains("\t\t<key>a</key>\n\t\t<!-- between -->\n\t\t<string>1</string>\n"))
    let listed = try Self.edited(text, [.move(ValuePath(".a"), to: ValuePath(".b"))])
    #expect(listed.contains("\t\t<!-- between -->\n\t\t<string>1</string>\n\t</array>"))
    let windows = try Self.edited(
      text.replacing("\n", with: "\r\n"),
      [try Self.set(".n", "<dict>\n\t<key>k</key>\n\t<true/>\n</dict>", .xml)])
    #expect(!windows.replacing("\r\n", with: "").contains("\n"))
  }

  @Test("keys are the same only if their bytes are")
  func bytes() throws {
    let text = "<plist><dict><key>e\u{301}</key><true/></dict></plist>"
    let path = ValuePath([.name("e\u{301}")])
    #expect(
      try Self.edited(text, [.rename(path, to: "\u{E9}")]).utf8.elementsEqual(
        "<plist><dict><key>\u{E9}</key><true/></dict></plist>".utf8))
  }

  @Test("a patch replaces the whole file only if that is forced")
  func patchOfOtherKind() throws {
    let list = "<plist><array><string>a</string></array></plist>"
    let document = try PropertyListDocument(FileBytes("{\"a\": 1}".utf8), format: .json)
    #expect(throws: PathError.replacesAll) {
      try Self.edited(list, [.patch(TreePatch(document))])
    }
    #expect(
      try Self.edited(list, [.patch(TreePatch(document, isForced: true))]).contains("<key>a</key>"))
  }

  @Test("a dictionary in the place of a value is laid out like it")
  func replacedByDictionary() throws {
    let patch = TreePatch(
      try PropertyListDocument(
        FileBytes(#"{"Tags": {"a": {"b": [1]}}}"#.utf8), format: .json))
    let text = try Self.edited(Self.info, [.patch(patch)])
    #expect(
      text.contains(
        "\t<key>Tags</key>\n\t<dict>\n\t\t<key>a</key>\n\t\t<dict>\n\t\t\t<key>b</key>\n"
          + "\t\t\t<array>\n\t\t\t\t<integer>1</integer>\n\t\t\t</array>\n\t\t</dict>\n\t</dict>\n")
    )
  }

  @Test("a key that occurs twice is ambiguous to read, and both are changed and deleted")
  func repeatedKeys() throws {
    let text =
      "<plist><dict><key>a</key><string>1</string><key>a</key><string>2</string></dict></plist>"
    #expect(try Self.edited(text, [Self.set(".a", "3")]) == text.replacing(/1|2/, with: "3"))
    #expect(try Self.edited(text, [.delete([ValuePath(".a")])]) == "<plist><dict></dict></plist>")
    let tree = EditedTree(try PropertyListDocument(FileBytes(text.utf8)))
    #expect(throws: PathError.ambiguous(try ValuePath(".a"), count: 2)) {
      try tree.value(at: ValuePath(".a"))
    }
  }

  @Test("edits agree with a model, and a failing one changes nothing")
  func agreement() throws {
    for seed in 0..<UInt64(Rounds.of(150)) {
      var random = RandomPlist(seed: seed)
      var model = random.catalogue().withoutRepeatedKeys
      let text = "<plist version=\"1.0\">\(model.xml)</plist>"
      let document = try PropertyListDocument(FileBytes(text.utf8))
      var tree = EditedTree(document)
      for _ in 0..<random.below(30) {
        let edit = try Self.edit(of: model, &random)
        let expected = Self.made(edit, in: model)
        do {
          let before = tree.text(of: document.root)
          let isChange = try tree.make(edit)
          #expect(isChange || tree.text(of: document.root) == before)
          #expect(expected != nil, "\(edit) in \(model.xml)")
          model = expected ?? model
        } catch {
          #expect(expected == nil, "\(edit) in \(model.xml): \(error)")
        }
      }
      var bytes: [UInt8] = []
      tree.withText { document.forEachPiece { bytes += $0 } }
      let result = try PropertyListDocument(FileBytes(bytes))
      let wanted = try PropertyListDocument(
        FileBytes("<plist version=\"1.0\">\(model.xml)</plist>".utf8))
      #expect(result.tokens(of: result.root) == wanted.tokens(of: wanted.root), "seed \(seed)")
    }
  }

  @Test("a large dictionary agrees with a list of its members, whatever fails on the way")
  func largeDictionary() throws {
    for seed in 0..<UInt64(Rounds.of(40)) {
      var random = SeededGenerator(seed: seed)
      var members = (0..<40).map { (key: "k\($0)", value: "v\($0)") }
      let text = members.map { "<key>\($0.key)</key><string>\($0.value)</string>" }.joined()
      let document = try PropertyListDocument(
        FileBytes("<plist><dict>\(text)</dict></plist>".utf8))
      var tree = EditedTree(document)
      func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
      func assignment(_ key: String, _ value: String) -> PathAssignment {
        PathAssignment(ValuePath([.name(key)]), type: .string, value: value)
      }
      for step in 0..<60 {
        let known = members[below(members.count)].key
        let index = members.firstIndex { $0.key == known }!
        switch below(5) {
        case 0:
          _ = try tree.make(.set([assignment(known, "s\(step)"), assignment("n\(step)", "new")]))
          members[index].value = "s\(step)"
          members.append((key: "n\(step)", value: "new"))
        case 1 where members.count > 1:
          _ = try tree.make(.delete([ValuePath([.name(known)])]))
          members.remove(at: index)
        case 2:
          _ = try tree.make(.rename(ValuePath([.name(known)]), to: "r\(step)"))
          members[index].key = "r\(step)"
        case 3:
          _ = try tree.make(.copy(ValuePath([.name(known)]), to: ValuePath([.name("c\(step)")])))
          members.append((key: "c\(step)", value: members[index].value))
        default:
          let before = tree.text(of: document.root)
          let missing = ValuePath([.name("missing")])
          let impossible: [TreeEdit] = [
            .set([
              assignment(known, "lost"), assignment("lost", ""),
              PathAssignment(missing.appending(.name("inside")), value: ""),
            ]),
            .insert([assignment("lost", ""), assignment(known, "there")]),
            .delete([ValuePath([.name(known)]), missing]),
            .rename(ValuePath([.name(known)]), to: members[below(members.count)].key),
          ]
          for edit in impossible where edit != .rename(ValuePath([.name(known)]), to: known) {
            #expect(throws: PathError.self) { try tree.make(edit) }
          }
          #expect(tree.text(of: document.root) == before)
        }
      }
      let result = members.map { "<key>\($0.key)</key><string>\($0.value)</string>" }.joined()
      #expect(
        String(decoding: tree.text(of: document.root), as: UTF8.self) == "<dict>\(result)</dict>")
      #expect(tree.count(of: tree.root) == members.count)
      for member in members {
        let value = try tree.value(at: ValuePath([.name(member.key)]))
        #expect(document.plainText(of: value) == member.value)
      }
    }
  }

  @Test("the lines of a value end as in the value before it, or else as in the file")
  func lineEnds() throws {
    let text =
      "<plist>\r\n<dict>\r\n<key>a</key>\r\n<string>1\r\n2</string>\r\n<key>b</key>\r\n"
      + "<string>1\n2</string>\r\n</dict>\r\n</plist>\r\n"
    #expect(
      try Self.edited(text, [Self.set(".a", "1\n2\n3")])
        == text.replacing("1\r\n2", with: "1\r\n2\r\n3"))
    #expect(
      try Self.edited(text, [Self.set(".b", "1\n3")]) == text.replacing("1\n2", with: "1\n3"))
    #expect(
      try Self.edited(text, [Self.set(".c", "x\ny"), Self.set(".d", "<array>\n</array>", .xml)])
        == text.replacing(
          "\r\n</dict>",
          with: "\r\n<key>c</key>\r\n<string>x\r\ny</string>\r\n<key>d</key>\r\n<array>\r\n"
            + "</array>\r\n</dict>"))
    #expect(
      try Self.edited(
        "<plist><array/></plist>",
        [
          .insert([
            PathAssignment(ValuePath(".0"), type: .string, value: "x\ny")
          ])
        ]
      ).contains("x\ny"))
  }

  // MARK: The model

  /// A random path, mostly to something that is there.
  static func path(in plist: Plist, _ random: inout RandomPlist) -> ValuePath {
    var steps: [ValuePath.Step] = []
    var here = plist
    while random.below(4) > 0 {
      switch here {
      case .element: return ValuePath(steps)
      case .array(let values):
        let index = random.below(values.count + 1)
        steps.append(random.below(2) == 0 ? .position(index) : .name(String(index)))
        guard index < values.count else { return ValuePath(steps) }
        here = values[index]
      case .dict(let members):
        let index = random.below(members.count + 1)
        guard index < members.count else {
          return ValuePath(steps + [.name(["new", "a.b", "x=y"][random.below(3)])])
        }
        steps.append(.name(members[index].key))
        here = members[index].value
      }
    }
    return ValuePath(steps)
  }

  static func edit(of plist: Plist, _ random: inout RandomPlist) throws -> TreeEdit {
    let path = path(in: plist, &random)
    let value = PathAssignment(path, type: .string, value: "v\(random.below(100))")
    switch random.below(6) {
    case 0: return .set([value])
    case 1: return .insert([value])
    case 2: return .delete([path])
    case 3: return .rename(path, to: ["new", "a.b", "n&"][random.below(3)])
    case 4: return .move(path, to: Self.path(in: plist, &random))
    default: return .copy(path, to: Self.path(in: plist, &random))
    }
  }

  /// The property list after an edit; `nil` if that is impossible.
  static func made(_ edit: TreeEdit, in plist: Plist) -> Plist? {
    switch edit {
    case .set(let assignments, _):
      let path = assignments[0].path
      let value = Plist.text("string", assignments[0].value)
      if plist.value(path.steps) != nil {
        return plist.replacing(path.steps[...]) { _ in .one(value) }
      }
      return plist.inserting(value, path.steps[...])
    case .insert(let assignments):
      return plist.inserting(
        .text("string", assignments[0].value), plist.gap(assignments[0].path.steps)[...])
    case .delete(let paths):
      let path = paths[0].steps
      guard !path.isEmpty, plist.value(path) != nil else { return nil }
      return plist.replacing(path[...]) { _ in .nothing }
    case .rename(let path, let key):
      guard !path.steps.isEmpty, plist.value(path.steps) != nil,
        case .dict(let members)? = plist.value(Array(path.steps.dropLast())),
        case .name(let old) = path.steps[path.steps.count - 1]
      else { return nil }
      if old == key { return plist }
      if members.contains(where: { $0.key == key }) { return nil }
      return plist.replacing(path.steps[...]) { .renamed(key, $0) }
    case .move(let path, let target):
      guard !path.steps.isEmpty, let value = plist.value(path.steps) else { return nil }
      let (from, to) = (path.steps, target.steps)
      if from.dropLast() == to.dropLast(), case .dict? = plist.value(Array(from.dropLast())),
        case .name(let key)? = to.last, from == to || plist.value(to) == nil
      {
        return made(.rename(path, to: key), in: plist)
      }
      var gap = plist.gap(to)
      let (source, place) = (plist.normalized(from), plist.normalized(gap))
      if source.dropLast() == place.dropLast(), case .position(let start)? = source.last,
        case .position(let end)? = place.last, start < end, plist.value(gap) != nil
      {
        // It takes the position once it is gone from its own.
        gap[gap.count - 1] = .position(end + 1)
      }
      if gap.count > from.count, plist.normalized(gap).starts(with: plist.normalized(from)) {
        return nil
      }
      // A mark takes the place of what moves, so that positions stay.
      let mark = Plist.text("string", "moved away")
      return plist.replacing(from[...]) { _ in .one(mark) }.flatMap {
        $0.inserting(value, gap[...])
      }?
      .withoutMark
    case .copy(let path, let target):
      guard !path.steps.isEmpty, let value = plist.value(path.steps) else { return nil }
      return plist.inserting(value, plist.gap(target.steps)[...])
    case .patch, .revise: return nil
    }
  }
}

extension Plist {
  fileprivate enum Replacement {
    case one(Plist)
    case renamed(String, Plist)
    case nothing
  }

  fileprivate func value(_ steps: [ValuePath.Step]) -> Plist? {
    guard let first = steps.first else { return self }
    let rest = Array(steps.dropFirst())
    switch (self, first) {
    case (.array(let values), _):
      guard let position = first.position, values.indices.contains(position) else { return nil }
      return values[position].value(rest)
    case (.dict(let members), .name(let name)):
      return members.first { $0.key == name }?.value.value(rest)
    default: return nil
    }
  }

  /// Steps with all positions in brackets.
  fileprivate func normalized(_ steps: [ValuePath.Step]) -> [ValuePath.Step] {
    steps.enumerated().map { index, step in
      guard case .array? = value(Array(steps[..<index])), let position = step.position else {
        return step
      }
      return .position(position)
    }
  }

  /// Where a path leads that may be that of an array, which means its end.
  fileprivate func gap(_ steps: [ValuePath.Step]) -> [ValuePath.Step] {
    if !steps.isEmpty, case .array? = value(Array(steps.dropLast())) { return steps }
    guard case .array(let values)? = value(steps) else { return steps }
    return steps + [.position(values.count)]
  }

  fileprivate func replacing(
    _ steps: ArraySlice<ValuePath.Step>, _ change: (Plist) -> Replacement
  ) -> Plist? {
    guard let first = steps.first else {
      guard case .one(let value) = change(self) else { return nil }
      return value
    }
    let isLast = steps.count == 1
    switch (self, first) {
    case (.array(var values), _):
      guard let position = first.position, values.indices.contains(position) else { return nil }
      if isLast, case .nothing = change(values[position]) {
        values.remove(at: position)
      } else {
        guard let new = values[position].replacing(steps.dropFirst(), change) else { return nil }
        values[position] = new
      }
      return .array(values)
    case (.dict(var members), .name(let name)):
      guard let index = members.firstIndex(where: { $0.key == name }) else { return nil }
      if isLast {
        switch change(members[index].value) {
        case .nothing: members.remove(at: index)
        case .one(let value): members[index].value = value
        case .renamed(let key, let value): members[index] = (key, value)
        }
      } else {
        guard let new = members[index].value.replacing(steps.dropFirst(), change) else {
          return nil
        }
        members[index].value = new
      }
      return .dict(members)
    default: return nil
    }
  }

  fileprivate func inserting(_ value: Plist, _ steps: ArraySlice<ValuePath.Step>) -> Plist? {
    guard let first = steps.first else { return nil }
    let isLast = steps.count == 1
    switch (self, first) {
    case (.array(var values), _):
      guard let position = first.position else { return nil }
      if isLast {
        guard position <= values.count else { return nil }
        values.insert(value, at: position)
      } else {
        guard values.indices.contains(position),
          let new = values[position].inserting(value, steps.dropFirst())
        else { return nil }
        values[position] = new
      }
      return .array(values)
    case (.dict(var members), .name(let name)):
      let index = members.firstIndex { $0.key == name }
      if isLast {
        if index != nil { return nil }
        members.append((name, value))
      } else {
        guard let index, let new = members[index].value.inserting(value, steps.dropFirst()) else {
          return nil
        }
        members[index].value = new
      }
      return .dict(members)
    default: return nil
    }
  }

  /// Without what stands for a value that has moved.
  fileprivate var withoutMark: Plist {
    func isMark(_ plist: Plist) -> Bool {
      if case .element(let text) = plist { text.contains("moved away") } else { false }
    }
    return switch self {
    case .element: self
    case .array(let values): .array(values.filter { !isMark($0) }.map(\.withoutMark))
    case .dict(let members):
      .dict(members.filter { !isMark($0.value) }.map { ($0.key, $0.value.withoutMark) })
    }
  }
}
