import CFaults
import Foundation
import TestHelpers
import Testing

@testable import PropertyLists

/// The testing library has a type of the same name.
typealias SourceLocation = PropertyLists.SourceLocation

/// Parses bytes as a property list.
func parse(
  _ bytes: some Sequence<UInt8>, encoding: String? = nil
) throws(PropertyListError) -> PropertyListDocument {
  try PropertyListDocument(FileBytes(bytes), encoding: encoding)
}

/// Parses one element as the value of a property list.
func parseValue(_ element: String) throws(PropertyListError) -> PropertyListDocument {
  try parse("<plist>\(element)</plist>".utf8)
}

/// The error that parsing the bytes throws, or `nil` if they are a property list.
func failure(
  parsing bytes: some Sequence<UInt8>, encoding: String? = nil
) -> PropertyListError? {
  do throws(PropertyListError) {
    _ = try parse(bytes, encoding: encoding)
    return nil
  } catch {
    return error
  }
}

/// A text that is not a property list, with the reason and the place.
struct Fault: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  let problem: PropertyListError.Problem
  let location: SourceLocation

  init(_ name: String, _ text: String, _ problem: PropertyListError.Problem, _ place: (Int, Int)) {
    self.name = name
    self.text = text
    self.problem = problem
    location = SourceLocation(line: place.0, column: place.1)
  }

  var testDescription: String { name }

  func check(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    let expected = PropertyListError(problem, at: location)
    #expect(failure(parsing: text.utf8) == expected, "\(name)", sourceLocation: sourceLocation)
  }
}

extension PropertyListDocument {
  /// The indices of all nodes in document order.
  var allNodes: [NodeIndex] { allNodes(in: root..<end) }

  /// The indices of the nodes in a range of indices.
  func allNodes(in range: Range<NodeIndex>) -> [NodeIndex] {
    var result: [NodeIndex] = []
    var index = range.lowerBound
    while index < range.upperBound {
      result.append(index)
      index = self[index].kind.isContainer ? NodeTable.firstChild(of: index) : end(of: index)
    }
    return result
  }

  /// The text of a node that has one.
  func text(of node: NodeIndex) -> String {
    guard let scalar = scalar(node) else {
      Issue.record("a container has no text")
      return ""
    }
    return text(of: scalar)
  }

  /// The source text of a node's element.
  func element(_ index: NodeIndex) -> String {
    String(decoding: source.bytes[elementRange(of: index)], as: UTF8.self)
  }
}

enum Memory {
  static let canFail = ConditionTrait.enabled(
    if: cardex_memory_can_fail() != 0, "they need the memory of the GNU C library: run unsanitized")
}

extension ExitTest.Result? {
  /// Whether the process ended because memory ran out, and said so.
  var isOutOfMemory: Bool {
    String(decoding: self?.standardErrorContent ?? [], as: UTF8.self).contains("out of memory")
  }
}

/// Calls the closure with the path of a new file that is deleted afterwards.
func withTemporaryFile<Result>(
  holding bytes: some Sequence<UInt8>, _ body: (String) throws -> Result
) throws -> Result {
  let directory = FileManager.default.temporaryDirectory
  let file = directory.appendingPathComponent("PropertyListsTests-\(UUID().uuidString)")
  try Data(bytes).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  return try body(file.path)
}
