import Foundation
import ICUText
import TestHelpers
import Testing

@testable import Browser
@testable import Terminal

/// What is shown of real files: those of the program and, if `CARDEX_FILES` names a folder, those
/// in it.
@Suite("Frames of files")
struct GivenFramesTests {
  private static let paths =
    ["cars_total", "contacts", "news", "settings-form"].map {
      Screen.data.appending(path: $0 + ".plist").path()
    } + GivenFiles.paths

  /// Larger files would only take longer.
  private static let largest = 1 << 20

  private static let keys: [[Key]] = [
    [], [.down, .down, .down], [.end], ["/", "a", .enter], [.escape, "e"],
  ]

  @Test("nothing is too wide or torn", arguments: [(20, 5), (40, 12), (80, 24), (200, 60)])
  func frames(_ columns: Int, _ rows: Int) throws {
    var steps: [Emulator.Step] = []
    var names: [String] = []
    for path in GivenFramesTests.paths {
      let url = URL(filePath: path)
      guard let data = try? Data(contentsOf: url), data.count <= GivenFramesTests.largest,
        let screen = try? Screen(
          data, named: url.lastPathComponent, columns: columns, rows: rows, showsLinks: true)
      else { continue }
      var writer = FrameWriter()
      for keys in GivenFramesTests.keys {
        for key in keys { screen.press(key) }
        let frame = screen.frame
        #expect(
          frame.isWhole && frame.lines.allSatisfy { DisplayWidth.of($0) <= columns }, "\(path)")
        var fresh = FrameWriter()
        names.append("\(path) \(keys)")
        steps.append(
          Emulator.Step(
            size: screen.size, part: writer.bytes(showing: frame),
            whole: fresh.bytes(showing: frame), cells: frame.certainCells, links: frame.links))
      }
    }
    #expect(steps.count >= 20)
    let problem = try Emulator.problem(steps)
    let place = problem.split(separator: "\n").first.flatMap { Int($0) } ?? 0
    #expect(problem.isEmpty, "\(names[place])\n\(problem)")
  }
}
