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

  /// Runs steps, which `browser.py` describes.
  ///
  /// - Returns: The result of each.
  static func run(_ steps: [[String: Any]]) throws -> [Any] {
    let directory = try TemporaryDirectory()
    try directory.write(try JSONSerialization.data(withJSONObject: steps), to: "steps")
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "browser.py").path()
    // A browser keeps files at home.
    let outcome = try Tool.shell(
      "HOME='\(directory.path)' /usr/bin/python3 -B '\(script)' <'\(directory("steps"))'")
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try #require(try JSONSerialization.jsonObject(with: outcome.outputBytes) as? [Any])
  }
}
