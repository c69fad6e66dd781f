/// Repairs of faults with which other programs read a property list, but an XML parser does not:
/// white space before the declaration, comments with `--` inside, a missing `<plist>` around the
/// root, and text after the root.
///
/// Only text in a superset of ASCII is repaired.
package struct XMLRepair {
  package struct Change: Equatable, Sendable {
    /// The line and the column, in characters, from 1.
    package fileprivate(set) var line = 0
    package fileprivate(set) var column = 0
    package let description: String
    fileprivate let range: Range<Int>
    fileprivate let replacement: String
  }

  /// The changes in the order of the text.
  package private(set) var changes: [Change] = []
  private let text: [UInt8]

  /// - Parameter isSafe: Whether only white space may be deleted.
  /// - Returns: `nil` if there is nothing to change, or if the changed text is still not a property
  ///   list.
  /// - Complexity: O(*n*).
  package init?(_ bytes: UnsafeBufferPointer<UInt8>, isSafe: Bool) {
    text = Array(bytes)
    if text.contains(0) { return nil }
    let first = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let start = text[first...].firstIndex { !isXMLSpace($0) } ?? text.count
    if start > first, text[start...].starts(with: "<?xml".utf8) {
      add(first..<start, "", "white space before the XML declaration is deleted")
    }
    if !isSafe { repairMarkup() }
    if changes.isEmpty { return nil }
    guard (try? PropertyListDocument(FileBytes(repaired), format: .xml)) != nil else { return nil }
    locate()
  }

  /// The text with the changes.
  package var repaired: [UInt8] {
    var result: [UInt8] = []
    var end = 0
    for change in changes {
      result += text[end..<change.range.lowerBound] + Array(change.replacement.utf8)
      end = change.range.upperBound
    }
    return result + text[end...]
  }

  private mutating func add(_ range: Range<Int>, _ replacement: String, _ description: String) {
    changes.append(Change(description: description, range: range, replacement: replacement))
  }

  private mutating func locate() {
    changes.sort { $0.range.lowerBound < $1.range.lowerBound }
    var (line, lineStart, offset) = (1, 0, 0)
    for index in changes.indices {
      let place = changes[index].range.lowerBound
      while let end = text[offset..<place].firstIndex(of: 0x0A) {
        line += 1
        offset = end + 1
        lineStart = offset
      }
      offset = place
      changes[index].line = line
      changes[index].column =
        String(decoding: text[lineStart..<place], as: UTF8.self).unicodeScalars.count + 1
    }
  }

  // MARK: Markup

  /// Goes through comments, instructions and tags.
  private mutating func repairMarkup() {
    var (offset, depth) = (0, 0)
    var (hasRoot, hasList) = (false, false)
    let lineEnd = LineEnd(firstOf: text) == .pair ? "\r\n" : "\n"
    while let start = text[offset...].firstIndex(where: { $0 == 0x3C || hasRoot && depth == 0 }) {
      let rest = text[start...]
      func end(after mark: String, from first: Int) -> Int {
        range(of: mark, from: first)?.upperBound ?? text.count
      }
      let isOutside = hasRoot && depth == 0
      if rest.starts(with: "<!--".utf8) {
        offset = end(after: "-->", from: start + 4)
        repairComment((start + 4)..<max(offset - 3, start + 4))
      } else if rest.starts(with: "<?".utf8) || rest.starts(with: "<!".utf8), !isOutside {
        let isData = rest.starts(with: "<![CDATA[".utf8)
        offset = end(after: isData ? "]]>" : ">", from: start)
      } else if rest.starts(with: "<?".utf8) {
        offset = end(after: "?>", from: start)
      } else if isOutside, isXMLSpace(text[start]) {
        offset = start + 1
      } else if isOutside {
        // People must decide about another value or a merge conflict.
        if rest.contains(UInt8(ascii: "<")) { return changes.removeAll() }
        add(start..<text.count, "", "text after the property list is deleted")
        return
      } else {
        offset = end(after: ">", from: start)
        let isEnd = rest.dropFirst().first == UInt8(ascii: "/")
        let isEmpty = text[..<offset].dropLast().last == UInt8(ascii: "/")
        if !hasRoot {
          hasRoot = true
          hasList = rest.starts(with: "<plist".utf8)
          if !hasList {
            add(start..<start, "<plist version=\"1.0\">" + lineEnd, "<plist> is added")
          }
        }
        depth += isEnd ? -1 : isEmpty ? 0 : 1
        if depth == 0, !hasList { add(offset..<offset, lineEnd + "</plist>", "</plist> is added") }
      }
    }
  }

  private mutating func repairComment(_ range: Range<Int>) {
    var offset = range.lowerBound
    while let found = self.range(of: "--", from: offset), found.upperBound <= range.upperBound {
      let end = text[found.lowerBound..<range.upperBound].firstIndex { $0 != UInt8(ascii: "-") }
      let dashes = found.lowerBound..<(end ?? range.upperBound)
      // Before the end of the comment, a dash would be one too many.
      let spaced = Array(repeating: "-", count: dashes.count).joined(separator: " ")
      add(dashes, spaced + (end == nil ? " " : ""), "-- in a comment is written - -")
      offset = dashes.upperBound
    }
    if offset < range.upperBound, text[range].last == UInt8(ascii: "-") {
      add(
        range.upperBound..<range.upperBound, " ", "a - before the end of a comment is set apart")
    }
  }

  private func range(of mark: String, from start: Int) -> Range<Int>? {
    let mark = Array(mark.utf8)
    var offset = start
    while let found = text[min(offset, text.count)...].firstIndex(of: mark[0]) {
      if text[found...].starts(with: mark) { return found..<(found + mark.count) }
      offset = found + 1
    }
    return nil
  }
}
