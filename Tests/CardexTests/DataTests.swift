import Foundation
import Testing

/// The catalogues that come with the program.
@Suite struct DataTests {
  @Test(
    "the catalogues have the sections and entries that they are known for",
    arguments: [
      ("cars_total.plist", 21, 141), ("news.plist", 0, 20), ("contacts.plist", 38, 86),
      ("settings-form.plist", 3, 30),
    ])
  func counts(_ file: String, _ sections: Int, _ entries: Int) throws {
    let output = try Tool.run(["info", file]).output
    #expect(output.contains("sections    \(sections)\n"))
    #expect(output.contains("entries     \(entries)\n"))
  }

  @Test("the bench writes the same catalogue for the same seed, and cardex reads it")
  func generated() throws {
    for shape in ["cars", "contacts", "news", "names"] {
      let run = { (seed: String) in
        try Tool.bench(["generate", shape, "1000", seed]).output
      }
      let text = try run("7")
      #expect(text == (try run("7")))
      #expect(text != (try run("8")))
      let count = try Tool.run(["search", "-c", "", "-"], input: Data(text.utf8)).output
      #expect(count == "1000\n")
    }
  }
}
