import TestHelpers
import Testing

@testable import Catalogues

@Suite("Reading and writing addresses")
struct AddressTests {
  @Test(
    "an address is read component by component",
    arguments: [
      ("", []), ("/", []), ("B/马自达", [.name("B"), .name("马自达")]), ("/x", [.name("x")]),
      ("安徽/合肥/庐阳", [.name("安徽"), .name("合肥"), .name("庐阳")]), ("a/", [.name("a")]),
      ("#2/#-1", [.position(2), .position(-1)]), ("/#1", [.position(1)]), ("\\#1", [.name("#1")]),
      ("a#1", [.namesake("a", ordinal: 1)]), ("a\\#1", [.name("a#1")]),
      ("a#\\1", [.name("a#1")]),
      ("a#12/b#3", [.namesake("a", ordinal: 12), .namesake("b", ordinal: 3)]),
      ("a#0", [.name("a#0")]), ("a#01", [.name("a#01")]), ("a#-1", [.name("a#-1")]),
      ("a#+1", [.name("a#+1")]), ("a#", [.name("a#")]), ("a#1 ", [.name("a#1 ")]),
      ("a#1\u{301}", [.name("a#1\u{301}")]), ("a#１", [.name("a#１")]),
      ("a##1", [.namesake("a#", ordinal: 1)]), ("a#1#2", [.namesake("a#1", ordinal: 2)]),
      ("##1", [.namesake("#", ordinal: 1)]), ("#x#1", [.namesake("#x", ordinal: 1)]),
      ("\\#1#2", [.namesake("#1", ordinal: 2)]), ("a\\/#2", [.namesake("a/", ordinal: 2)]),
      ("a\\\\#2", [.namesake("a\\", ordinal: 2)]), ("\\n#2", [.namesake("\n", ordinal: 2)]),
      ("a#999999999999999", [.namesake("a", ordinal: 999_999_999_999_999)]),
      ("a#1000000000000000", [.name("a#1000000000000000")]),
      ("a#99999999999999999999", [.name("a#99999999999999999999")]), ("#", [.name("#")]),
      ("#x", [.name("#x")]), ("#0", [.name("#0")]),
      ("a\\/b", [.name("a/b")]), ("a\\\\b", [.name("a\\b")]), ("\\n\\t\\r", [.name("\n\t\r")]),
      ("\\u{2028}x", [.name("\u{2028}x")]), ("\\u{1f600}", [.name("😀")]), (" ", [.name(" ")]),
      ("\\a", [.name("a")]), ("u{41}", [.name("u{41}")]), ("/\u{301}", [.name("\u{301}")]),
    ] as [(String, [Address.Component])])
  func reading(text: String, components: [Address.Component]) throws {
    #expect(try Address(text).components == components)
  }

  @Test(
    "what cannot be read is malformed",
    arguments: ["a//b", "a\\", "\\", "\\u{zz}", "\\u{}", "\\u{D800}", "\\u{110000}", "\\u{41"])
  func malformed(text: String) throws {
    let error = try #require(throws: AddressError.self) { try Address(text) }
    guard case .malformed(text, _) = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test(
    "an empty component is malformed, wherever it is", arguments: ["//x", "a//", "//"])
  func emptyComponents(text: String) {
    #expect(throws: AddressError.malformed(text, reason: "a component is empty")) {
      try Address(text)
    }
  }

  @Test(
    "a name is escaped",
    arguments: [
      ("马自达", "马自达"), ("a/b", "a\\/b"), ("a\\b", "a\\\\b"), ("#1", "\\#1"), ("a#", "a#"),
      ("\n", "\\n"),
      ("\u{1B}[m", "\\u{1B}[m"), ("\u{202E}", "\\u{202E}"), ("/\u{301}", "\\/\u{301}"),
      ("##", "\\##"),
    ])
  func escaping(name: String, escaped: String) throws {
    #expect(Address.escaped(name) == escaped)
    #expect(try Address(escaped).components == [.name(name)])
  }

  @Test(
    "a number at the end of a name is escaped where it must not be taken for that of a namesake",
    arguments: [
      ("a#1", "a\\#1"), ("a/b#12", "a\\/b\\#12"), ("#1#2", "\\#1\\#2"), ("##1", "\\#\\#1"),
      ("a#1#2", "a#1\\#2"), ("a#", "a#"), ("a#0", "a#0"), ("#1", "\\#1"), ("a", "a"),
    ])
  func escapingWhole(name: String, escaped: String) throws {
    #expect(Address.escaped(name, isWhole: true) == escaped)
    #expect(try Address(escaped).components == [.name(name)])
    #expect(try Address(escaped + "#3").components == [.namesake(name, ordinal: 3)])
  }

  @Test(
    "errors say what there is instead",
    arguments: [
      (
        .malformed("a\\", reason: "it ends in a backslash"),
        "'a\\' is not an address: it ends in a backslash"
      ),
      (.notFound(name: "x", inside: nil, nearest: []), "no section or entry 'x'"),
      (
        .notFound(name: "x", inside: "B", nearest: ["B/y"]),
        "no section or entry 'x' in 'B'; nearest: B/y"
      ),
      (
        .ambiguous(name: "x", candidates: [.init("a#1", detail: "555-123"), .init("b")], count: 2),
        "'x' is ambiguous: 'a#1' (555-123), 'b'"
      ),
      (
        .noNamesake(name: "x", ordinal: 3, inside: "B", count: 2),
        "there is no 'x#3' in 'B'; 2 items have that name"
      ),
      (
        .noNamesake(name: "x", ordinal: 2, inside: nil, count: 1),
        "there is no 'x#2'; 1 item has that name"
      ),
      (
        .outOfRange(position: 4, inside: "B", count: 3),
        "there is no #4 in 'B'; positions are #1 to #3"
      ),
      (.outOfRange(position: 1, inside: nil, count: 0), "there is no #1, which is empty"),
      (.notASection("/a"), "'/a' is an entry and contains nothing"),
    ] as [(AddressError, String)])
  func descriptions(error: AddressError, text: String) {
    #expect(error.description == text)
  }

  @Test("of many candidates the first ten are listed", arguments: [0, 9])
  func manyCandidates(scansBefore: Int) throws {
    let catalogue = try Catalogue(.array(Array(repeating: ["name": "x"], count: 120)))
    catalogue.names.policy.scansBefore = scansBefore
    let error = try #require(throws: AddressError.self) {
      try AddressBook(catalogue).item(at: Address("x"))
    }
    let first = (1...10).map { "'/x#\($0)'" }.joined(separator: ", ")
    #expect(error.description == "'x' is ambiguous: \(first), … (120)")
  }
}
