import Foundation
import TestHelpers
import Testing

/// `cardex search --readings`, with and without an index and a user's readings.
@Suite struct SearchReadingsTests {
  static let names = plist(
    """
    <array>
      <dict><key>name</key><string>奥迪</string><key>phone</key><string>1</string>
        <key>note</key><string>大众</string></dict>
      <dict><key>name</key><string>一汽-奥迪 A4</string><key>phone</key><string>2</string></dict>
      <dict><key>name</key><string>长安 (Chang)</string><key>phone</key><string>3</string></dict>
      <dict><key>name</key><string>トヨタ</string><key>phone</key><string>4</string>
        <key>note</key><string>Toyota</string></dict>
      <dict><key>name</key><string>현대</string><key>phone</key><string>5</string></dict>
      <dict><key>name</key><string>Audi</string><key>phone</key><string>6</string></dict>
    </array>
    """)

  @Test(
    "names are found by their readings, and what matched is what is shown",
    arguments: [
      (["aodi"], "奥迪\t1\n一汽-奥迪 A4\t2\n", 0), (["yqad"], "一汽-奥迪 A4\t2\n", 0),
      (["-o", "AD"], "奥迪\n奥迪\n", 0), (["-o", "dia4"], "迪 A4\n", 0),
      (["-o", "chang"], "长\nChang\n", 0), (["toyota"], "トヨタ\t4\n", 0), (["hyeondae"], "현대\t5\n", 0),
      (["-x", "ad"], "奥迪\t1\n", 0), (["-w", "di"], "奥迪\t1\n一汽-奥迪 A4\t2\n", 0),
      (["-w", "dia"], "", 1),
      (["-v", "a"], "トヨタ\t4\n현대\t5\n", 0), (["-c", "-v", "ad"], "4\n", 0),
      (["--field", "note", "dz"], "奥迪\tnote=大众\n", 0),
      (["--all-fields", "-o", "toyota"], "トヨタ\nToyota\n", 0),
      (["-e", "ca", "-e", "audi"], "长安 (Chang)\t3\nAudi\t6\n", 0), (["di a_"], "", 1),
      (["--accents", "--case-sensitive", "ÀoDi"], "奥迪\t1\n一汽-奥迪 A4\t2\n", 0), (["zz"], "", 1),
      (["-E", "-F", "ca"], "长安 (Chang)\t3\n", 0),
      (
        ["--color=always", "--heading", "ca"],
        "\u{1B}[1;31m长安\u{1B}[0m (Chang)  \u{1B}[2m3\u{1B}[0m\n", 0
      ),
    ] as [([String], String, Int32)])
  func options(_ arguments: [String], _ expected: String, _ status: Int32) throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(Self.names, to: "names.plist")
    let environment = ["XDG_CACHE_HOME": directory.url.path()]
    // First without an index, then with one.
    for preparing in [["help"], ["index", "build", file]] {
      _ = try Tool.run(preparing, environment: environment)
      let outcome = try Tool.run(
        ["search", "--readings"] + arguments + [file], environment: environment)
      #expect(outcome.output.replacing(/(?m)^\/(#[0-9])?/, with: "") == expected)
      #expect(outcome.errors == "")
      #expect(outcome.status == status)
    }
  }

  @Test("readings cannot be used with expressions")
  func expressions() throws {
    let outcome = try Tool.run(["search", "--readings", "-E", "a", "-"], input: Data())
    #expect(outcome.status == 2)
    #expect(outcome.errors == "cardex: --readings and --extended-regexp cannot be used together\n")
  }

  @Test("--explain mentions readings")
  func explaining() throws {
    let example = try SearchedExample(Self.names)
    _ = try example.run(["index", "build", example.file])
    let search = ["search", "--explain", "-c", "ad", example.file]
    #expect(try !example.run(search).errors.contains("readings"))
    let trace = try example.run(search + ["--readings"]).errors
    #expect(trace.hasSuffix("in the catalogue; 30 reading codes scanned\n"))
  }

  @Test(
    "a user's readings count at once, and make the index anew only where readings are asked for")
  func corrections() throws {
    let example = try SearchedExample(SampleCatalogue.text(50, isLarge: true))
    func search(_ options: String, _ pattern: String) throws -> Tool.Outcome {
      try example.shell(
        "export XDG_CONFIG_HOME=\"$XDG_CACHE_HOME/config\"; "
          + "cardex search --explain -c \(options) \(pattern) \"$FILE\"")
    }
    let count = try search("", "奥迪").output
    #expect(count != "0\n")
    #expect(try search("--readings", "aodi").output == count)
    #expect(try search("--readings", "fudi").output == "0\n")
    _ = try example.shell(
      "cd \"$XDG_CACHE_HOME\"; mkdir -p config/cardex; echo 奥迪 fu di >config/cardex/readings")
    let plain = try search("", "奥迪")
    #expect(plain.output == count)
    #expect(plain.errors.contains("index used"))
    #expect(try search("--readings --no-index", "fudi").output == count)
    let first = try search("--readings", "fudi")
    #expect(first.output == count)
    #expect(first.errors.contains("index made, because the readings of names have changed"))
    let second = try search("--readings", "fudi")
    #expect(second.output == count)
    #expect(second.errors.contains("index used"))
    // Without the corrections, a different index would be made.
    let verified = try example.run(["index", "verify", example.file])
    #expect(verified.status == 1)
    #expect(verified.output.hasSuffix(": the readings of names have changed\n"))
    #expect(try example.run(["index", "build", example.file]).output.contains("indexed in"))
    #expect(try example.run(["index", "verify", example.file]).status == 0)
    #expect(try example.run(["index", "build", example.file]).output.contains("is current"))
  }

  @Test("readings that are wrong are an error of searches that need them, and of no others")
  func wrongCorrections() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(Self.names, to: "names.plist")
    let cardex = directory.url.appending(path: "cardex")
    try FileManager.default.createDirectory(at: cardex, withIntermediateDirectories: true)
    let path = try directory.write("奥迪 ao di\n奥迪 fu\n", to: "cardex/readings")
    let environment = [
      "XDG_CONFIG_HOME": directory.url.path(), "XDG_CACHE_HOME": directory.url.path(),
    ]
    let outcome = try Tool.run(["search", "--readings", "ad", file], environment: environment)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("cardex: "))
    #expect(outcome.errors.hasSuffix("/readings:2:6: a word of 2 characters has 1 reading\n"))
    #expect(outcome.errors.contains(path.split(separator: "/").suffix(2).joined(separator: "/")))
    for command in [["search", "奥", file], ["index", "build", file], ["search", "奥", file]] {
      let outcome = try Tool.run(command, environment: environment)
      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
    }
  }
}
