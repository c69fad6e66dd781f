import Foundation
import SeededRandom
import TestHelpers
import Testing

/// Compares `cardex plutil` with the plutil of Swift's toolchain, and shows where it differs.
@Suite("plutil")
struct PlutilTests {
  @Test(
    "it prints, writes and ends as the toolchain's", .enabled(if: Oracle.path != nil),
    arguments: Oracle.commands)
  func agreement(_ command: String) throws {
    let (theirs, ours) = (try Oracle.run(command, .other), try Oracle.run(command, .own))
    #expect(ours.status == theirs.status)
    #expect(Oracle.value(ours.output) == Oracle.value(theirs.output))
    #expect(Oracle.withoutReasons(ours.errors) == Oracle.withoutReasons(theirs.errors))
    #expect(ours.files == theirs.files)
  }

  @Test(
    "it does so with lists of any shape", .enabled(if: Oracle.path != nil),
    arguments: 1...Rounds.of(6 as UInt64))
  func lists(seed: UInt64) throws {
    var random = RandomPlist(seed: seed)
    let list = random.catalogue()
    let xml = "<plist version=\"1.0\">\(list.xml)</plist>"
    var commands = [
      "-lint r.plist", "-p r.plist", "-convert binary1 r.plist", "-convert xml1 -o - r.plist",
      "-convert swift -o - r.plist", "-convert raw r.plist", "-convert json -r -o - r.plist",
    ]
    for path in Oracle.keyPaths(in: list).shuffled(using: &random.generator).prefix(5) {
      let quoted = "'\(path)'"
      commands += [
        "-extract \(quoted) raw r.plist", "-type \(quoted) r.plist",
        "-extract \(quoted) xml1 -o - r.plist", "-remove \(quoted) r.plist",
        "-insert \(quoted) -bool YES r.plist", "-insert \(quoted) -append -integer 7 r.plist",
        "-insert \(quoted).0 -json '{\"a\":[1]}' r.plist",
      ]
      if path.split(separator: ".").last.flatMap({ Int($0) }) == nil {
        commands.append("-replace \(quoted) -string '<x> & y' r.plist")
      }
    }
    for command in commands {
      let theirs = try Oracle.run(command, .other, ["r.plist": Data(xml.utf8)])
      let ours = try Oracle.run(command, .own, ["r.plist": Data(xml.utf8)])
      // What another value of the same key would be lost or count by is refused.
      let refusals = ["A key occurs more than once", "is ambiguous"]
      if ours.status == 1, refusals.contains(where: ours.errors.contains) { continue }
      #expect(ours.status == theirs.status, "\(command): \(xml)")
      // Keys in literals are escaped.
      let output = Oracle.value(ours.output, isEscaped: command.contains("swift"))
      #expect(output == Oracle.value(theirs.output), "\(command): \(xml)")
      #expect(ours.errors == theirs.errors, "\(command): \(xml)")
      #expect(ours.files == theirs.files, "\(command): \(xml)")
    }
  }

  // MARK: What is different

  /// Runs lines of the shell in a directory with a copy of `Info.plist`.
  private func run(_ lines: String) throws -> Tool.Outcome {
    let directory = try TemporaryDirectory()
    return try Tool.shell(
      "cp Info.plist '\(directory.path)'; cd '\(directory.path)'; exec 2>&1; \(lines)")
  }

