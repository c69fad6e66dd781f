import Foundation
import TestHelpers
import Testing

@testable import CardexCommand

/// The exit status when files cannot be read or written, and when the program is interrupted.
@Suite struct EndingTests {
  private let directory: TemporaryDirectory
  private let file: String
  private let original: Data

  init() throws {
    directory = try TemporaryDirectory()
    original = try Data(contentsOf: Tool.data.appending(path: "cars_total.plist"))
    file = try directory.write(original, to: "cars.plist")
  }

  private var content: Data { get throws { try Data(contentsOf: URL(filePath: file)) } }

  private static let readers = [
    "search a FILE", "search -q a FILE", "search -c a FILE", "show FILE", "sections FILE",
    "info FILE", "check FILE", "check --fix FILE", "batch -e show FILE",
    "batch -n -e 'delete A/#1' FILE", "batch -e 'delete A/#1' FILE", "index build FILE",
    "shell FILE",
  ]

  @Test("a file that cannot be read is an error of every command", arguments: readers)
  func unreadable(_ command: String) throws {
    let loop = directory.url.appending(path: "loop").path()
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    var paths = [directory.url.path() + "/missing", directory.url.path(), loop, file + "/below"]
    // Reading this file fails with EIO.
    if FileManager.default.fileExists(atPath: "/proc/self/mem") { paths.append("/proc/self/mem") }
    for path in paths {
      let line = command.replacing("FILE", with: "'\(path)'")
      let outcome = try Tool.shell("cardex \(line) </dev/null")
      #expect(outcome.status == 2, "\(line)")
      #expect(outcome.errors.hasPrefix("cardex: \(path): "), "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
    }
  }

  @Test(
    "a limit on the size of files is an error, for what is printed and what is saved",
    .withoutSanitizers,
    arguments: [
      ("show", "standard output"), ("batch -e 'delete A/#1'", "cannot write the new content"),
      ("batch -o other -e 'delete A/#1'", "cannot write the new content"),
      ("index build", "cannot write the new content"), ("help show", "standard output"),
    ])
  func fileSizeLimit(_ command: String, _ reason: String) throws {
    let directory = directory.url.path()
    let operand = command.hasPrefix("help") ? "" : file
    let outcome = try Tool.shell(
      "cd '\(directory)'; ulimit -f 1; cardex \(command) \(operand) >out",
      environment: ["XDG_CACHE_HOME": directory + "/cache"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("\(reason): File too large\n"), "\(outcome.errors)")
    #expect(try content == original)
    #expect(!FileManager.default.fileExists(atPath: directory + "/other"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test(
    "a signal ends a session with its number, and without a save",
    arguments: [
      ("INT", 130), ("TERM", 143), ("HUP", 129),
    ])
  func signals(_ signal: String, _ status: Int32) throws {
    let run = { (commands: String) in
      try Tool.shell(
        """
        mkfifo '\(directory.url.path())/in' '\(directory.url.path())/out'; cd '\(directory.url.path())'
        env --default-signal cardex shell cars.plist <in >out & exec 5>in 6<out
        printf '\(commands)' >&5; read -r line <&6
        case '\(commands)' in *save*) read -r line <&6;; esac
        kill -\(signal) $!; wait $! 2>/dev/null; status=$?; rm in out; exit $status
        """)
    }
    #expect(try run("delete A/#1\\n").status == status)
    #expect(try content == original)
    #expect(try run("delete A/#1\\nsave\\n").status == status)
    #expect(try content != original)
  }
}
