import Foundation
import TestHelpers
import Testing

/// Pipes in place of files, run as a user runs them. A command that waits is ended by `timeout`,
/// with status 124.
@Suite("Pipes in the place of files")
struct PipeTests {
  /// Runs a script in a directory with the catalogue `cars.plist`.
  private func run(_ script: String) throws -> Tool.Outcome {
    let directory = try TemporaryDirectory()
    let path = directory.url.path()
    return try Tool.shell(
      "cp cars_total.plist '\(path)/cars.plist'; cd '\(path)'\n" + script,
      environment: ["XDG_STATE_HOME": path, "XDG_CACHE_HOME": path])
  }

  @Test(
    "what only reads takes pipes",
    arguments: [
      "cardex show <(cat cars.plist) A/#1", "cardex search -c 马 <(cat cars.plist)",
      "mkfifo pipe; (sleep 0.3; cat cars.plist >pipe) & cardex show pipe A/#1",
      "mkfifo pipe; (sleep 0.3; cat cars.plist >pipe) & cardex search -c 马 pipe",
      "cat cars.plist | cardex search -c 马", "cardex info <(cat cars.plist)",
      "cardex check <(cat cars.plist); echo checked",
      "cardex batch -f <(echo 'show A/#1') cars.plist",
      "cardex batch --dry-run -e 'delete A/#1' <(cat cars.plist)",
      "mkfifo pipe; (cat cars.plist >pipe) & cardex batch -oout -e 'delete A/#1' pipe; wc out",
      "echo 'show A/#1' | cardex shell <(cat cars.plist)",
    ])
  func reading(_ command: String) throws {
    let outcome = try run("cardex() { timeout 60 cardex \"$@\"; }; " + command)
    #expect(outcome.status < 2, "\(outcome.errors)")
    #expect(!outcome.output.isEmpty)
  }

  @Test(
    "what needs a file refuses a pipe at once",
    arguments: ["batch -e 'delete A/#1'", "check --fix", "index build"])
  func editing(_ command: String) throws {
    let outcome = try run("mkfifo pipe; timeout 60 cardex \(command) pipe </dev/null")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasSuffix("not a regular file\n"), "\(outcome.errors)")
  }

  @Test(
    "a session goes on when its file has become a pipe",
    arguments: ["refresh", "save", "undo\\nundo\\nsave\\nrefresh"])
  func session(_ commands: String) throws {
    let outcome = try run(
      """
      mkfifo input
      timeout 60 cardex shell cars.plist <input >output &
      exec 3>input
      printf 'delete A/#1\\ndelete B/#1\\nsave\\ndelete A/#1\\n' >&3
      until grep -q saved output; do sleep 0.05; done
      cp cars.plist former; rm cars.plist; mkfifo cars.plist
      printf '\(commands)\\nsave as other.plist\\n' >&3
      exec 3>&-
      wait $!; status=$?
      test -s other.plist && echo kept
      exit $status
      """)
    #expect(outcome.status == 2)
    #expect(outcome.output == "kept\n")
    #expect(outcome.errors.contains("not a regular file"), "\(outcome.errors)")
  }
}
