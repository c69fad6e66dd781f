@preconcurrency import Platform
import Servers

/// A benchmark of the language server: from a key that is typed in a large file to the answer to
/// the editor's next request.
enum KeysBenchmark {
  private static let keys = 120

  static func run(entryCounts: [Int]) {
    for entries in entryCounts {
      let text = generated(entries)
      print(
        "## Language server, \(rounded(Double(text.utf8.count) / 1e6, 1)) MB: from a key to an answer\n"
      )
      print("| request | p50 ms | p99 ms |\n|---|--:|--:|")
      guard let server = EditorProcess([sibling("cardex"), "lsp"]) else { fail("no cardex lsp") }
      server.open(text)
      for (name, method) in [
        ("completion", "completion"), ("hover", "hover"), ("outline", "documentSymbol"),
      ] {
        var times = server.times(of: method, keys: keys)
        times.sort()
        let (median, last) = (times[times.count / 2], times[times.count * 99 / 100])
        print("| \(name) | \(rounded(median * 1e3, 1)) | \(rounded(last * 1e3, 1)) |")
        Results.note("language server \(entries)", "\(name), median", seconds: median)
        if method != "documentSymbol" {
          Goals.note("\(name) after a key, 99th percentile", last * 1e3, "ms", .atMost(50))
        }
      }
      print()
    }
    Goals.printTable("language server")
  }

  private static func generated(_ entries: Int) -> String {
    var bytes: [UInt8] = []
    Generator(shape: .contacts, entries: entries, seed: 1).write { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A language server and the editor that talks to it.
private final class EditorProcess {
  private let process: pid_t
  private let input: Int32
  private let output: Int32
  private var stream = MessageStream(.headers)
  private var version = 1
  private var lastID = 0
  /// The place where text is typed.
  private var (line, column) = (0, 0)

  init?(_ arguments: [String]) {
    var (toServer, fromServer): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard pipe(&toServer) == 0, pipe(&fromServer) == 0 else { return nil }
    for end in [toServer[1], fromServer[0]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toServer[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, fromServer[1], STDOUT_FILENO)
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    guard posix_spawn(&process, arguments[0], &actions, nil, &words, environ) == 0 else {
      return nil
    }
    close(toServer[0])
    close(fromServer[1])
    (self.process, input, output) = (process, toServer[1], fromServer[0])
    _ = ask("initialize", #"{"capabilities":{}}"#)
  }

  deinit {
    close(input)
    close(output)
    waitpid(process, nil, 0)
  }

  /// Opens a text, to type at the start of the first string after its middle.
  func open(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    line = lines.count / 2
    while line < lines.count, !lines[line].contains("<string>") { line += 1 }
    column = lines[line].prefix { $0 != "<" }.count + 8
    send(
      "textDocument/didOpen",
      #"{"textDocument":{"uri":"\#(uri)","languageId":"xml","version":1,"text":"#
        + JSONValue.string(text).text + "}}")
    _ = ask("textDocument/hover", position)
  }

  /// How long the answer to a request after each key takes, in seconds.
  func times(of method: String, keys: Int) -> [Double] {
    (0..<keys).map { _ in
      // As fast as a fast typist.
      usleep(80_000)
      version += 1
      let start = MonotonicClock.now
      send(
        "textDocument/didChange",
        """
        {"textDocument":{"uri":"\(uri)","version":\(version)},"contentChanges":[{"range":\
        {"start":\(place),"end":\(place)},"text":"x"}]}
        """)
      column += 1
      let answer = ask("textDocument/" + method, position)
      let time = MonotonicClock.now - start
      let isAnswer = String(decoding: answer.prefix(60), as: UTF8.self).contains("\"result\":")
      if !isAnswer || answer.count < 60 { fail("no answer to \(method)") }
      return time
    }
  }

  private let uri = "file:///bench/list.plist"

  private var place: String { "{\"line\":\(line),\"character\":\(column)}" }

  private var position: String {
    "{\"textDocument\":{\"uri\":\"\(uri)\"},\"position\":\(place)}"
  }

  private func send(_ method: String, _ parameters: String, id: Int? = nil) {
    let body =
      #"{"jsonrpc":"2.0","# + (id.map { "\"id\":\($0)," } ?? "")
      + #""method":"\#(method)","params":\#(parameters)}"#
    let message = Array("Content-Length: \(body.utf8.count)\r\n\r\n".utf8) + Array(body.utf8)
    if message.withUnsafeBytes({ writeAll($0, to: input) }) != 0 { fail("the server has ended") }
  }

  /// - Returns: The answer.
  private func ask(_ method: String, _ parameters: String) -> [UInt8] {
    lastID += 1
    send(method, parameters, id: lastID)
    let beginning = Array(#"{"jsonrpc":"2.0","id":\#(lastID),"#.utf8)
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      while let message = try? stream.next() {
        if message.starts(with: beginning) { return message }
      }
      let count = buffer.withUnsafeMutableBytes { read(output, $0.baseAddress, $0.count) }
      if count <= 0 { fail("the server has ended") }
      stream.append(buffer[..<count])
    }
  }
}
