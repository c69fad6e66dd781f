import Testing

@testable import PropertyLists

/// Compares what is read without libxml2 with what libxml2 reads.
enum BothReaders {
  /// Reads a text without libxml2 and, if it is plain, with it.
  ///
  /// - Returns: Whether it is plain.
  static func takePlain(
    _ bytes: [UInt8], sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) -> Bool {
    // In memory of its own, so that reading past it would show.
    bytes.withUnsafeBufferPointer { text in
      let plain = NodeTable(capacity: 0)
      guard PlainScanner.read(text, into: plain) else {
        #expect(plain.end == .root, sourceLocation: sourceLocation)
        return false
      }
      do {
        let nodes = try PropertyListParser.parse(text, scannedLength: .max)
        if let difference = difference(plain, nodes) {
          Issue.record("\(difference): \(excerpt(bytes))", sourceLocation: sourceLocation)
        }
      } catch {
        Issue.record("\(error): \(excerpt(bytes))", sourceLocation: sourceLocation)
      }
      return true
    }
  }

  /// The first difference between two tables.
  private static func difference(_ first: NodeTable, _ second: NodeTable) -> String? {
    guard first.end == second.end else { return "\(first.end) for \(second.end)" }
    var index = NodeIndex.root
    while index < second.end {
      let (node, other) = (first[index], second[index])
      let areEqual =
        node.kind == other.kind && node.contentOffset == other.contentOffset
        && node.contentLength == other.contentLength && node.subtreeEnd == other.subtreeEnd
        && node.isMarkedUp == other.isMarkedUp && node.isEmptyElement == other.isEmptyElement
      if !areEqual { return "\(node) for \(other)" }
      index = other.kind.isContainer ? NodeTable.firstChild(of: index) : second.end(of: index)
    }
    return nil
  }

  private static func excerpt(_ bytes: [UInt8]) -> String {
    "\(String(decoding: bytes.prefix(2000), as: UTF8.self)) \(bytes.count < 400 ? "\(bytes)" : "")"
  }
}
