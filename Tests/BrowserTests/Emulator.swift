import Foundation
import TestHelpers
import Testing

@testable import Browser
@testable import Terminal

/// A terminal emulator, which shows what is written of frames: pyte, for Python.
enum Emulator {
  /// What is written of a frame after the one before, and of the frame by itself.
  struct Step: Encodable {
    let size: Size
    let part: [UInt8]
    let whole: [UInt8]
    /// What must be shown in each cell, by rows; empty if that is not known.
    var cells: [[String?]] = []
    /// Where each cell must lead to, by rows.
    var links: [[String?]] = []

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(size.columns)
      try container.encode(size.rows)
      try container.encode(Data(part).base64EncodedString())
      try container.encode(Data(whole).base64EncodedString())
      try container.encode(cells)
      try container.encode(links)
    }
  }

  /// - Returns: The number of the first step that is not shown as it must be, and what is shown; or
  ///   an empty text.
  static func problem(_ steps: [Step]) throws -> String {
    let encoder = JSONEncoder()
    let lines = try steps.map { String(decoding: try encoder.encode($0), as: UTF8.self) + "\n" }
    let directory = try TemporaryDirectory()
    let input = try directory.write(Data(lines.joined().utf8), to: "steps")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "PYTHONPATH=/usr/lib/python3/dist-packages", "/usr/bin/python3",
      URL(filePath: #filePath).deletingLastPathComponent().appending(path: "emulate.py").path(),
    ]
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: input))
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }
}

extension Frame {
  /// The text of each cell, if terminals agree about how wide it is.
  var certainCells: [[String?]] {
    (0..<size.rows).map { row in
      (0..<size.columns).map { column in
        var first = column
        while first > 0, self[row, first].width == 0 { first -= 1 }
        return self[row, first].isUncertain ? nil : self[row, column].text
      }
    }
  }
}

extension Frame {
  /// Where each cell leads to, in rows in which terminals agree about where cells are.
  var links: [[String?]] {
    (0..<size.rows).map { number in
      let row = row(number)
      return row.contains(where: \.isUncertain) ? [] : row.map { $0.style.link?.address }
    }
  }
}

extension Frame {
  /// Whether wide characters are complete, and nothing is wider than the screen.
  var isWhole: Bool {
    (0..<size.rows).allSatisfy { row in
      var column = 0
      while column < size.columns {
        let cell = self[row, column]
        guard cell.width > 0, column + cell.width <= size.columns else { return false }
        for rest in 1..<max(cell.width, 1) where self[row, column + rest].width != 0 {
          return false
        }
        column += cell.width
      }
      return true
    }
  }
}
