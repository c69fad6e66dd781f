import Foundation
import Testing

@testable import PropertyLists

/// Reads text in another format and writes it with a `DocumentWriter`.
typealias Decode = (
  UnsafeBufferPointer<UInt8>, inout DocumentWriter
) throws -> Void

/// The property list that a decoder makes of bytes, after checks that libxml2 reads its text as the
/// same nodes.
func document(
  decoding bytes: some Sequence<UInt8>, _ decode: Decode
) throws -> PropertyListDocument {
  var writer = DocumentWriter(capacity: 0)
  try Array(bytes).withUnsafeBufferPointer { try decode($0, &writer) }
  writer.finish()
  let document = try parse(writer.text.elements)
  #expect(document.nodes.end == writer.nodes.end)
  for index in document.allNodes {
    let (found, made) = (document[index], writer.nodes[index])
    #expect(found.kind == made.kind)
    #expect(found.contentOffset == made.contentOffset)
    #expect(found.contentLength == made.contentLength)
    #expect(found.isMarkedUp == made.isMarkedUp)
    #expect(found.isEmptyElement == made.isEmptyElement)
    #expect(found.subtreeEnd == made.subtreeEnd)
  }
  return document
}

/// What a decoder makes of a text, on one line, such as `{a: "b", c: [1, true]}`.
func decoded(_ text: String, _ decode: Decode) throws -> String {
  try decoded(bytes: text.utf8, decode)
}

func decoded(bytes: some Sequence<UInt8>, _ decode: Decode) throws -> String {
  let document = try document(decoding: bytes, decode)
  return summary(of: document.root, in: document)
}

/// The line, column and message of the error that a decoder throws, or `nil`.
func fault(_ text: String, _ decode: Decode) -> String? {
  fault(bytes: Array(text.utf8), decode)
}

func fault(bytes: [UInt8], _ decode: Decode) -> String? {
  bytes.withUnsafeBufferPointer { bytes in
    var writer = DocumentWriter(capacity: 0)
    do {
      try decode(bytes, &writer)
      return nil
    } catch let error as DecodingError {
      let location = SourceLocation(of: error.offset, in: bytes)
      return "\(location): \(PropertyListError(error.problem, at: location))"
    } catch {
      return "\(error)"
    }
  }
}

private func summary(of index: NodeIndex, in document: PropertyListDocument) -> String {
  switch document.kind(of: index) {
  case .dict:
    "{"
      + document.members(of: index).map {
        document.text(of: $0.key) + ": " + summary(of: $0.value, in: document)
      }.joined(separator: ", ") + "}"
  case .array:
    "["
      + document.elements(of: index).map { summary(of: $0, in: document) }
      .joined(separator: ", ") + "]"
  case .string, .key: document.text(of: index).debugDescription
  case .true: "true"
  case .false: "false"
  case .data: "<\(document.text(of: index))>"
  case .integer, .real, .date: document.text(of: index)
  }
}

/// What a Python program prints that is given the name of a file as its argument.
func python(_ program: String, reading bytes: some Sequence<UInt8>) throws -> String {
  try withTemporaryFile(holding: bytes) { path in
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program, path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return String(decoding: text, as: UTF8.self)
  }
}
