import ICUText
import Testing

@testable import Searching

@Suite("Folded records")
struct FoldedRecordsTests {
  private let folding = CaseFolding()

  private func folded(_ records: [[String]]) -> FoldedRecords {
    var result = FoldedRecords()
    for record in records {
      for var field in record { field.withUTF8 { result.appendField($0, folding: folding) } }
      result.endRecord()
    }
    return result
  }

  private func found(_ needles: String..., in records: [[String]]) -> [Int] {
    folded(records)
      .records(withOneOf: needles.map { Needle(bytes: Array($0.utf8)) })
      .records
  }

  @Test(
    "records with the needle are found",
    arguments: [
      ("a", [0, 1]), ("b", [0, 3]), ("z", []), ("ab", [0]), ("", [0, 1, 3, 4]), ("e", [4]),
    ])
  func finding(needle: String, expected: [Int]) {
    #expect(found(needle, in: [["ABAB"], ["x", "a"], [], ["b", ""], ["É"]]) == expected)
  }

  @Test("nothing is found across fields or records")
  func boundaries() {
    #expect(found("ab", in: [["a", "b"], ["a"], ["b"]]).isEmpty)
  }

  @Test("one of several needles is enough")
  func severalNeedles() {
    #expect(found("a", "c", in: [["a"], ["b"], ["c"], ["a", "c"]]) == [0, 2, 3])
  }

  @Test("removing everything makes room for other records")
  func removing() {
    var records = folded([["a"], ["b"]])
    #expect(records.recordCount == 2)
    #expect(records.byteCount == 4)
    records.removeAll()
    #expect(records.recordCount == 0)
    #expect(records.byteCount == 0)
  }
}
