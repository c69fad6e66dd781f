import Testing

@testable import PropertyLists

@Suite("Reading binary property lists")
struct BinaryDecoderTests {
  private static let keyed = [
    [0xD2, 1, 2, 3, 4] as [UInt8], BinaryFile.ascii("$archiver"), BinaryFile.ascii("$objects"),
    BinaryFile.ascii("a"), [0x80, 7],
  ]

  @Test(
    "an object of each type becomes an element",
    arguments: [
      ([0x08], "<false/>"), ([0x09], "<true/>"),
      ([0x10, 0xFF], "<integer>255</integer>"),
      ([0x11, 0x01, 0x00], "<integer>256</integer>"),
      ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], "<integer>4294967295</integer>"),
      ([0x13] + [UInt8](repeating: 0xFF, count: 8), "<integer>-1</integer>"),
      (
        [0x14] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8),
        "<integer>18446744073709551615</integer>"
      ),
      ([0x14] + [UInt8](repeating: 0xFF, count: 16), "<integer>-1</integer>"),
      (BinaryFile.double(0x23, 0.1), "<real>0.1</real>"),
      (BinaryFile.double(0x23, -.infinity), "<real>-inf</real>"),
      (BinaryFile.double(0x23, .nan), "<real>nan</real>"),
      (BinaryFile.double(0x33, 0), "<date>2001-01-01T00:00:00Z</date>"),
      (BinaryFile.double(0x33, -1), "<date>2000-12-31T23:59:59Z</date>"),
      (BinaryFile.double(0x33, 5_097_600), "<date>2001-03-01T00:00:00Z</date>"),
      ([0x40], "<data></data>"), ([0x43, 0, 1, 2], "<data>AAEC</data>"),
      ([0x50], "<string></string>"),
      (BinaryFile.ascii("a<b&c>\r"), "<string>a&lt;b&amp;c&gt;&#13;</string>"),
      (BinaryFile.ascii("1234567<"), "<string>1234567&lt;</string>"),
      (
        BinaryFile.ascii(String(repeating: "x", count: 300)),
        "<string>\(String(repeating: "x", count: 300))</string>"
      ),
      (BinaryFile.utf16(Array("aé中🙂".utf16)), "<string>aé中🙂</string>"),
      ([0xA0], "<array/>"), ([0xD0], "<dict/>"),
    ] as [([UInt8], String)])
  func objects(_ object: [UInt8], _ element: String) throws {
    let document = try parse(BinaryFile([object]).bytes)
    #expect(document.text(at: document.elementRange(of: .root)) == Array(element.utf8))
    #expect(document.source.format == .binary)
  }

  @Test(
    "what XML cannot say is shown as well as possible, and written back with the object",
    arguments: [
      (BinaryFile.ascii("a\0b"), .string, "a\\u0000b"),
      (BinaryFile.ascii("\u{1F}\t"), .string, "\\u001F\t"),
      (BinaryFile.utf16([0x61, 0xD800]), .string, "a\\uD800"),
      (BinaryFile.utf16([0xDC00, 0xD800, 0x61]), .string, "\\uDC00\\uD800a"),
      (BinaryFile.utf16([0xFFFE, 0xFFFF]), .string, "\\uFFFE\\uFFFF"),
      ([0x22, 0x3F, 0xC0, 0, 0], .real, "1.5"),
      (BinaryFile.double(0x33, 0.5), .date, "2001-01-01T00:00:00Z"),
      (BinaryFile.double(0x33, -0.5), .date, "2000-12-31T23:59:59Z"),
      ([0x23, 0x7F, 0xF8, 0, 0, 0, 0, 0, 1], .real, "nan"),
      (
        [0x14, 0x80] + [UInt8](repeating: 0, count: 15), .real,
        "-170141183460469231731687303715884105728"
      ),
    ] as [([UInt8], NodeKind, String)])
  func originals(_ object: [UInt8], _ kind: NodeKind, _ text: String) throws {
    let document = try parse(BinaryFile.array(of: [object, object]).bytes)
    let node = document.firstChild(of: .root)
    #expect(document.kind(of: node) == kind)
    #expect(document.text(of: node) == text)
    _ = try document.appendString("x")
    // An element's text is all that there is of it: a copy is the same.
    let again = try parse(try document.fileBytesOrError())
    #expect(
      document.allNodes.dropFirst().prefix(2).map {
        document.text(at: document.elementRange(of: $0))
      }
        == again.allNodes.dropFirst().prefix(2).map { again.text(at: again.elementRange(of: $0)) })
    #expect(try document.fileBytesOrError().firstIndex(of: object) != nil)
  }

  @Test("XML is written without the objects that it cannot say")
  func withoutOriginals() throws {
    let objects =
      [BinaryFile.ascii("?\0"), [0x22, 0x3F, 0xC0, 0, 0]] + [BinaryFile.ascii("<?bplist ?>")]
    let document = try parse(BinaryFile.array(of: objects).bytes)
    let xml = try document.fileBytesOrError(as: .xml)
    #expect(xml.firstIndex(of: Array("<?bplist".utf8)) == nil)
    let again = try parse(xml)
    #expect(
      again.allNodes.dropFirst().map { again.text(of: $0) } == ["?\\u0000", "1.5", "<?bplist ?>"])
  }

  @Test("what is wrong is named with the object and its offset")
  func faults() {
    var wrong: [(BinaryFile, Int, String)] = [
      (BinaryFile([[0xA1, 0]]), 8, "object 0 contains itself"),
      (BinaryFile([[0xA1, 1], [0xA2, 2, 0], [0x09]]), 8, "object 0 contains itself"),
      (BinaryFile([[0xA1, 9]]), 8, "object 9 does not exist"),
      (BinaryFile([[0xD1, 1, 1], [0x10, 1]]), 11, "object 1 is a key, but not a string"),
      (
        BinaryFile([[0x5F, 0x13] + [UInt8](repeating: 0x7F, count: 8)]), 8,
        "elements, which are not"
      ),
      (
        BinaryFile([[0x5F, 0x13] + [UInt8](repeating: 0xFF, count: 8)]), 8,
        "elements, which are not"
      ),
      (BinaryFile([[0x5F, 0x50]]), 8, "object 0 has no length"),
      (BinaryFile([[0x5F]]), 8, "object 0 has no length"),
      (BinaryFile([[0xAF, 0x12, 0x7F, 0xFF, 0xFF, 0xFF]]), 8, "elements, which are not"),
      (BinaryFile([[0xDE, 0]]), 8, "14 elements, which are not"),
      (BinaryFile([[0x51, 0xE9]]), 8, "in ASCII with other bytes"),
      (BinaryFile([[0x00]]), 8, "null"), (BinaryFile([[0x0F]]), 8, "unknown type 0xf"),
      (BinaryFile([[0xC0]]), 8, "is a set"), (BinaryFile([[0xB0]]), 8, "is a set"),
      (BinaryFile([[0x15] + [UInt8](repeating: 0, count: 32)]), 8, "2^5 bytes"),
      (BinaryFile([[0x24] + [UInt8](repeating: 0, count: 16)]), 8, "2^4 bytes"),
      (BinaryFile([[0x14, 0]]), 8, "16 bytes, which are not"),
      (BinaryFile([[0x80, 1]]), 8, "is a UID"),
      (BinaryFile([BinaryFile.double(0x33, .nan)]), 8, "nan seconds"),
      (BinaryFile([BinaryFile.double(0x33, 1e300)]), 8, "1e+300 seconds"),
    ]
    for version in ["15", "16", "17"] {
      var file = BinaryFile([[0x09]])
      file.version = version
      wrong.append((file, 6, "version '\(version)'"))
    }
    func change(_ offset: Int, _ reason: String, _ body: (inout BinaryFile) -> Void) {
      var file = BinaryFile([[0xA1, 1], [0x09]])
      body(&file)
      wrong.append((file, offset, reason))
    }
    change(17, "offsets have 0 bytes") { ($0.offsetSize, $0.objectCount) = (0, 2) }
    change(13, "object 1 is at byte 7") { $0.offsets[1] = 7 }
    change(13, "object 1 is at byte 65535") { $0.offsets[1] = 0xFFFF }
    change(23, "3 offsets") { $0.objectCount = 3 }
    change(23, "0 offsets") { $0.objectCount = 0 }
    change(23, "9223372036854775807 offsets") { $0.objectCount = .max }
    change(23, "at byte 9223372036854775807") { $0.tableOffset = .max }
    change(31, "object 2 of 2") { $0.top = 2 }
    for (file, offset, reason) in wrong {
      let error = failure(parsing: file.bytes)
      #expect(error.map { "\($0)" }?.contains(reason) == true, "\(reason)")
      #expect(error?.location == .byte(offset), "\(reason)")
    }
  }

  @Test("a file that refers to the same object again and again is read up to a limit")
  func doubling() {
    let levels = (1...30).map { [0xA2, UInt8($0), UInt8($0)] } as [[UInt8]]
    for leaf in [[0x09], [0xA0], [0xD0], BinaryFile.ascii("")] as [[UInt8]] {
      var error: PropertyListError?
      let time = ContinuousClock().measure {
        error = failure(parsing: BinaryFile(levels + [leaf]).bytes)
      }
      if case .tooLarge(let limit)? = error?.problem {
        #expect(limit < 1 << 27)
      } else {
        Issue.record("\(String(describing: error))")
      }
      #expect(time < .seconds(20))
    }
  }

  @Test("containers are nested as deeply as in XML", arguments: [512, 513])
  func depth(_ depth: Int) {
    var file = BinaryFile((0..<depth).map { [0xA1] + BinaryFile.bytes($0 + 1, 2) } + [[0x09]])
    file.referenceSize = 2
    let error = failure(parsing: file.bytes)
    #expect(error?.problem == (depth > 512 ? .tooDeep(limit: 512) : nil))
  }

  @Test("UIDs of an archive that names no outermost object are dictionaries, as plutil writes them")
  func nameless() throws {
    let document = try parse(BinaryFile(Self.keyed).bytes)
    #expect(document.isKeyedArchive)
    #expect(document.unwritable == .keyedArchive)
    #expect(
      document.allNodes.filter { !document.kind(of: $0).isContainer }.map { document.text(of: $0) }
        == ["$archiver", "a", "$objects", "CF$UID", "7"])
    #expect(try parse(try document.fileBytesOrError(as: .xml)).isKeyedArchive)
  }

  /// A keyed archive of the objects from position 1 on.
  private func archive(
    _ objects: String..., top: String = "<key>root</key>" + BinaryDecoderTests.uid(1)
  ) throws -> PropertyListDocument {
    let xml = """
      <plist><dict><key>$version</key><integer>100000</integer><key>$archiver</key><string>A</string>
      <key>$top</key><dict>\(top)</dict>
      <key>$objects</key><array><string>$null</string>\(objects.joined())</array></dict></plist>
      """
    return try parse(try parse(xml.utf8).fileBytesOrError(as: .binary))
  }

  private func instance(of position: Int, _ fields: String) -> String {
    "<dict>\(fields)<key>$class</key>\(Self.uid(position))</dict>"
  }

  private static func uid(_ position: Int) -> String {
    "<dict><key>CF$UID</key><integer>\(position)</integer></dict>"
  }

  private func list(_ positions: Int...) -> String {
    "<array>\(positions.map(Self.uid).joined())</array>"
  }

  /// The values on one line.
  private func values(_ document: PropertyListDocument) -> String {
    String(decoding: document.source.bytes, as: UTF8.self).split(separator: "\n").dropFirst(3)
      .dropLast()
      .joined().filter { $0 != "\t" }
  }

  @Test("a keyed archive is the tree of its objects")
  func archive() throws {
    let document = try archive(
      instance(of: 9, "<key>NS.objects</key>\(list(2, 5, 4, 0))"),
      instance(of: 9, "<key>NS.keys</key>\(list(3))<key>NS.objects</key>\(list(4))"),
      "<string>name</string>", instance(of: 9, "<key>NS.string</key><string>Anna</string>"),
      instance(
        of: 6,
        "<key>age</key><integer>30</integer><key>boss</key>\(Self.uid(0))"
          + "<key>born</key>\(Self.uid(7))<key>photo</key>\(Self.uid(8))"),
      "<dict><key>$classname</key><string>Person</string></dict>",
      instance(of: 9, "<key>NS.time</key><real>60</real>"),
      instance(of: 9, "<key>NS.data</key><data>AAEC</data>"),
      "<dict><key>$classname</key><string>NSObject</string></dict>")
    #expect(document.isKeyedArchive)
    #expect(document.unwritable == .keyedArchive)
    try DocumentWriterTests.checkNodes(of: document)
    #expect(
      values(document)
        == "<array><dict><key>name</key><string>Anna</string></dict>"
        + "<dict><key>$class</key><string>Person</string><key>age</key><integer>30</integer>"
        + "<key>born</key><date>2001-01-01T00:01:00Z</date><key>photo</key><data>AAEC</data></dict>"
        + "<string>Anna</string><string>$null</string></array>")
    // Its bytes stay, as those of XML are its tree's.
    #expect(try document.fileBytesOrError(as: .binary) == document.source.fileBytes.map(\.self))
    #expect(try !parse(try document.fileBytesOrError(as: .xml)).isKeyedArchive)
  }

  @Test("an archive's objects that contain themselves are cut, and outermost ones have names")
  func cycles() throws {
    let person = "<dict><key>$classname</key><string>P</string></dict>"
    let parent = instance(of: 3, "<key>child</key>\(Self.uid(2))")
    let child = instance(of: 3, "<key>parent</key>\(Self.uid(1))")
    let names = "<key>a</key>\(Self.uid(1))<key>b</key>\(Self.uid(0))"
    #expect(
      try values(archive(parent, child, person, top: names))
        == "<dict><key>a</key><dict><key>$class</key><string>P</string><key>child</key>"
        + "<dict><key>$class</key><string>P</string><key>parent</key>"
        + "<dict><key>CF$UID</key><integer>1</integer></dict></dict></dict></dict>")
    // Such a file is not written, either.
    let error = #expect(throws: UnwritableFile.self) { try archive(top: names) }
    #expect(error?.description.contains("there is no object 1 in '$objects'") == true)
  }

  @Test("an archive's objects that refer to many others are written a bounded number of times")
  func sharing() throws {
    // Each refers to the next one twice, or each to all.
    for isDense in [false, true] {
      let count = isDense ? 60 : 600
      let objects = (1...count).map { position in
        let others =
          isDense ? Array(1...count) : [min(position + 1, count), min(position + 1, count)]
        return instance(
          of: 0, "<key>NS.objects</key><array>\(others.map(Self.uid).joined())</array>")
      }
      let xml = """
        <plist><dict><key>$archiver</key><string/><key>$top</key><dict><key>root</key>\(Self.uid(1))
        </dict><key>$objects</key><array><string>$null</string>\(objects.joined())</array></dict></plist>
        """
      let document = try parse(try parse(xml.utf8).fileBytesOrError(as: .binary))
      #expect(document.source.bytes.count < 16 << 20)
    }
  }

  @Test("no file that is cut off or changed in any byte leads out of it")
  func damage() throws {
    let objects =
      Self.keyed + [
        BinaryFile.utf16([0x4E2D, 0xD83D, 0xDE42]), BinaryFile.double(0x33, 12.5),
        [0x22, 0, 0, 0, 1], BinaryFile.ascii(String(repeating: "é", count: 9)),
      ]
    var file = BinaryFile.array(of: objects)
    file.objects[0] += [1, 2]
    for bytes in [file.bytes, BinaryFile(Self.keyed).bytes] {
      for length in 6..<bytes.count { #expect(failure(parsing: bytes[..<length]) != nil) }
      for place in bytes.indices {
        for change in [0x01, 0x0F, 0x80, 0xF0, 0xFF] as [UInt8] {
          var changed = bytes
          changed[place] ^= change
          guard let document = try? parse(changed) else { continue }
          try DocumentWriterTests.checkNodes(of: document)
        }
      }
    }
  }

  @Test("the place of a key in a keyed archive is its own")
  func archivedPlaces() throws {
    let document = try archive("<dict><key>uncommon</key><string>other</string></dict>")
    let nodes = document.allNodes.filter { node in
      !document.kind(of: node).isContainer
        && ["uncommon", "other"].contains(document.text(of: node))
    }
    let file = Array(document.source.fileBytes)
    let places = ["uncommon", "other"].map { text in
      SourceLocation.byte((file.firstIndex(of: Array(text.utf8)) ?? 0) - 1)
    }
    #expect(document.locations(of: nodes) == places)
  }

  @Test("an element's place is the offset of its object")
  func places() throws {
    let strings = ["a", "bc", "d"].map(BinaryFile.ascii)
    let document = try parse(BinaryFile([[0xA4, 1, 2, 1, 3]] + strings).bytes)
    #expect(
      document.locations(of: document.allNodes) == [8, 13, 15, 13, 18].map { .byte($0) })
    let locations = ElementLocations(document)
    for node in document.allNodes.reversed() {
      #expect(locations.location(of: node) == document.location(of: node))
    }
  }
}

extension PropertyListDocument {
  func fileBytesOrError(as format: FileFormat) throws -> [UInt8] {
    var result: [UInt8] = []
    do throws(FileWritingError<Never>) {
      try writeFile(as: format) { result.append(contentsOf: $0) }
    } catch {
      switch error {
      case .unwritable(let problem): throw problem
      }
    }
    return result
  }
}
