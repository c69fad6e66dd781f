import Foundation
import TestHelpers
import Testing

@testable import CardexCommand

/// `cardex search --in=key`: what is found by the names of keys.
@Suite struct KeySearchTests {
  private static let text = plist(
    """
    <dict><key>CFBundleName</key><string>URL</string>
    <key>CFBundleURLTypes</key><array><dict><key>CFBundleURLName</key><string>name</string>
    <key>CFBundleURLSchemes</key><array><string>x</string></array></dict></array>
    <key>Deep</key><dict><key>in</key><dict><key>a</key><dict><key>URLCache</key><true/></dict></dict></dict>
    <key>NSNumber</key><integer>1</integer></dict>
    """)

  private func search(_ arguments: [String], indexed: Bool = false) throws -> Tool.Outcome {
    let example = try SearchedExample(Self.text)
    if indexed { #expect(try example.run(["index", "build", example.file]).status == 0) }
    return try example.run(["search"] + arguments + [example.file])
  }

  @Test(
    "entries are found by their keys and those in them, and sections by theirs",
    arguments: [
      (["urlsch"], "/CFBundleURLTypes\tCFBundleURLSchemes\n"),
      (["urlc"], "Deep/in\ta.URLCache\n"), (["number"], "/NSNumber\t1\n"),
      (["bundlen"], "/CFBundleName\tURL\n"), (["-c", "url"], "2\n"),
      (["-o", "url"], "URL\nURL\nURL\nURL\n"),
      (["deep"], "Deep/\t(1)\n"), (["-w", "a"], "Deep/in\ta\n"),
      (["-E", "^NS"], "/NSNumber\t1\n"), (["-x", "name"], ""), (["scheme", "-v", "-c"], "3\n"),
    ])
  func keys(_ arguments: [String], _ expected: String) throws {
    for isIndexed in [false, true] {
      let outcome = try search(["--in=key"] + arguments, indexed: isIndexed)
      #expect(outcome.output == expected)
      #expect(outcome.status == (expected.isEmpty ? 1 : 0))
    }
  }

  @Test(
    "keys are searched beside labels, details and titles",
    arguments: [
      ("key,label", "-x nsnumber", "/NSNumber\t1\n"),
      ("key,detail", "-x url", "/CFBundleName\tURL\n"),
      ("label", "-x urlcache", ""), ("title", "deep", "Deep/\t(1)\n"),
      ("title,key", "deep", "Deep/\t(1)\n"),
    ])
  func beside(_ parts: String, _ options: String, _ expected: String) throws {
    let words = options.split(separator: " ").map(String.init)
    for isIndexed in [false, true] {
      #expect(try search(["--in=\(parts)"] + words, indexed: isIndexed).output == expected)
    }
  }

  @Test("JSON says that a match is in the name of a key")
  func json() throws {
    let outcome = try search(["--in=key", "--json", "urlcache"])
    let line = try #require(outcome.output.split(separator: "\n").first)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let match = try #require((object["matches"] as? [[String: Any]])?.first)
    #expect(match["field"] as? String == "a.URLCache")
    #expect(match["key"] as? Bool == true)
    #expect(match["start"] as? Int == 0)
    #expect(match["end"] as? Int == 8)
    let other = try search(["--json", "cfbundlename"])
    #expect(other.output.contains("\"matches\":[{\"field\":\"\",\"start\":0,"))
  }
}
