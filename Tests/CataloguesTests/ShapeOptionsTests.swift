import Platform
import TestHelpers
import Testing

@testable import Catalogues

@Suite("What the user says about a shape")
struct ShapeOptionsTests {
  private static let quiz: Plist = [
    ["answer": "红", "title": "Colour?", "hint": "warm", "options": ["红", "蓝"]],
    ["answer": "猫", "title": "Animal?", "hint": "pet", "options": ["狗", "猫"]],
  ]
  private static let cars: Plist = [
    ["title": "A", "code": "1", "cars": [["name": "Audi", "nick": "four rings", "tel": "7"]]],
    ["title": "B", "code": "2", "cars": [["name": "BMW", "nick": "kidney", "tel": "8"]]],
  ]

  @Test("member keys make sections")
  func memberKeys() throws {
    let catalogue = try Catalogue(Self.quiz) { $0.memberKeys = ["choices", "options"] }
    #expect(catalogue.outline == "[Colour?]\n  红\n  蓝\n[Animal?]\n  狗\n  猫")
  }

  @Test("member keys that are nowhere make no sections")
  func unknownMemberKeys() throws {
    let catalogue = try Catalogue(Self.cars) { $0.memberKeys = ["trucks"] }
    #expect(catalogue.outline == "A = 1\nB = 2")
  }

  @Test("title keys are tried in order")
  func titleKeys() throws {
    #expect(try Catalogue(Self.cars) { $0.titleKeys = ["code"] }.sectionTitles == ["1", "2"])
    #expect(
      try Catalogue(Self.cars) { $0.titleKeys = ["x", "code", "title"] }.sectionTitles == [
        "1", "2",
      ])
    #expect(try Catalogue(Self.cars) { $0.titleKeys = ["x"] }.sectionTitles == ["", ""])
  }

  @Test("label keys and detail keys are tried in order")
  func fieldKeys() throws {
    let both = try Catalogue(Self.quiz) {
      $0.labelKeys = ["nothing", "answer"]
      $0.detailKeys = ["nothing", "hint"]
    }
    #expect(both.outline == "红 = warm\n猫 = pet")
    #expect(try Catalogue(Self.quiz) { $0.labelKeys = ["nothing"] }.outline == " = 红\n = 猫")
    #expect(
      try Catalogue(Self.cars) { $0.detailKeys = ["nick"] }.outline.contains("Audi = four rings"))
  }

  @Test("what is the label is not the detail, too")
  func labelIsNotDetail() throws {
    let catalogue = try Catalogue(Self.quiz) {
      $0.labelKeys = ["answer"]
      $0.detailKeys = ["answer", "hint"]
    }
    #expect(catalogue.outline == "红 = warm\n猫 = pet")
  }

  @Test("a flat catalogue has an entry for each element of its root")
  func flat() throws {
    let cars = try Catalogue(Self.cars) { $0.isFlat = true }
    #expect(cars.outline == "A = 1\nB = 2")
    #expect(cars.isFlat)
    #expect(try Catalogue(["A": ["x"], "B": ["y"]]) { $0.isFlat = true }.outline == "A\nB")
    #expect(try Catalogue([["x"], "y"]) { $0.isFlat = true }.entryCount == 2)
    let grouped: Plist = [["category": "a", "name": "x"], ["category": "a", "name": "y"]]
    #expect(try Catalogue(grouped) { $0.isFlat = true }.isFlat)
  }

  @Test(
    "a root is named by keys and positions",
    arguments: [
      ("lists", "a\nb"), ("lists.0", "a"), ("more.deep", "c"), ("do\\.t", "d"),
      ("more", "[deep]\n  c"),
      ("word", "e"),
    ])
  func root(path: String, outline: String) throws {
    let plist: Plist = ["lists": ["a", "b"], "more": ["deep": ["c"]], "do.t": ["d"], "word": "e"]
    let catalogue = try Catalogue(plist) { $0.root = path }
    #expect(catalogue.outline == outline)
    #expect(catalogue.shape.reasons.first == "the root is '\(path)', as requested")
  }

  @Test(
    "a root that is not there is an error with what there is",
    arguments: [
      ("x", "x", ["list", "word"]), ("list.7", "7", ["0", "1"]), ("list.-3", "-3", ["0", "1"]),
      ("list.x", "x", ["0", "1"]), ("word.x", "x", []), ("list.1.x", "x", ["k"]),
    ])
  func rootErrors(path: String, component: String, candidates: [String]) {
    let expected = ReportedError(root: path, component: component, candidates: candidates)
    #expect(throws: expected) {
      try Catalogue(["list": ["a", ["k": 1]], "word": "w"]) { $0.root = path }
    }
  }

  @Test("a root error lists what there is, but not too much")
  func rootErrorDescription() {
    let few = ReportedError(root: "a.b", component: "b", candidates: ["c", "d"])
    #expect(few.description == "no 'b' at --root 'a.b'; available: c, d")
    let none = ReportedError(root: "a", component: "a", candidates: [])
    #expect(none.description == "no 'a' at --root 'a'")
    let many = ReportedError(root: "a", component: "a", candidates: (1...13).map(String.init))
    #expect(many.description.hasSuffix("11, 12, …"))
  }
}

extension Catalogue {
  /// The titles of the outermost sections.
  fileprivate var sectionTitles: [String] {
    sections.dropFirst().filter { $0.depth == 1 }.map { title(of: $0.id) ?? "" }
  }
}