  @Test("an edit changes the lines that it is about, in the format that the file has")
  func edits() throws {
    let outcome = try run(
      """
      cp Info.plist old
      cardex plutil -replace CFBundleVersion -string 42 Info.plist; echo $?
      cardex plutil -insert CFBundleURLTypes.0.CFBundleURLSchemes.1 -string van Info.plist
      cardex plutil -remove NSAppTransportSecurity.NSExceptionDomains.example\\\\.org Info.plist
      diff old Info.plist
      cardex plutil -convert binary1 Info.plist; cardex plutil -remove CFBundleURLTypes Info.plist
      head -c 8 Info.plist; echo; cardex plutil -extract CFBundleVersion raw Info.plist
      cardex plutil -convert json Info.plist; cardex plutil -replace CFBundleVersion -string 43 Info.plist
      cardex plutil -extract CFBundleVersion raw Info.plist; head -c 29 Info.plist
      """)
    #expect(
      outcome.output == """
        0
        26a27
        > \t\t\t\t<string>van</string>
        32c33
        < \t<string>41</string>
        ---
        > \t<string>42</string>
        37,41d37
        < \t\t\t<key>example.org</key>
        < \t\t\t<dict>
        < \t\t\t\t<key>NSIncludesSubdomains</key>
        < \t\t\t\t<true/>
        < \t\t\t</dict>
        bplist00
        42
        43
        {"CFBundleDevelopmentRegion":
        """)
  }

  @Test("what is so already is not written, and a file that cannot be replaced stays")
  func untouched() throws {
    let outcome = try run(
      """
      touch -d 2001-01-01 Info.plist
      cardex plutil -convert xml1 Info.plist; cardex plutil -replace CFBundleVersion -string 41 Info.plist
      date -r Info.plist +%Y
      ln Info.plist link; cardex plutil -remove CFBundleVersion Info.plist; echo $?
      cmp Info.plist link && date -r Info.plist +%Y
      """)
    #expect(
      outcome.output == """
        2001
        Info.plist: cannot put the new file in place: the file has 2 names (hard links)
        1
        2001

        """)
  }

  @Test("what would store something else than was given is refused")
  func refusals() throws {
    let outcome = try run(
      """
      cp Info.plist old
      for value in '-integer abc' '-integer 12abc' '-integer 99999999999999999999' '-float x' \\
        '-date x' '-date 2020-02-30T00:00:00Z' '-json null' '-xml foo' '-data ?' '-bool maybe' \\
        '-bool 1'; do
        cardex plutil -insert k $value Info.plist; echo $?
      done
      cardex plutil -convert json - <Info.plist; echo $?
      cardex plutil -create swift new.swift; echo $?
      cardex plutil -create xml1 -o other.plist new.plist; echo $?
      ls; cmp old Info.plist
      """)
    #expect(
      outcome.output == """
        Invalid integer in argument
        1
        Invalid integer in argument
        1
        Invalid integer in argument
        1
        Invalid float in argument
        1
        Invalid date in argument
        1
        Invalid date in argument
        1
        Info.plist: .k: a property list has no null; 'delete' removes a key
        1
        Unable to parse xml property list: 1:1: not an XML property list
        1
        Invalid base64 data in argument
        1
        Invalid boolean in argument: maybe
        1
        Invalid boolean in argument: 1
        1
        <stdin>: -o says where the result goes; '-o -' is standard output
        1
        new.swift: Cannot create property lists in the format swift
        1
        -o is not used with -create.
        1
        Info.plist
        old

        """)
  }

  @Test("what the other plutil writes wrong is mended")
  func mended() throws {
    let outcome = try run(
      #"""
      printf '{"a": [1, 2], "b\\\\": "x\\\\ y\\n\\"", "c": {}}' > j.json
      cardex plutil -replace a.0 -integer 9 j.json; cat j.json; echo
      cardex plutil -insert k -integer 18446744073709551615 -o - j.json; echo
      cardex plutil -convert swift -o - j.json; cardex plutil -convert objc -o - j.json
      printf '<plist><data>AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBk=</data></plist>' | cardex plutil -p -
      printf '<plist><data>AAEC</data></plist>' | cardex plutil -p -
      mv j.json ./-x; cardex plutil -extract a.0 raw -- -x
      """#)
    #expect(
      outcome.output == #"""
        {"a":[9,2],"b\\":"x\\ y\n\"","c":{}}
        {"a":[9,2],"b\\":"x\\ y\n\"","c":{},"k":18446744073709551615}
        /// Generated from j.json
        let j : [String : Any] = [
            "a" : [
                9,
                2,
            ],
            "b\\" : "x\\ y\n\"",
            "c" : [
            ],
        ]
        /// Generated from j.json
        __attribute__((visibility("hidden")))
        NSDictionary * const j = @{
            @"a" : @[
                @9,
                @2,
            ],
            @"b\\" : @"x\\ y\n\"",
            @"c" : @{
            },
        };
        {length = 26, bytes = 0x000102030405060708090a0b0c0d0e0f... 1213141516171819}
        {length = 3, bytes = 0x000102}
        9

        """#)
  }

  @Test("of a keyed archive it sees the objects, and keeps them when it edits")
  func archives() throws {
    let outcome = try run(
      """
      python3 -c 'import plistlib, sys; plistlib.dump({"$archiver": "NSKeyedArchiver", "$version": 100000,
        "$top": {"root": plistlib.UID(1)}, "$objects": ["$null", "a"]}, sys.stdout.buffer,
        fmt=plistlib.FMT_BINARY)' >a.plist
      cardex plutil -extract '$objects.1' raw a.plist
      cardex plutil -replace '$objects.1' -string b a.plist; echo $?
      python3 -c 'import plistlib, sys; print(plistlib.load(open("a.plist", "rb")))'
      """)
    #expect(
      outcome.output == """
        a
        0
        {'$archiver': 'NSKeyedArchiver', '$objects': ['$null', 'b'], '$top': {'root': UID(1)}, \
        '$version': 100000}

        """)
  }

  @Test("a program of that name is plutil, whose only options are its own")
  func name() throws {
    let outcome = try run(
      """
      ln -s "$(command -v cardex)" plutil
      ./plutil -extract CFBundleName raw Info.plist; ./plutil --help; echo $?
      ./plutil -help | head -n 1; cardex plutil --version | head -n 1
      """)
    #expect(
      outcome.output == """
        Garage
        unrecognized option: --help
        1
        plutil: [command] [options] file...
        cardex 0.1.0

        """)
  }
}

/// Two programs named plutil, run with the same files.
private enum Oracle {
  enum Program { case own, other }

  /// That of the toolchain; Apple's own, elsewhere, has other faults.
  static let path: String? = {
    #if os(Linux)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      return path.split(separator: ":").map { "\($0)/plutil" }
        .first(where: FileManager.default.isExecutableFile)
    #else
      return nil
    #endif
  }()

  struct Outcome {
    let status: Int32
    let output: Data
    let errors: String
    let files: [String: NSObject]
  }

  static func run(
    _ command: String, _ program: Program, _ given: [String: Data] = files
  ) throws -> Outcome {
    let (programs, directory) = (try TemporaryDirectory(), try TemporaryDirectory())
    let target =
      program == .own ? Tool.program.path() : path ?? "/nonexistent"
    try FileManager.default.createSymbolicLink(
      atPath: programs("plutil"), withDestinationPath: target)
    for (name, data) in given { try directory.write(data, to: name) }
    let input = given["i.plist"] == nil ? "/dev/null" : "i.plist"
    let outcome = try Tool.shell(
      "PATH='\(programs.path)':$PATH; cd '\(directory.path)'; plutil \(command) <\(input)")
    var files: [String: NSObject] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
      files[name] = value(try Data(contentsOf: URL(filePath: directory(name))))
    }
    return Outcome(
      status: outcome.status, output: outcome.outputBytes, errors: outcome.errors, files: files)
  }

  /// Bytes as the property list or the JSON that they are, if any: the order of keys and how values are
  /// written are the file's with Cardex, and without one with plutil.
  static func value(_ bytes: Data, isEscaped: Bool = false) -> NSObject {
    let isList =
      bytes.starts(with: "<?xml".utf8) || bytes.starts(with: "<plist".utf8)
      || bytes.starts(with: "bplist".utf8)
    if isList, let list = try? PropertyListSerialization.propertyList(from: bytes, format: nil) {
      return list as? NSObject ?? NSNull()
    }
    // What is laid out for people has an order.
    if !bytes.contains(0x0A), let json = try? JSONSerialization.jsonObject(with: bytes) {
      return json as? NSObject ?? NSNull()
    }
    let text = withoutFaults(String(decoding: bytes, as: UTF8.self))
    return (isEscaped ? text.replacing("\\\\", with: "\\") : text) as NSString
  }

  /// Bytes of data as they should be printed: the other plutil leaves out zeros, and every second byte
  /// of long data.
  private static func withoutFaults(_ text: String) -> String {
    text.replacing("bytes = 0x012345}", with: "bytes = 0x000102030405}")
      .replacing("bytes = 0x012}", with: "bytes = 0x000102}")
      .replacing("bytes = 0xab}", with: "bytes = 0x0a0b}")
      .replacing(
        "bytes = 0x02402402... 12345012}",
        with: "bytes = 0x00010203040500010203040500010203... 0102030405000102}")
  }

  /// Messages without why a file or a value cannot be read or written, which each says in its words.
  static func withoutReasons(_ errors: String) -> [String] {
    errors.split(separator: "\n").map { line in
      for start in ["Unable to parse JSON", "Unable to parse xml property list"]
      where line.hasPrefix(start) { return start }
      let name = line.prefix { $0 != ":" }
      let isReason =
        unreadable.contains(String(name)) || line.contains("The operation could not be completed")
        || line.contains("cannot open the file")
      return isReason ? String(name) : String(line)
    }
  }

  private static let unreadable = ["bad.plist", "empty.plist", "nofile", ".", "j.json"]

  /// The key paths of all values that have one, as plutil writes them.
  static func keyPaths(in list: Plist, below path: [String] = []) -> [String] {
    var paths = path.isEmpty ? [] : [path.joined(separator: ".")]
    switch list {
    case .element: break
    case .array(let values):
      for (index, value) in values.enumerated() {
        paths += keyPaths(in: value, below: path + [String(index)])
      }
    case .dict(let members):
      for (key, value) in members {
        paths += keyPaths(in: value, below: path + [key.replacing(".", with: "\\.")])
      }
    }
    return paths
  }

  private static func list(_ value: String) -> Data {
    Data("<plist version=\"1.0\">\(value)</plist>".utf8)
  }

  /// The files that commands are run with.
  static let files: [String: Data] = [
    "a.plist": list(
      all + "<key>d</key><date>2020-01-02T03:04:05Z</date><key>e</key><data>"
        + "AAECAwQF</data><key>f</key><data>AAECAwQFAAECAwQFAAECAwQFAAECAwQFAAECAwQFAAEC</data></dict>"
    ),
    "b.plist": list(all + "</dict>"),
    "s.plist": list(
      "<dict>"
        + [
          "_z", "Za", "zB", "a02", "a2", "a1b", "A", "a", "ä", "ab", "B", "😀", "ß", "ss", "a-b", "",
        ]
        .map { "<key>\($0)</key><true/>" }.joined() + "</dict>"),
    "i.plist": list(
      "<dict><key>a</key><array><integer>1</integer><integer>2</integer></array><key>d</key><dict/></dict>"
    ),
    "str.plist": list("<string>x</string>"),
    "text.plist": Data("\"a b\"\n".utf8),
    "dup.plist": list(
      "<dict><key>a</key><integer>1</integer><key>a</key><integer>2</integer></dict>"),
    "o.plist": Data("{a = 1; b = (x,\"y z\"); c = <0a0b>;}".utf8),
    "j.json": Data(
      #"{"a":5,"b":[1,2.5,true,12345678901234567890,"x/y\u0001\t\"é"],"c":{}}"#.utf8),
    "bad.plist": Data("<plist><dict><key>a</key></dict></plist>".utf8), "empty.plist": Data(),
  ]

  private static let all = """
    <dict><key>b</key><integer>7</integer><key>a</key><string>x/é "q" &amp;\ny</string>
    <key>A10</key><real>1.5</real><key>A9</key><real>2</real><key>t</key><true/>
    <key>arr</key><array><integer>1</integer><dict/><array/><false/><string></string></array>
    <key>m.n</key><dict><key>z</key><integer>-3</integer></dict><key>r2</key><real>1e300</real>
    <key>u</key><integer>18446744073709551615</integer><key>ré</key><real>1e-7</real>
    """

  /// What both are given. Left out is what `PlutilTests` shows to be different.
  static let commands = #"""

    nofile
    a.plist -s
    -x a.plist
    -convert
    -convert foo a.plist
    -p a.plist
    -p s.plist
    -p o.plist
    -p j.json
    -p dup.plist
    -p text.plist
    -convert binary1 text.plist
    -p bad.plist
    -p empty.plist
    -p str.plist
    -p -s i.plist
    -p -o x i.plist
    -p -
    -lint -
    -lint -s i.plist
    -lint -o x i.plist
    -lint -e x i.plist
    -lint i.plist -o
    -lint ""
    -lint .
    -convert xml1 -o - a.plist
    -convert xml1 -o - o.plist
    -convert binary1 a.plist
    -convert binary1 -o x.bin a.plist o.plist
    -convert json -o - a.plist
    -convert json -o - b.plist
    -convert json -r -o - b.plist
    -convert json -r -o - s.plist
    -convert json -r -o - j.json
    -convert json b.plist
    -convert json -e json b.plist
    -convert swift -o - a.plist
    -convert swift b.plist i.plist j.json
    -convert swift -o - str.plist
    -convert objc -o - i.plist
    -convert objc -o - a.plist
    -convert objc -o - str.plist
    -convert objc -header i.plist
    -convert objc -header -o x.m i.plist
    -convert objc -o x.m i.plist
    -convert json -header i.plist
    -convert json -o - str.plist
    -convert raw str.plist
    -convert raw i.plist
    -convert type i.plist
    -convert openStep i.plist
    -convert NoConversion -o - i.plist
    -convert binary1 -o x/y i.plist
    -convert json -o /dev/null i.plist
    -convert json -o /dev/stdout i.plist
    -extract b raw a.plist
    -extract a raw a.plist
    -extract A9 raw a.plist
    -extract A10 raw a.plist
    -extract d raw a.plist
    -extract e raw a.plist
    -extract t raw a.plist
    -extract arr raw a.plist
    -extract u raw a.plist
    -extract r2 raw a.plist
    -extract m\\.n raw a.plist
    -extract m\\.n.z raw a.plist
    -extract arr.4 raw a.plist
    -extract arr.9 raw a.plist
    -extract arr.-1 raw a.plist
    -extract arr.00 raw a.plist
    -extract arr.+1 json -o - a.plist
    -extract "" raw s.plist
    -extract a.b raw str.plist
    -extract a raw dup.plist
    -extract a xml1 -o - i.plist
    -extract a xml1 i.plist
    -extract a binary1 i.plist
    -extract a json -o - a.plist
    -extract a NoConversion -o - i.plist
    -extract a openStep -o - i.plist
    -extract a swift -o - i.plist
    -extract a raw -expect array i.plist
    -extract a raw -expect dictionary i.plist
    -extract a raw -expect foo i.plist
    -extract a raw -expect
    -extract a raw -n i.plist
    -extract a raw -o out i.plist
    -extract a.0 raw i.plist i.plist nofile
    -extract
    -extract a
    -type a i.plist
    -type a -expect array -n i.plist
    -type a -expect bool i.plist
    -type
    -type t a.plist
    -type e a.plist
    -type r a.plist
    -type m\\.n a.plist
    -create xml1 n.plist
    -create binary1 n.plist
    -create json n.plist
    -create json -r n.plist
    -create json -
    -create openStep -
    -create foo -
    -create
    -create xml1
    -insert a.0 -integer 9 i.plist
    -insert a.2 -integer 9 i.plist
    -insert a.3 -integer 9 i.plist
    -insert a.-1 -integer 9 i.plist
    -insert a -integer 9 -append i.plist
    -insert a -string x i.plist
    -insert d -integer 9 -append i.plist
    -insert q -integer 9 -append i.plist
    -insert q.r -integer 9 i.plist
    -insert a.x -integer 1 i.plist
    -insert a.0.x -integer 1 i.plist
    -insert a.7.x -integer 1 i.plist
    -replace q -integer 1 i.plist
    -replace q.r -integer 2 i.plist
    -replace d -string z i.plist
    -replace a.9 -string z i.plist
    -replace a.2 -string z i.plist
    -remove a.0 i.plist
    -remove a i.plist
    -remove a.5 i.plist
    -remove q i.plist
    -remove a.0.b i.plist
    -remove "" i.plist
    -remove
    -remove a
    -insert
    -insert k
    -insert k -foo 1 i.plist
    -insert k -dictionary i.plist
    -insert k -array i.plist
    -insert k -bool yEs i.plist
    -insert k -bool 0 i.plist
    -insert k -data ? i.plist
    -insert k -data A?A==? i.plist
    -insert k -integer -7 i.plist
    -insert k -float 1e3 i.plist
    -insert k -float -0.5 i.plist
    -insert k -date 2020-01-02T03:04:05Z i.plist
    -insert k -data !AAEC i.plist
    -insert k -data A i.plist
    -insert k -json [1 i.plist
    -insert k -json 1.5 i.plist
    -insert k -json "[{\"a\":[]},true]" i.plist
    -insert k -json "\"x\"" i.plist
    -insert k -xml "<string>x</string>" i.plist
    -insert k -xml "<plist><dict><key>a</key><array><true/></array></dict></plist>" i.plist
    -insert k -xml "<a" i.plist
    -insert "" -string e i.plist
    -insert k\\.l -string "é <&>" i.plist
    -insert a.00 -string e i.plist
    -insert a.+1 -string e i.plist
    -replace a -integer 3 -append i.plist
    -insert a.0 -integer 1 -append i.plist
    -insert k -string e str.plist
    -insert k -string e j.json
    -insert k -string e -r j.json
    -insert k -string e o.plist
    -insert k -string e -o - i.plist
    -insert k -string e -o x.plist i.plist
    -insert k -string e -e foo i.plist
    -insert k -string e i.plist b.plist bad.plist nofile
    -remove b a.plist
    -replace m\\.n.z -integer 4 a.plist
    -convert objc -o - s.plist
    -convert xml1 -o - -
    -insert k -string e -o - -
    -convert binary1 -o - b.plist
    -remove d -o - a.plist
    -replace d -xml "<array/>" a.plist
    """#.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}
