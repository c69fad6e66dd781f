import Platform
import Searching
import SeededRandom
import Testing

@testable import Exchange

@Suite("Engines")
struct EngineTests {
  @Test("addresses of databases are taken apart, and passwords kept apart")
  func addresses() throws {
    let url = try DatabaseURL("postgres://me:p%40s@db:5433/lists?catalogue=a%20b&sslmode=require")
    #expect(url.catalogue == "a b")
    #expect(url.password == "p@s")
    #expect(url.connection == "postgresql://me@db:5433/lists?sslmode=require")
    #expect(url.shown == "postgres://me@db:5433/lists?sslmode=require&catalogue=a%20b")
    let other = try DatabaseURL("postgresql://h/d?password=x&catalogue=")
    #expect(other.catalogue == nil && other.password == "x")
    #expect(other.connection == "postgresql://h/d" && other.shown == "postgresql://h/d")
    #expect(other.naming("宝马").shown == "postgresql://h/d?catalogue=宝马")
    #expect(url.naming("c").catalogue == "a b")
    for name in ["postgres://", "POSTGRESQL://h", "postgresql:u:pw@h", "Postgres:/h"] as [FilePath]
    {
      #expect(DatabaseURL.isMeant(by: name))
    }
    for name in ["./postgresql://x", "postgresql", "postgresql-notes.json", ""] as [FilePath] {
      #expect(!DatabaseURL.isMeant(by: name))
    }
  }

  @Test(
    "addresses that mean nothing are refused",
    arguments: [
      "postgresql:///d?x", "postgresql:///d?catalogue=%00", "postgresql://u:%zz@h/d",
      "postgresql:///d?catalogue=%FF", "postgresql:///d?catalogue=%4",
      "postgresql:///d?sslpassword=x", "POSTGRESQL://h/d", "postgresql:/h/d", "postgresql:d", "h/d",
      "postgresql://h/d?x=y?z", "postgresql://h/d?x=y=z", "postgresql://h/d;x=y",
      "postgresql://h;x=y/d", "postgresql://h/d&x=y",
    ])
  func wrongAddresses(_ text: String) {
    #expect(throws: ReportedError.self) { try DatabaseURL(text) }
  }

  @Test(
    "nothing of a password is quoted, shown or given to psql as an argument",
    arguments: [
      "u:sec?r=et@host/x", "u:sec/r=et@host/x", "u:sec#r=et@host/x", "u:sec?ret@host",
      "u:ret@host:5/x?application_name=sec@ret", "u:sec%ret@h", "u:%sec%00ret@h",
      "u:sec:ret@h", "u:sec@ret@h", "sec@ret:p@h", "sec@ret@h", "u:sec,ret", "u:sec",
      "u:secret:5432", "h/d?password=sec&ret", "h/d?password=sec&re-t=1",
      "h/d?password=sec&RET=1", "h/d?pass%77ord=sec%26ret", "h/d?password=sec%zzret",
      "h/d?x=1&password=sec?ret", "h/d?password=sec=ret", "h/d?catalogue=sec%ret",
      "h/d?scram_client_key=secret", "h/d?oauth_client_secret=sec", "u:\u{301}secret@h/d",
      "u:sec\u{301}ret@\u{301}h", "u:sec?\u{301}ret@h", "u:sec/\u{301}ret@h",
      "u:sec@[::1]:5432/d", "u:sec@a:1,b:2/d", "?user=u:sec@ret", "/u:sec?ret@host",
      "h/d?password=sec&password=ret", "u:s&sec=ret@h/d",
      "h/d?x=y?password=secret", "h/d?x=y=sec", "h/d;password=secret", "h/x%3fpassword=secret",
      "h;password=secret/d", "h/d&password=secret", "h/d#password=secret",
    ])
  func secrets(_ rest: String) {
    // Of bytes, since an accent hides nothing.
    func hasSecret(_ text: String) -> Bool {
      ["sec", "ret"].contains { Array(text.utf8).firstRange(of: Array($0.utf8)) != nil }
    }
    for scheme in ["postgresql://", "postgres://"] {
      do {
        let url = try DatabaseURL(scheme + rest)
        #expect(url.password != nil)
        for text in [url.shown, url.connection, url.naming("n").shown, url.hint] {
          #expect(!hasSecret(text), "\(text)")
        }
      } catch {
        let quoted = "\(error)".replacing("oauth_client_secret", with: "")
        #expect(!hasSecret(quoted), "\(error)")
      }
    }
  }

  @Test(
    "messages have no passwords of addresses",
    arguments: [
      ("'postgresql://u:sec@h/d' is wrong", "'postgresql://u:…@h/d' is wrong"),
      ("POSTGRES://u:s@e@h: none", "POSTGRES://u:…@h: none"),
      ("a: 'postgresql:u:s e'c@h' b", "a: 'postgresql:u:…@h' b"),
      ("x postgresql:/u:s@h y postgres:v:t@i", "x postgresql:/u:…@h y postgres:v:…@i"),
      ("postgresql://h/d?Password=sec&x=1 b", "postgresql://h/d?Password=… b"),
      ("postgresql://me@h:5/d: user \"a@b\": no", "postgresql://me@h:5/d: user \"a@b\": no"),
      ("postgresql://h/d: password failed", "postgresql://h/d: password failed"),
      ("postgresql:", "postgresql:"), ("pp:a@b", "pp:a@b"), ("", ""),
    ])
  func messages(_ message: String, _ shown: String) {
    let bytes = DatabaseURL.withoutPasswords(Array(message.utf8))
    #expect(String(decoding: bytes, as: UTF8.self) == shown)
  }

