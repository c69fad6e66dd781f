import TestHelpers
import Testing

@testable import PropertyLists

@Suite("Table of nodes")
struct NodeTableTests {
  @Test(
    "a scalar keeps its place, its length and its flags",
    arguments: NodeKind.allCases.filter { !$0.isContainer },
    [0, 1, 1 << 20 - 2, 1 << 20 - 1, 1 << 20, 1 << 36])
  func scalars(kind: NodeKind, length: Int) {
    for (isMarkedUp, isEmptyElement) in [(false, false), (true, false), (false, true)] {
      for offset in [0, 7, NodeTable.offsetLimit - 1] {
        let table = NodeTable(capacity: 0)
        table.appendScalar(
          kind, contentOffset: offset, length: length, isMarkedUp: isMarkedUp,
          isEmptyElement: isEmptyElement)
        #expect(table[0].kind == kind)
        #expect(table.kind(of: 0) == kind)
        #expect(table[0].contentOffset == offset)
        #expect(table[0].contentLength == length)
        #expect(table[0].isMarkedUp == isMarkedUp)
        #expect(table[0].isEmptyElement == isEmptyElement)
        #expect(table.end(of: 0) == table.end)
      }
    }
  }

  @Test("a short scalar takes one word and a long one two")
  func words() {
    let table = NodeTable(capacity: 0)
    for length in [1 << 20 - 2, 1 << 20 - 1] {
      table.appendScalar(
        .string, contentOffset: 0, length: length, isMarkedUp: false, isEmptyElement: false)
    }
    #expect(table.end(of: 0) == 1)
    #expect(table.end(of: 1) == 3)
  }

  @Test("a container ends after its last node")
  func containers() {
    let table = NodeTable(capacity: 0)
    table.appendContainer(.dict, contentOffset: 10, isEmptyElement: false)
    let array = table.end
    table.appendContainer(.array, contentOffset: 20, isEmptyElement: true)
    table.endContainer(array)
    table.appendScalar(
      .key, contentOffset: 30, length: 5, isMarkedUp: false, isEmptyElement: false)
    table.endContainer(0)
    table.appendScalar(
      .true, contentOffset: 40, length: 0, isMarkedUp: false, isEmptyElement: true)
    #expect(array == NodeTable.firstChild(of: 0))
    #expect(table.end(of: array) == 4)
    #expect(table.end(of: 0) == 5)
    #expect(table[0].subtreeEnd == 5)
    #expect(table[0].kind == .dict)
    #expect(table[array].kind == .array)
    #expect(table[array].isEmptyElement)
    #expect(table[0].contentOffset == 10)
  }

  @Test("a table grows from nothing and keeps all nodes")
  func growth() {
    let table = NodeTable(capacity: 0)
    for index in 0..<100_000 {
      table.appendScalar(
        .integer, contentOffset: index * 3, length: index % 7, isMarkedUp: false,
        isEmptyElement: false)
    }
    #expect(table.end == 100_000)
    #expect(
      (0..<100_000).allSatisfy { index in
        let node = table[NodeIndex(rawValue: index)]
        return node.contentOffset == index * 3 && node.contentLength == index % 7
      })
  }

  @Test(
    "content around 2²⁰ bytes is read whole and the next node is found",
    arguments: [1 << 20 - 2, 1 << 20 - 1, 1 << 20, 1 << 20 + 1, 5_000_000])
  func longContent(length: Int) throws {
    let long = String(repeating: "x", count: length)
    let document = try parseValue(
      "<dict><key>\(long)</key><string>\(long)</string><key>b</key><true/></dict>")
    let members = Array(document.members(of: document.root))
    try #require(members.count == 2)
    #expect(document[members[0].value].contentLength == length)
    #expect(document.text(of: members[0].key) == long)
    #expect(document.text(of: members[0].value) == long)
    #expect(document.text(of: members[1].key) == "b")
    #expect(document.element(members[0].value) == "<string>\(long)</string>")
  }

  @Test("an element is named as it is written in the file")
  func elementNames() {
    #expect(
      NodeKind.allCases.map(\.elementName) == [
        "string", "key", "dict", "array", "integer", "real", "true", "false", "date", "data",
      ])
    #expect(NodeKind.allCases.filter(\.isContainer) == [.dict, .array])
  }
}
