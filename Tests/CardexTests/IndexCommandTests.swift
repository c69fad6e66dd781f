import Foundation
import Storage
import TestHelpers
import Testing

@testable import CardexCommand

/// `cardex index`.
@Suite struct IndexCommandTests {
  @Test("build makes an index once, verify finds it good, list shows it, remove removes it")
  func life() throws {
    let example = try SearchedExample(SampleCatalogue.text(20))
    let file = example.file
    let built = try example.run(["index", "build", file])
    #expect(built.status == 0)
    #expect(built.errors == "")
    let index = try #require(example.indexes.first)
    let size = try Data(contentsOf: URL(filePath: index)).count
    #expect(built.output == "\(file): 20 entries indexed in \(size) bytes\n")
    #expect(try example.run(["index", "build", file]).output == "\(file): the index is current\n")
    #expect(
      try example.run(["index", "build", "--force", file]).output == built.output)
    #expect(try example.run(["index", "verify", file]).output == "\(file): the index is good\n")
    #expect(try example.run(["index", "verify"]).output == "\(file): the index is good\n")
    let row = try example.run(["index", "list"]).output.split(
      separator: "\t", omittingEmptySubsequences: false)
    #expect(row.count == 6)
    #expect(row[0] == "current")
    #expect(row[1...2] == ["20", "\(size)"])
    #expect(row[4] == file)
    let removed = try example.run(["index", "remove", file])
    #expect(removed.output == "\(file): \(size) bytes removed\n")
    #expect(removed.status == 0)
    #expect(example.indexes == [])
  }

  @Test("list --json gives an object a line that another reader understands")
  func json() throws {
    let example = try SearchedExample(SampleCatalogue.text(20))
    _ = try example.run(["index", "build", "--label-key=phone", "--flat", example.file])
    let output = try example.run(["index", "list", "--json"]).output
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    #expect(object["state"] as? String == "current")
    #expect(object["entries"] as? Int == 5)
    #expect(object["catalogue"] as? String == example.file)
    #expect(object["options"] as? [String] == ["--label-key=phone", "--flat"])
    #expect(object["index"] as? String == example.indexes.first)
    let made = try #require(object["made"] as? String)
    let time = try #require(ISO8601DateFormatter().date(from: made))
    #expect(abs(time.timeIntervalSinceNow) < 3600)
  }

  @Test("reading options are part of which index is meant")
  func parseOptions() throws {
    let example = try SearchedExample(SampleCatalogue.text(20))
    let file = example.file
    for options in [[], ["--flat"], ["--label-key=phone"]] {
      #expect(try example.run(["index", "build"] + options + [file]).status == 0)
    }
    #expect(example.indexes.count == 3)
    #expect(
      try example.run(["index", "verify", "--flat", file]).output
        == "\(file) (--flat): the index is good\n")
    #expect(try example.run(["index", "verify", file]).output.split(separator: "\n").count == 3)
    #expect(try example.run(["index", "remove", "--flat", file]).status == 0)
    #expect(example.indexes.count == 2)
    #expect(try example.run(["index", "remove", "--flat", file]).status == 1)
    #expect(try example.run(["index", "remove", file]).status == 0)
    #expect(example.indexes == [])
  }

  @Test("indexes that are stale, orphaned or damaged are reported and removed")
  func states() throws {
    let directory = try TemporaryDirectory()
    let caches = directory.url.appending(path: "caches").path()
    func run(_ arguments: [String]) throws -> Tool.Outcome {
      try Tool.run(["index"] + arguments, environment: ["XDG_CACHE_HOME": caches])
    }
    var files: [String] = []
    for name in ["changed", "damaged", "gone", "other", "right"] {
      files.append(try directory.write(SampleCatalogue.text(10), to: name))
    }
    #expect(try run(["build"] + files).status == 0)
    try Data(SampleCatalogue.text(15).utf8).write(to: URL(filePath: files[0]))
    let indexes = try FileManager.default.contentsOfDirectory(atPath: caches + "/cardex")
    func change(_ name: String, at place: Int) throws {
      let index = URL(filePath: caches + "/cardex/" + (indexes.first { $0.contains(name) } ?? ""))
      var bytes = try Data(contentsOf: index)
      bytes[place] ^= 3
      try bytes.write(to: index)
    }
    try change("damaged", at: 20)
    try FileManager.default.removeItem(atPath: files[2])
    try change("other", at: 8)
    let states = try run(["list"]).output.split(separator: "\n").map {
      $0.split(separator: "\t")[0]
    }
    #expect(
      states.sorted() == ["current", "damaged", "missing", "other version", "stale"])
    let verified = try run(["verify"])
    #expect(verified.status == 1)
    for line in [
      "\(files[0]): the catalogue has changed since the index was made", "the index is damaged",
      "\(files[2]): the catalogue no longer exists",
      "the index was made by another version of the program",
      "\(files[4]): the index is good",
    ] { #expect(verified.output.contains(line + "\n"), "\(line)") }
    // The name identifies the catalogue.
    #expect(try run(["verify", files[1]]).output.contains("the index is damaged"))
    let removed = try run(["remove", "--stale"])
    #expect(removed.status == 0)
    #expect(removed.output.split(separator: "\n").count == 4)
    #expect(try run(["verify"]).output == "\(files[4]): the index is good\n")
    #expect(try run(["remove", "--stale"]).status == 1)
  }

  @Test("an index is removed after its catalogue, and whatever leads to it")
  func removal() throws {
    let example = try SearchedExample(SampleCatalogue.text(10))
    let build = "cardex index build \"$FILE\" >&2; "
    let link = "ln -s \"$FILE\" \"$FILE.link\"; cardex index remove \"$FILE.link\" >&2; echo $?"
    #expect(try example.shell(build + link).output == "0\n")
    #expect(
      try example.shell(
        build
          + "rm \"$FILE\"; cd \"$(dirname \"$FILE\")\"; cardex index remove ./people.plist >&2; echo $?"
      )
      .output == "0\n")
    #expect(example.indexes == [])
  }

  @Test("what killed builders have left is removed")
  func temporaries() throws {
    let example = try SearchedExample(SampleCatalogue.text(10))
    _ = try example.run(["index", "build", example.file])
    let index = try #require(example.indexes.first)
    let name = URL(filePath: index).lastPathComponent
    let left = URL(filePath: example.caches + "/cardex/.\(name).cardex-abcdef")
    try Data("xyz".utf8).write(to: left)
    #expect(try example.run(["index", "remove", "--stale"]).status == 1)
    let removed = try example.run(["index", "remove", "--all"])
    #expect(removed.output.hasPrefix("1 unfinished index: 3 bytes removed\n"))
    #expect(example.indexes == [])
  }

  @Test("verify reports an index that is intact but wrong")
  func wrongBuilder() throws {
    let example = try SearchedExample(SampleCatalogue.text(10))
    _ = try example.run(["index", "build", example.file])
    let path = try #require(example.indexes.first)
    let file = try IndexFile(path)
    let parts = try file.header.parts.map { part in
      var bytes = Array(try file.part(part.tag).all())
      if part.tag == "STXT" { bytes[0] ^= 1 }
      return IndexFile.Part(part.tag, [StoredBytes(bytes)])
    }
    try IndexFile.write(
      parts, of: file.header.source, entryCount: file.header.entryCount, created: 0, to: path)
    let verified = try example.run(["index", "verify"])
    #expect(verified.output == "\(example.file): part STXT does not match the catalogue\n")
    #expect(verified.status == 1)
  }

  @Test("a damaged index is rebuilt, and CARDEX_FILE names the file")
  func rebuilding() throws {
    let example = try SearchedExample(SampleCatalogue.text(10))
    let environment = example.environment.merging(["CARDEX_FILE": example.file]) { $1 }
    let build = { try Tool.run(["index", "build"], environment: environment).output }
    let first = try build()
    #expect(first.contains("10 entries indexed"))
    let index = URL(filePath: try #require(example.indexes.first))
    var bytes = try Data(contentsOf: index)
    bytes[1030] ^= 1
    try bytes.write(to: index)
    #expect(try build() == first)
    #expect(try build().contains("the index is current"))
  }

  @Test(
    "files without entries, in other encodings and of other sizes are indexed",
    arguments: [
      ("<plist><array/></plist>", "UTF-8"), (SampleCatalogue.text(5, encoding: "UTF-16"), "UTF-16"),
    ])
  func encodings(_ text: String, _ encoding: String) throws {
    let example = try SearchedExample(text, encoding: encoding)
    #expect(try example.run(["index", "build", example.file]).status == 0)
    #expect(try example.run(["index", "verify"]).output == "\(example.file): the index is good\n")
  }

  @Test("a file that fails does not keep the others from being processed")
  func severalFiles() throws {
    let example = try SearchedExample(SampleCatalogue.text(10))
    let broken = try example.directory.write("<plist>", to: "broken")
    let outcome = try example.run(["index", "build", broken, "missing", example.file])
    #expect(outcome.status == 2)
    #expect(outcome.output.hasPrefix("\(example.file): 10 entries"))
    #expect(outcome.errors.contains("\(broken):1:"))
    #expect(outcome.errors.contains("missing: No such file"))
    #expect(try example.run(["index", "verify", "missing", example.file]).status == 1)
  }

  @Test("without indexes there is nothing to list, to verify or to remove")
  func none() throws {
    let example = try SearchedExample(SampleCatalogue.text(10))
    for (arguments, status) in [
      (["list"], 0), (["list", "--json"], 0), (["verify"], 0), (["verify", example.file], 1),
      (["remove", example.file], 1), (["remove", "--all"], 1), (["remove", "--stale"], 1),
    ] as [([String], Int32)] {
      #expect(try example.run(["index"] + arguments).status == status, "\(arguments)")
    }
    #expect(
      try example.run(["index", "list"]).errors
        == "there are no indexes in \(example.caches)/cardex\n"
    )
  }

  @Test(
    "where no index can be kept, build fails", .withoutSanitizers,
    arguments: [
      ("XDG_CACHE_HOME=/dev/null/x", "Not a directory"),
      ("XDG_CACHE_HOME=", "neither XDG_CACHE_HOME nor HOME"),
      ("XDG_CACHE_HOME=relative HOME=also", "neither XDG_CACHE_HOME nor HOME"),
      ("limited", "File too large"),
    ])
  func nowhere(_ variables: String, _ message: String) throws {
    let example = try SearchedExample(SampleCatalogue.text(10))
    let command =
      variables == "limited"
      ? "ulimit -f 1; cardex index build \"$FILE\"" : "\(variables) cardex index build \"$FILE\""
    let outcome = try example.shell(command)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(message))
    #expect(example.indexes == [])
  }

  @Test(
    "what is wrong on the command line is said, with status 2",
    arguments: [
      ([], "no ACTION was given"), (["biuld"], "did you mean 'build'?"),
      (["xyzzy"], "actions: build, list, verify, remove"),
      (["build", "-"], "standard input has no"),
      (["list", "x"], "unexpected operand 'x'"),
      (["list", "--flat"], "--flat says how FILE is read"),
      (["list", "--force"], "--force can only be used with 'build'"),
      (["build", "--json", "x"], "--json can only be used with 'list'"),
      (["remove"], "no indexes to remove were named"),
      (["remove", "--all", "x"], "cannot be used together"), (["build"], "$CARDEX_FILE is not set"),
      (["verify", "--root=a"], "--root says how FILE is read"),
    ] as [([String], String)])
  func wrong(_ arguments: [String], _ message: String) throws {
    let outcome = try Tool.run(["index"] + arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(message))
  }
}
