import Foundation
import SeededRandom
import Testing

@testable import cardex_fuzz

/// Runs the fuzzers without libFuzzer, on the inputs that are kept and on some others. One at a
/// time, since they write to the same file.
@Suite("Fuzzers", .serialized)
struct FuzzTests {
  private static let directory = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fuzz")

  private static func inputs(_ fuzzer: Fuzzer) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: directory.appending(path: fuzzer.rawValue), includingPropertiesForKeys: nil)
  }

  @Test("no input that is kept breaks a rule", arguments: Fuzzer.allCases)
  func keptInputs(_ fuzzer: Fuzzer) throws {
    let inputs = try FuzzTests.inputs(fuzzer)
    #expect(!inputs.isEmpty)
    for input in inputs {
      let bytes = Array(try Data(contentsOf: input))
      #expect(throws: Never.self, "\(input.lastPathComponent)") { try fuzzer.run(bytes) }
    }
  }

  @Test("no input that is like one of these breaks a rule", arguments: Fuzzer.allCases)
  func changedInputs(_ fuzzer: Fuzzer) throws {
    var generator = SeededGenerator(seed: 1)
    for input in try FuzzTests.inputs(fuzzer) {
      for _ in 0..<Rounds.of(2) {
        var bytes = Array(try Data(contentsOf: input))
        for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
          let place = Int.random(in: 0..<bytes.count, using: &generator)
          switch Int.random(in: 0..<3, using: &generator) {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
          case 1: bytes.remove(at: place)
          default: bytes.insert(contentsOf: bytes[..<place], at: place)
          }
        }
        #expect(throws: Never.self, "\(bytes)") { try fuzzer.run(bytes) }
      }
    }
  }

  @Test("there is a directory for each fuzzer, and no other")
  func directories() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: FuzzTests.directory.path())
    #expect(Set(names) == Set(Fuzzer.allCases.map(\.rawValue) + ["words.dict"]))
  }

  @Test("a rule that does not hold is reported")
  func violation() {
    #expect(throws: Violation.self) { try require(false, "a rule") }
  }
}
