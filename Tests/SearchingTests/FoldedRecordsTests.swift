import ICUText
import Testing

@testable import Searching

@Suite("Folded records")
struct FoldedRecordsTests {
  private let folder = TextFolder()

  private func folded(_ records: [[String]]) -> FoldedRecords {
    var result = FoldedRecords()
    for record in records {
      for var field in record { field.withUTF8 { result.appendField($0, folder: folder) } }
      result.endRecord()
    }
    return result
  }

  private func marked(_ needle: String, in records: [[String]]) -> [Int] {
    let folded = folded(records)
    var marks = [Bool](repeating: false, count: records.count)
    folded.mark(recordsWith: Array(needle.utf8), in: &marks)
    return marks.indices.filter { marks[$0] }
  }

  @Test(
    "records with the needle are marked",
    arguments: [
      ("a", [0, 1]), ("b", [0, 3]), ("z", []), ("ab", [0]), ("", [0, 1, 3, 4]), ("e", [4]),
    ])
  func marking(needle: String, expected: [Int]) {
    #expect(marked(needle, in: [["ABAB"], ["x", "a"], [], ["b", ""], ["É"]]) == expected)
  }

  @Test("nothing is found across fields or records")
  func boundaries() {
    #expect(marked("ab", in: [["a", "b"], ["a"], ["b"]]).isEmpty)
  }

  @Test("marks that are there stay")
  func marksStay() {
    var marks = [true, false]
    folded([["a"], ["b"]]).mark(recordsWith: Array("b".utf8), in: &marks)
    #expect(marks == [true, true])
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
