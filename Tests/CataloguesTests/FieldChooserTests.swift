import PropertyLists
import TestHelpers
import Testing

@testable import Catalogues

@Suite("Fields that are chosen")
struct FieldChooserTests {
  @Test(
    "all of up to 8,191 entries determine the fields, of more every other",
    arguments: [(4096, true), (8191, true), (8192, false), (8193, false)])
  func sample(count: Int, isWhole: Bool) throws {
    var entries = [Plist](repeating: ["headline": "usual"], count: count)
    entries[1] = ["name": "odd one"]
    let catalogue = try Catalogue(.array(entries))
    #expect(catalogue.shape.labelKeys == (isWhole ? ["name", "headline"] : ["headline"]))
    #expect(catalogue.label(of: 1) == "odd one")
  }

  @Test(
    "a detail is a field of one entry in five", arguments: [(4, ["note"]), (5, ["note"]), (6, [])])
  func rareDetail(count: Int, keys: [String]) throws {
    let rows = [["name": "a", "note": "x"]] + [Plist](repeating: ["name": "b"], count: count - 1)
    #expect(try Catalogue(.array(rows)).shape.detailKeys == keys)
  }

  @Test("labels have at most 16 keys", arguments: [15, 16, 17])
  func keys(count: Int) throws {
    let entry = Plist.dict((0..<count).map { (key: "k\($0)", value: "v\($0)") })
    let catalogue = try Catalogue([entry, entry, ["k\(count - 1)": "last"]])
    #expect(catalogue.shape.labelKeys == (0..<min(count, 16)).map { "k\($0)" })
    // An entry without these keys is labelled by another field.
    #expect(catalogue.label(of: 2) == "last")
  }
}
