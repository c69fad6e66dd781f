import PropertyLists
import TestHelpers
import Testing

@testable import Catalogues

@Suite("Keys that are nearly others")
struct NearKeysTests {
  @Test(
    "one is probably the other, misspelt, abbreviated or written otherwise",
    arguments: [
      ("phonenum", "phonenumber"), ("phoneNum", "phoneNumber"), ("phonenum", "phoneNumber"),
      ("phone_num", "phoneNum"), ("Phone", "phone"), ("phnoe", "phone"), ("titles", "title"),
      ("adress", "address"), ("homePhone", "homePhnoe"), ("brithday", "birthday"),
      ("descripton", "description"), ("line1Adress", "line1Address"),
    ])
  func near(one: String, other: String) {
    #expect(NearKeys.areNear(one, other))
    #expect(NearKeys.areNear(other, one))
  }

  @Test(
    "both are keys of their own",
    arguments: [
      ("name", "name"), ("name1", "name2"), ("name", "name2"), ("title", "titleEn"),
      ("title", "subTitle"), ("homePhone", "workPhone"), ("latitude", "longitude"),
      ("startDate", "endDate"), ("name", "game"), ("name", "date"), ("email", "mail"),
      ("x", "y"), ("id", "ID2"), ("image", "image_url"), ("titleA", "titleB"), ("tel", "fax"),
      ("姓名", "名字"), ("minValue", "maxValue"), ("", "a"), ("phone", "phonenumber"),
    ])
  func related(one: String, other: String) {
    #expect(!NearKeys.areNear(one, other))
    #expect(!NearKeys.areNear(other, one))
  }

  private static func findings(_ entries: [Plist]) throws -> [String] {
    try CatalogueCheck.findings(in: Catalogue(.array(entries))).filter { $0.code == .nearKey }
      .map(\.message)
  }

  private static let usual = ["a", "b", "c", "d"].map { (name: Plist) -> Plist in
    ["name": name, "phoneNumber": "1"]
  }

  @Test("a key of few entries is found where most have the other one")
  func found() throws {
    let odd: Plist = ["name": "x", "phonenum": "2"]
    #expect(
      try Self.findings(Self.usual + [odd])
        == ["the key 'phonenum' is nearly 'phoneNumber', which most entries have"])
    let twice = Self.usual + Self.usual + [odd, odd]
    #expect(
      try Self.findings(twice)
        == [
          "the key 'phonenum', in 2 entries, is nearly 'phoneNumber', which most entries have"
        ])
  }

  @Test(
    "it is not where many have it, or an entry has both",
    arguments: [
      [["name": "a", "phonenum": "2"], ["name": "b", "phonenum": "2"]],
      [["name": "a", "phonenum": "2", "phoneNumber": "3"]],
      [["name": "a", "phonenum": "2"], ["name": "x", "phonenum": "2", "phoneNumber": "3"]],
      [["name": "a", "phoneNumber2": "2"]],
    ] as [[Plist]])
  func notFound(odd: [Plist]) throws {
    #expect(try Self.findings(Self.usual + odd) == [])
  }
}
