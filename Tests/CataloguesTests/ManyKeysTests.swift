import PropertyLists
import SeededRandom
import Testing

@testable import Catalogues

/// What is done with many keys at once is what is done with one after the other.
@Suite("Many keys in a record")
struct ManyKeysTests {
  @Test("columns mean the keys that they would mean one after the other")
  func usualNames() {
    /// Compares each column with each key.
    func simple(_ columns: [String], _ keys: [String], _ taken: Set<String>) -> [String?] {
      var taken = taken
      var result = [String?](repeating: nil, count: columns.count)
      for level in 0..<3 {
        for (number, column) in columns.enumerated() where result[number] == nil {
          let free = keys.filter { !taken.contains($0) }
          let key =
            switch level {
            case 0: free.first { $0.utf8.elementsEqual(column.utf8) }
            case 1:
              free.first {
                !FieldNames.normalized(column).isEmpty
                  && FieldNames.normalized($0) == FieldNames.normalized(column)
                  && $0.filter { "#%&*@€".contains($0) } == column.filter { "#%&*@€".contains($0) }
              }
            default: free.first { UsualNames.mean(column, $0) }
            }
          guard let key else { continue }
          taken.insert(key)
          result[number] = key
        }
      }
      return result
    }
    var random = SeededGenerator(seed: 62)
    // None of these is a substitute of another.
    let names = [
      "TEL", "phone", "Phone Number", "phone_num", "E-Mail", "email", "Mail", "mailAddress", "FN",
      "name", "Full Name", "fullName", "note", "Notes", "comment", "C#", "C%", "c", "c€", "", "-",
      "é", "e\u{301}", "ort", "City", "city", "x1", "X1", "x 1",
    ]
    for _ in 0..<2000 {
      let keys = Array(
        names.shuffled(using: &random).prefix(Int.random(in: 0...12, using: &random)))
      let columns = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        names.randomElement(using: &random) ?? ""
      }
      let taken = Set(keys.prefix(Int.random(in: 0...2, using: &random)))
      #expect(
        UsualNames.keys(for: columns, among: keys, except: taken) == simple(columns, keys, taken),
        "\(columns) \(keys) \(taken)")
    }
  }

  @Test("rare keys are near the usual ones that they would be near one by one")
  func nearKeys() {
    var random = SeededGenerator(seed: 63)
    let words = ["phone", "phnoe", "number", "Number", "num", "1", "2", "title", "titles", "home"]
    for _ in 0..<500 {
      let keys = (0..<Int.random(in: 1...30, using: &random)).map { _ in
        (0..<Int.random(in: 1...3, using: &random)).map { _ in
          words.randomElement(using: &random) ?? ""
        }.joined()
      }
      let entryCount = Int.random(in: 1...20, using: &random)
      let counts = keys.map { _ in Int.random(in: 1...entryCount, using: &random) }
      var expected: [Int: Int] = [:]
      for key in keys.indices {
        expected[key] = keys.indices.first {
          counts[$0] * 2 >= entryCount && counts[key] * 4 <= counts[$0]
            && NearKeys.areNear(keys[key], keys[$0])
        }
      }
      #expect(NearKeyCheck.near(keys, counts, entryCount) == expected, "\(keys) \(counts)")
    }
  }

  @Test("values at paths that are set together are those that are set one after the other")
  func paths() throws {
    var random = SeededGenerator(seed: 64)
    let text = """
      <plist><array>
      \t<dict>
      \t\t<key>name</key><string>Ann</string>
      \t\t<key>d</key>
      \t\t<dict>
      \t\t\t<key>a</key>
      \t\t\t<string>x<!-- c --></string> <!-- of a -->
      \t\t\t<key>b</key>
      \t\t\t<integer>1</integer>
      \t\t\t<key>in</key>
      \t\t\t<dict><key>a</key><true/></dict>
      \t\t\t<key>a</key>
      \t\t\t<string>again</string>
      \t\t</dict>
      \t\t<key>e</key><dict/>
      \t\t<key>l</key><array><string>0</string></array>
      \t</dict>
      </array></plist>
      """
    let paths = [
      ["d", "a"], ["d", "b"], ["d", "x"], ["d", "y"], ["d", "in", "a"], ["d", "in", "x"],
      ["d", "in"], ["d", "x", "z"], ["e", "a"], ["e", "b"], ["l", "0"], ["l", "1"], ["l", "2"],
      ["e"], ["name"], ["d", "b", "x"],
    ]
    for _ in 0..<Rounds.of(600) {
      let fields = (0..<Int.random(in: 1...8, using: &random)).map { number in
        let path = paths.randomElement(using: &random) ?? []
        let type: FieldType? = [nil, nil, nil, .string, .dict, .array].randomElement(
          using: &random)!
        let isEmpty = type == .dict || type == .array
        return (
          field: FieldAssignment(
            key: path.joined(separator: "."), type: type, value: isEmpty ? "" : "\(number)"),
          path: path
        )
      }
      func outcome(_ groups: [ArraySlice<(field: FieldAssignment, path: [String])>]) throws
        -> String
      {
        let editor = CatalogueEditor(try Catalogue(PropertyListDocument(FileBytes(text.utf8))))
        let entry = Entry.ID(rawValue: 0)
        let first = try #require(editor.firstNode(of: .entry(entry)))
        var element = WholeElement(first: first, range: editor.chunk(of: entry))
        do throws(EditError) {
          for group in groups {
            let new = try editor.rewriting(element) { (tree) throws(EditError) in
              for (field, path) in group { try editor.set(field, at: path, in: &tree) }
            }
            element = new ?? element
          }
        } catch {
          return "\(error)"
        }
        return String(decoding: editor.document.text(at: element.range), as: UTF8.self)
      }
      let together = try outcome([fields[...]])
      let single = try outcome(fields.indices.map { fields[$0...$0] })
      try #require(together == single, "\(fields)")
    }
  }
}