  @Test(
    "addresses that libpq takes are taken",
    arguments: [
      "", "h", "/d", "u@h", "u:@h/d", "[::1]", "u@[::1]:5432/d", "a:1,b:2,[::2]:3/d",
      "h:/d", "/d?host=/tmp&user=me@x", "h/d?user=me@x", "u%40v@h", "%2Ftmp/d",
      "h/d?options=-c%20x%3D1&sslmode=require",
    ])
  func ordinaryAddresses(_ rest: String) throws {
    let url = try DatabaseURL("postgresql://" + rest)
    #expect(url.connection == "postgresql://" + rest.replacing("u:@", with: "u@"))
    #expect(url.shown == url.connection && (url.password ?? "") == "")
  }

  @Test("sparse numbers are what they were made of, and come back from text")
  func sparseNumbers() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<Rounds.of(300) {
      var keys: [Int] = []
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        let step = Int.random(in: 1...5, using: &generator)
        for _ in 0..<Int.random(in: 1...9, using: &generator) {
          keys.append((keys.last ?? 0) + step)
        }
      }
      let numbers = SparseNumbers(keys)
      #expect(numbers.count == keys.count)
      #expect(keys.indices.map { numbers.key(at: $0) } == keys)
      for key in 0...((keys.last ?? 0) + 2) {
        #expect(numbers.position(of: key) == keys.firstIndex(of: key))
      }
      let read = try #require(SparseNumbers(text: numbers.text))
      #expect(keys.indices.map { read.key(at: $0) } == keys && read.count == keys.count)
    }
    let new = SparseNumbers(count: 1_000_000)
    #expect(new.text == "65536+65536*1000000")
    for text in [
      "1", "1+1", "1+0*2", "5+1*3 6+1*1", "x+1*1", "1+1*99999999999999999999", "9+9*-1",
      "1+1*4294967296", "1+1*4294967295 4294967299+1*1",
    ] {
      #expect(SparseNumbers(text: text) == nil, "\(text)")
    }
  }

  @Test("literals hold nothing that ends them, whatever a server says about backslashes")
  func literals() {
    #expect(DatabaseSchema.literal("it's") == "E'it\\u0027s'")
    #expect(DatabaseSchema.literal("65536+65536*2") == "E'65536+65536*2'")
    #expect(
      DatabaseSchema.literal("\\'\n;:名\u{1F600}")
        == #"E'\u005C\u0027\u000A\u003B\u003A\u540D\U0001F600'"#)
    for value in UInt8.min...127 {
      let literal = DatabaseSchema.literal(String(Unicode.Scalar(value)))
      let content = literal.dropFirst(2).dropLast()
      #expect(content.count == 1 && !"\\'\n:;$\"".contains(content) || content.count == 6)
    }
  }

  @Test(
    "a generation is a UUID, and a time stamp has nothing in it that is none",
    arguments: [
      ("0b3c1e52-6c1f-4a55-9d3e-0123456789ab", "2024-01-02 03:04:05.678901+00", true),
      ("0b3c1e52-6c1f-4a55-9d3e-0123456789ab", "Tue Jan 02 03:04:05 2024 CET", true),
      ("0b3c1e52-6c1f-4a55-9d3e-0123456789ab", "", false),
      ("0b3c1e52-6c1f-4a55-9d3e-0123456789ab", "2024-01-02\u{1B}[0m", false),
      ("0b3c1e52-6c1f-4a55-9d3e-0123456789ab", "2024\\", false),
      ("0b3c1e52-6c1f-4a55-9d3e-0123456789ab", String(repeating: "1", count: 65), false),
      ("", "2024", false), ("0b3c1e526c1f4a559d3e0123456789ab", "2024", false),
      ("0b3c1e52-6c1f-4a55-9d3e-0123456789ag", "2024", false),
      ("\\'\n;\n", "2024", false),
    ])
  func states(_ generation: String, _ published: String, _ isOne: Bool) {
    #expect((Publication.State(generation: generation, published: published) != nil) == isOne)
  }

  @Test("conditions of grams ask once for what all must hold")
  func conditions() {
    #expect(DatabaseSchema.condition(.contains([1, -2])) == "grams @> E'{1,-2}'")
    #expect(
      DatabaseSchema.condition(
        .all([.contains([2]), .any([.contains([5]), .contains([4])]), .contains([1])]))
        == "(grams @> E'{1,2}' and (grams @> E'{5}' or grams @> E'{4}'))")
  }

  @Test("blocks cover a file, and a change leaves most of them as they are")
  func blocks() {
    var generator = SeededGenerator(seed: 1)
    var bytes = (0..<3_000_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    func blocks() -> [[UInt8]] {
      bytes.withUnsafeBufferPointer { bytes in
        ContentBlocks.ranges(of: bytes).map { Array(bytes[$0]) }
      }
    }
    let before = blocks()
    #expect(before.joined().elementsEqual(bytes))
    #expect((20...120).contains(before.count))
    bytes.insert(contentsOf: [1, 2, 3], at: 1_500_000)
    let after = blocks()
    #expect(after.joined().elementsEqual(bytes))
    #expect(Set(after).subtracting(before).count <= 3)
    bytes = []
    #expect(blocks().isEmpty)
  }
}
