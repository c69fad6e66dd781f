import Foundation
import TestHelpers
import Testing

@Suite("The program that is tested")
struct ToolTests {
  @Test("a program that is older than one of its sources is an error that names both")
  func outdated() throws {
    let directory = try TemporaryDirectory()
    let script = """
      cd '\(directory.path)'; mkdir -p S/Room S/Cardex; touch -d 12:00 S/Room/a.swift cardex
      touch S/Cardex/b.swift S/Room/README.md
      """
    #expect(try Tool.shell(script).status == 0)
    let (program, sources) = (URL(filePath: directory("cardex")), URL(filePath: directory("S")))
    let source = directory("S/Room/a.swift")
    try Tool.expectCurrent(program, sources: sources)
    #expect(try Tool.shell("touch -d 12:01 '\(source)'").status == 0)
    let error = #expect(throws: Tool.OutdatedProgram.self) {
      try Tool.expectCurrent(program, sources: sources)
    }
    let message = "\(program.path()) is older than \(source): build it again"
    #expect(error.map { "\($0)" } == message)
  }

  #if os(Linux)
    @Test(
      "a release that says which packages it contains is linked statically, another loads libxml2",
      .enabled(if: Tool.isRelease, "it needs the release: run make test"))
    func linkage() throws {
      let isStatic = try Tool.run(["--version"]).output.contains("\ncontains libxml2 ")
      let kind = try Tool.runOther(["file", Tool.program.path()], environment: [:]).output
      #expect(kind.contains("statically linked") == isStatic, "\(kind)")
      let loaded = try Tool.runOther(["ldd", Tool.program.path()], environment: [:]).output
      #expect(loaded.contains("libxml2.so") != isStatic, "\(loaded)")
    }
  #endif
}
