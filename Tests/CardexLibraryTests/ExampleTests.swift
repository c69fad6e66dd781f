import Foundation
import Testing

@Suite("Examples", .enabled(if: Toolchain.links, "they need swiftc on the path, and no sanitizer"))
struct ExampleTests {
  /// Compiles an example with the library that was built for the tests: as a package of its own, all
  /// would be built once more.
  private func withExample<Result>(
    _ name: String, _ body: (_ program: String, _ folder: URL) throws -> Result
  ) throws -> Result {
    try Toolchain.withData { folder in
      let program = folder.appending(path: name)
      let source = Samples.package.appending(path: "Examples/Sources/\(name)/main.swift")
      try Toolchain.compile([source], to: program)
      return try body(program.path(), folder)
    }
  }

  @Test("a build is stamped, and nothing else changes")
  func stamp() throws {
    try withExample("stamp") { program, folder in
      let outcome = try Toolchain.run(program, ["Info.plist", "9.9", "4711"], in: folder)
      #expect(
        outcome.output
          == ".CFBundleShortVersionString: 1.4 → 9.9\n.CFBundleVersion: 41 → 4711\n")
      let old = try String(contentsOfFile: Samples.path("Info.plist"), encoding: .utf8)
      let new = try String(contentsOf: folder.appending(path: "Info.plist"), encoding: .utf8)
      #expect(
        new
          == old.replacing("<string>1.4</string>", with: "<string>9.9</string>")
          .replacing("<string>41</string>", with: "<string>4711</string>"))
    }
  }

  @Test("a table in the terminal folds sections and searches")
  func table() throws {
    try withExample("table") { program, folder in
      let outcome = try Toolchain.run(
        program, ["cars_total.plist"], in: folder, input: "A\n/奥迪\nnone\n\n")
      let lines = outcome.output.split(separator: "\n").map(String.init)
      #expect(
        lines.prefix(3) == [
          "A B C D F G H J K L M N O Q R S T W X Y Z", "– A  (7)", "  AC Schnitzer",
        ])
      #expect(lines.contains("+ A  (7)"))
      #expect(lines.suffix(3) == ["A  (1)", "  奥迪", "there is no section 'none'"])
    }
  }

  @Test("a server finds, shows and adds entries")
  func server() throws {
    try withExample("catalogue-server") { program, folder in
      let process = Process()
      process.executableURL = URL(filePath: program)
      let port = String(Int.random(in: 20_000..<30_000))
      process.arguments = ["cars_total.plist", port]
      process.currentDirectoryURL = folder
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      defer {
        process.terminate()
        process.waitUntilExit()
      }
      func ask(_ target: String, _ options: String...) throws -> String {
        try Toolchain.run(
          "/usr/bin/env",
          ["curl", "-s", "--retry", "20", "--retry-connrefused", "--retry-delay", "1"] + options
            + ["localhost:\(port)/" + target]
        ).output
      }
      #expect(try ask("?aodi") == #"[{"icon": "aodi.png", "name": "奥迪"}]"#)
      #expect(try ask("S", "-d", "Zeekr") == #"[{"name": "Zeekr"}]"#)
      #expect(try ask("S/Zeekr") == #"[{"name": "Zeekr"}]"#)
      #expect(try ask("S/none").hasPrefix("no section or entry 'none'"))
      let saved = try String(
        contentsOf: folder.appending(path: "cars_total.plist"), encoding: .utf8)
      #expect(saved.contains("<string>Zeekr</string>"))
    }
  }
}
