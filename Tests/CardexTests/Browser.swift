import Foundation
import TestHelpers
import Testing

/// A headless Chromium, driven by `browser.py`.
enum Browser {
  static let isThere = isPossible("from selenium import webdriver") && hasProgram("chromium")
  static let need: Comment =
    "they need chromium, chromium-driver, python3-selenium and poppler-utils: install them"

  /// Rules for accessible pages, which `make test` fetches.
  static let axe = Tool.package.appending(path: ".build/axe.min.js")
  static let hasAxe = isThere && FileManager.default.fileExists(atPath: axe.path())

  private static func isPossible(_ python: String) -> Bool {
    (try? Tool.shell("/usr/bin/python3 -c '\(python)' && command -v chromedriver pdftotext"))?
      .status == 0
  }

  private static func hasProgram(_ name: String) -> Bool {
    (try? Tool.shell("command -v \(name)"))?.status == 0
  }

  /// Runs steps, which `browser.py` describes, in a new tab of the browser that all tests share.
  ///
  /// - Returns: The result of each.
  static func run(_ steps: [[String: Any]]) throws -> [Any] {
    let steps = try JSONSerialization.data(withJSONObject: steps)
    let line = try server.get().answer(steps)
    let answer = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
    return try #require(answer["results"] as? [Any], "\(answer["error"] ?? "")")
  }

  private static let server = Result { try Server() }

  /// The process of `browser.py`, which ends when its standard input does: with the tests.
  private final class Server: @unchecked Sendable {
    private let (input, output) = (Pipe(), Pipe())
    private let lock = NSLock()
    private var received = Data()

    init() throws {
      let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "browser.py").path()
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/python3")
      process.arguments = ["-B", script]
      process.environment = Tool.environment
      (process.standardInput, process.standardOutput) = (input, output)
      try Tool.start(process)
      try output.fileHandleForWriting.close()
    }

    /// Writes a line, and waits for the one that answers it.
    func answer(_ line: Data) throws -> Data {
      try lock.withLock {
        try Tool.write(line + Data("\n".utf8), to: input)
        while true {
          if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
            defer { received = Data(received[(end + 1)...]) }
            return received[..<end]
          }
          let more = output.fileHandleForReading.availableData
          try #require(!more.isEmpty, "browser.py has ended")
          received += more
        }
      }
    }
  }
}
