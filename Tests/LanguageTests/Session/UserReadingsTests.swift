import Foundation
import Platform
import Readings
import Searching
import Testing

@testable import Editing
@testable import Language

@Suite("A user's readings")
struct UserReadingsTests {
  /// A file in a directory of its own.
  private final class File {
    let directory = FileManager.default.temporaryDirectory.appending(
      path: "cardex-" + UUID().uuidString)
    var path: String { directory.appending(path: "readings").path() }

    init() throws {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    func write(_ text: String) throws {
      try text.write(toFile: path, atomically: false, encoding: .utf8)
    }
  }

  private func said(_ line: String, _ session: Session, _ output: RecordingOutput) -> String {
    do throws(SessionError) {
      try session.run(line)
    } catch {
      return "\(error.message)\n"
    }
    return output.take()
  }

  @Test("without a file the program's own readings count")
  func missing() throws {
    let file = try File()
    for path in [nil, file.path, file.path + "/readings"] {
      #expect(try UserReadings(path: path.map { FilePath($0) }).table() === ReadingTable.shared)
    }
  }

  @Test("something that is not a file is an error, and nothing waits for a pipe")
  func noFile() throws {
    let file = try File()
    #expect(mkfifo(file.path, 0o600) == 0)
    for path in [file.path, file.directory.path()] {
      do throws(ReportedError) {
        _ = try UserReadings(path: path).table()
        Issue.record("it was read")
      } catch {
        #expect("\(error.message)" == "\(path): not a regular file")
      }
    }
  }

  @Test("corrections are read once, when readings are first needed")
  func corrections() throws {
    let file = try File()
    let readings = UserReadings(path: file.path)
    try file.write("奥迪 fu di\n")
    let table = try readings.table()
    #expect(table.version != ReadingTable.shared.version)
    #expect(readings.versionForIndexes == table.version)
    try file.write("nonsense")
    #expect(try readings.table() === table)
  }

  @Test("errors are reported with their place, and only if readings are used")
  func errors() throws {
    let file = try File()
    let readings = UserReadings(path: file.path)
    try file.write("# mine\n奥迪 fu\n")
    let output = RecordingOutput()
    for policy in [SessionIndexTests.eager, LiveIndex.Policy()] {
      let session = try EditedCatalogue(fixture: "names").session(
        output, readings: readings, indexPolicy: policy)
      #expect(
        said("find --readings bj", session, output)
          == "\(file.path):2:6: a word of 2 characters has 1 reading\n")
      #expect(said("find --count 北", session, output) == "2\n")
      #expect(said("delete --all --readings bj", session, output).hasPrefix(file.path))
    }
    #expect(readings.tableForIndexes === ReadingTable.shared)
    try file.write("北京 fu di\n")
    let session = try EditedCatalogue(fixture: "names").session(
      output, readings: readings, indexPolicy: SessionIndexTests.eager)
    #expect(said("find --count --readings fd", session, output) == "1\n")
  }

  @Test("a directory in the place of the file is an error")
  func directory() throws {
    let file = try File()
    let readings = UserReadings(path: file.directory.path())
    #expect(throws: ReportedError.self) { try readings.table() }
    #expect(readings.tableForIndexes === ReadingTable.shared)
  }
}
