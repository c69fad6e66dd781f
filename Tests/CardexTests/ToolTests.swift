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
      "the release is linked statically",
      .enabled(if: Tool.isRelease, "it needs the release: run make test"))
    func isStatic() throws {
      let outcome = try Tool.runOther(["file", Tool.program.path()], environment: [:])
      #expect(outcome.output.contains("statically linked"), "\(outcome.output)")
    }
  #endif
}
