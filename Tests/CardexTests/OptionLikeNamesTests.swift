import Foundation
import TestHelpers
import Testing

/// Names that begin as options do: every command takes the addresses that the others print.
@Suite struct OptionLikeNamesTests {
  private let directory: TemporaryDirectory
  private let file: String

  init() throws {
    directory = try TemporaryDirectory()
    func section(_ title: String, _ names: [String]) -> String {
      let entries = names.map { "<dict><key>name</key><string>\($0)</string></dict>" }
      return "<dict><key>title</key><string>\(title)</string><key>items</key>"
        + "<array>\(entries.joined())</array></dict>"
    }
    file = try directory.write(
      plist(
        "<array>\(section("-o", ["c", "-n", "c"]))\(section("--force", ["x"]))"
          + "\(section(".", ["-o"]))</array>"), to: "list.plist")
  }

  private func lines(_ arguments: [String], status: Int32 = 0) throws -> [String] {
    let outcome = try Tool.run(arguments)
    #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  @Test("searching, listing, checking and errors print addresses that are taken again")
  func printed() throws {
    let entries = ["/-o/c#1", "/-o/-n", "/-o/c#2", "/--force/x", "/./-o"]
    #expect(try lines(["search", "--format={address}", "", file]) == entries)
    let sections = try lines(["sections", file]).map { String($0.prefix { $0 != "\t" }) }
    #expect(sections == ["/-o", "/--force", "."])
    #expect(try lines(["check", file], status: 1).allSatisfy { !$0.contains(": -o") })
    let ambiguous = try Tool.run(["show", file, "/-o/c"])
    #expect(ambiguous.errors.contains("'/-o/c#1', '/-o/c#2'"))
    for address in entries + sections {
      #expect(try Tool.run(["show", file, address]).errors == "", "\(address)")
      // Without quotes, a dot is the current entry.
      let word = address == "." ? "'.'" : address
      let shown = try Tool.run(["batch", "-e", "show \(word)", file])
      #expect(shown.errors == "" && shown.output != "", "\(address): \(shown.errors)")
    }
    #expect(try Tool.run(["show", file, "/./-o"]).output.contains("-o"))
  }

  @Test("an editor is given the name of a file, whatever directory that is in")
  func editor() throws {
    try FileManager.default.createDirectory(
      atPath: directory("-t"), withIntermediateDirectories: false)
    let outcome = try Tool.shell(
      "cd '\(directory.path)' && TMPDIR=-t EDITOR='printf \"%s\\n\"' cardex edit list.plist /./-o")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("./-t/cardex-"), "\(outcome.output)")
  }

  @Test("edits take them, as arguments and in lines, and their messages and diffs print them")
  func edits() throws {
    let original = try String(contentsOfFile: file, encoding: .utf8)
    let edits: [[String]] = [
      ["set", "/-o/-n", "k=v"], ["rename", "/--force/x", "z"],
      ["move", "/-o/-n", "to", "/--force"],
      ["delete", "/./-o"], ["section", "rename", "/--force", "F"],
    ]
    for edit in edits {
      let words = edit[0] == "section" ? 2 : 1
      let arguments = Array(edit[..<words]) + [file] + edit[words...]
      #expect(try Tool.run(arguments).status == 0, "\(edit)")
      let changed = try String(contentsOfFile: file, encoding: .utf8)
      #expect(changed != original)
      let before = try directory.write(original, to: "before.plist")
      let differences = try lines(["diff", before, file], status: 1)
      #expect(differences.allSatisfy { !$0.contains("\t-") }, "\(differences)")
      let script = try Tool.run(["diff", "--script", before, file]).output
      _ = try directory.write(original, to: "list.plist")
      let outcome = try Tool.run(["batch", "-e", edit.joined(separator: " "), file])
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == changed)
      _ = try directory.write(script, to: "script")
      let again = try Tool.run(["batch", "-f", directory("script"), before])
      #expect(again.status == 0, "\(script): \(again.errors)")
      #expect(try String(contentsOfFile: before, encoding: .utf8) == changed, "\(script)")
      _ = try directory.write(original, to: "list.plist")
    }
  }
}
