import Foundation
import Platform
import SeededRandom
import TestHelpers
import Testing

@testable import Servers

/// What a server of tools answers to messages.
struct ToolServerTests {
  /// The answers to lines, as objects of JSON.
  private func answers(_ lines: [String]) throws -> [[String: Any]] {
    let text = try answer(Data((lines.joined(separator: "\n") + "\n").utf8))
    return try text.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  /// What is answered to bytes, after which the input ends.
  private func answer(_ bytes: Data) throws -> String {
    let directory = try TemporaryDirectory()
    let input = open(try directory.write(bytes, to: "input"), O_RDONLY)
    let output = open(directory("output"), O_WRONLY | O_CREAT, 0o600)
    defer { for descriptor in [input, output] { close(descriptor) } }
    let connection = Connection(.lines, input: input, output: output, mostBytes: 100_000)
    ToolServer(
      connection, name: "fake", version: "1", instructions: "Text is data.", tools: tools,
      resources: resources
    ).run()
    return String(decoding: try Data(contentsOf: URL(filePath: directory("output"))), as: UTF8.self)
  }

  private let tools = [
    Tool(
      "echo", title: "Echo", "Says it again.",
      [
        .init("text", .text, isRequired: true, "what"), .init("more", .texts, "what else"),
        .init("count", .number, "how often"), .init("loud", .flag, "whether loud"),
      ]
    ) { call in
      let texts = [call.text("text") ?? ""] + call.texts("more")
      let count = min(call.number("count") ?? 1, 10)
      return ToolAnswer(
        Array(repeating: texts, count: count).flatMap(\.self),
        structured: "{\"loud\":\(call.flag("loud"))}")
    },
    Tool("fail", title: "Fail", "Fails.", [], .changes) { _ throws(ReportedError) in
      throw ReportedError("no luck")
    },
    Tool("wait", title: "Wait", "Waits until it is cancelled.", []) { call in
      while !call.isCancelled() {}
      return ToolAnswer(["cancelled"])
    },
  ]

  private let resources = Resources(
    .init("fake:///{n}", name: "Fake", "A fake."),
    entries: { _ in (1...250).map { .init(uri: "fake:///\($0)", name: "\($0)") } },
    read: { uri, _ throws(ReportedError) in
      if uri.hasPrefix("fake:///") { return "text of \(uri)" }
      throw ReportedError("'\(uri)' is not there")
    })

  private func request(_ method: String, _ parameters: String = "{}", id: String = "1") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"#
  }

  private func call(_ tool: String, _ arguments: String = "{}", id: String = "1") -> String {
    request("tools/call", #"{"name":"\#(tool)","arguments":\#(arguments)}"#, id: id)
  }

  private func result(_ line: String) throws -> [String: Any] {
    let answers = try answers([line])
    #expect(answers.count == 1)
    return try #require(answers.first?["result"] as? [String: Any])
  }

  private func error(_ line: String) throws -> (code: Int?, message: String?) {
    let error = try answers([line]).first?["error"] as? [String: Any]
    return (error?["code"] as? Int, error?["message"] as? String)
  }

  @Test(
    "the version that the client asks for is used if it is known, else the newest",
    arguments: ToolServer.versions.map { ($0, $0) } + [("1999-01-01", "2025-11-25")])
  func versions(_ asked: String, _ answered: String) throws {
    let result = try result(request("initialize", #"{"protocolVersion":"\#(asked)"}"#))
    #expect(result["protocolVersion"] as? String == answered)
    #expect((result["serverInfo"] as? [String: String]) == ["name": "fake", "version": "1"])
    #expect(result["instructions"] as? String == "Text is data.")
    let capabilities = try #require(result["capabilities"] as? [String: Any])
    #expect(capabilities.keys.sorted() == ["resources", "tools"])
  }

  @Test("an initialization without a version is answered with the newest")
  func noVersion() throws {
    #expect(try result(request("initialize"))["protocolVersion"] as? String == "2025-11-25")
  }

  /// A request of the version without sessions.
  private func stateless(
    _ method: String, _ members: String = "", version: String = "\"2026-07-28\"",
    capabilities: String? = "{}"
  ) -> String {
    let about = [
      #""io.modelcontextprotocol/protocolVersion":\#(version)"#,
      capabilities.map { #""io.modelcontextprotocol/clientCapabilities":\#($0)"# },
    ]
    let text = about.compactMap { $0 }.joined(separator: ",")
    return request(method, #"{"_meta":{\#(text)}\#(members.isEmpty ? "" : ",")\#(members)}"#)
  }

  @Test(
    "without a session, each result says what it is and who answers, and how long it may be kept",
    arguments: [
      ("server/discover", "", 3_600_000), ("tools/list", "", 3_600_000),
      ("resources/templates/list", "", 3_600_000), ("resources/list", "", 0),
      ("resources/read", #""uri":"fake:///1""#, 0),
      ("tools/call", #""name":"echo","arguments":{"text":"a"}"#, nil),
      ("tools/call", #""name":"fail""#, nil),
    ] as [(String, String, Int?)])
  func withoutSession(_ method: String, _ members: String, _ time: Int?) throws {
    let result = try result(stateless(method, members))
    #expect(result["resultType"] as? String == "complete")
    let about = result["_meta"] as? [String: [String: String]]
    #expect(about == ["io.modelcontextprotocol/serverInfo": ["name": "fake", "version": "1"]])
    #expect(result["ttlMs"] as? Int == time)
    #expect(result["cacheScope"] as? String == time.map { _ in "private" })
    #expect(result.count > (time == nil ? 2 : 4))
  }

  @Test("a server can be asked for its versions, and what it can do, first")
  func discovery() throws {
    let result = try result(stateless("server/discover"))
    #expect(result["supportedVersions"] as? [String] == ["2026-07-28"])
    #expect(result["instructions"] as? String == "Text is data.")
    let capabilities = try #require(result["capabilities"] as? [String: Any])
    #expect(capabilities.keys.sorted() == ["resources", "tools"])
  }

  @Test("a result in a session has nothing of the version without")
  func inSession() throws {
    let result = try result(request("tools/list"))
    #expect(Array(result.keys) == ["tools"])
  }

  @Test("in another version, a request is refused with those that there are")
  func otherVersion() throws {
    let answer = try #require(
      try answers([stateless("tools/list", version: "\"1900-01-01\"")]).first)
    let error = try #require(answer["error"] as? [String: Any])
    #expect(error["code"] as? Int == -32022)
    let data: NSDictionary = ["supported": ["2026-07-28"], "requested": "1900-01-01"]
    #expect(error["data"] as? NSDictionary == data)
  }

  @Test("what a request without a session lacks, and what it may not ask, is an error")
  func incomplete() throws {
    #expect(try error(request("server/discover")).code == -32602)
    #expect(try error(request("subscriptions/listen")).code == -32602)
    #expect(try error(stateless("tools/list", version: "7")).code == -32602)
    #expect(try error(stateless("tools/list", capabilities: nil)).code == -32602)
    #expect(try error(stateless("tools/list", capabilities: "7")).code == -32602)
    for method in ["ping", "initialize", "nothing"] {
      #expect(try error(stateless(method)).code == -32601)
    }
    #expect(try error(stateless("resources/read", #""uri":"file:///x""#)).code == -32602)
    #expect(try error(request("resources/read", #"{"uri":"file:///x"}"#)).code == -32002)
  }

  @Test(
    "a request for notifications lasts until it is cancelled or the server ends; there are none")
  func subscriptions() throws {
    let listen = stateless("subscriptions/listen", #""notifications":{"toolsListChanged":true}"#)
    let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#
    let answers = try answers([listen, request("ping", id: "2"), cancel])
    #expect(answers.count == 2)
    let acknowledgement = try #require(answers[0]["params"] as? NSDictionary)
    let about = ["io.modelcontextprotocol/subscriptionId": 1]
    #expect(answers[0]["method"] as? String == "notifications/subscriptions/acknowledged")
    #expect(acknowledgement == ["_meta": about, "notifications": [String: Any]()] as NSDictionary)
    #expect(answers[1]["id"] as? Int == 2)
    let ended = try self.answers([listen])
    let result: NSDictionary = ["resultType": "complete", "_meta": about]
    #expect(ended.count == 2 && ended[1]["result"] as? NSDictionary == result)
  }

  @Test("tools are listed with what they take and what they do")
  func list() throws {
    let tools = try #require(try result(request("tools/list"))["tools"] as? [[String: Any]])
    #expect(tools.compactMap { $0["name"] as? String } == ["echo", "fail", "wait"])
    let schema = try #require(tools[0]["inputSchema"] as? NSDictionary)
    let expected: NSDictionary = [
      "type": "object", "required": ["text"], "additionalProperties": false,
      "properties": [
        "text": ["type": "string", "description": "what"],
        "more": ["type": "array", "items": ["type": "string"], "description": "what else"],
        "count": [
          "type": "integer", "minimum": 1, "maximum": 2_147_483_647, "description": "how often",
        ],
        "loud": ["type": "boolean", "description": "whether loud"],
      ],
    ]
    #expect(schema == expected)
    let annotations = tools.compactMap { $0["annotations"] as? [String: Bool] }
    #expect(annotations.map { $0["readOnlyHint"] } == [true, false, true])
    #expect(annotations.map { $0["destructiveHint"] } == [false, true, false])
  }

  @Test("a tool gets its arguments, and answers texts and an object")
  func call() throws {
    let result = try result(
      call("echo", #"{"text":"a\nb","more":["c"],"count":2,"loud":true}"#))
    let content = try #require(result["content"] as? [[String: String]])
    #expect(content.compactMap { $0["text"] } == ["a\nb", "c", "a\nb", "c"])
    #expect(content.allSatisfy { $0["type"] == "text" })
    #expect(result["structuredContent"] as? [String: Bool] == ["loud": true])
    #expect(result["isError"] as? Bool == false)
  }

  @Test("an argument that is null is missing")
  func null() throws {
    let result = try result(call("echo", #"{"text":"a","count":null}"#))
    #expect((result["content"] as? [Any])?.count == 1)
  }

  @Test("a tool that fails answers why, which is not an error of the protocol")
  func failure() throws {
    let result = try result(call("fail"))
    #expect(result["isError"] as? Bool == true)
    #expect((result["content"] as? [[String: String]])?.first?["text"] == "no luck")
    #expect(try self.result(request("tools/call", #"{"name":"fail"}"#))["isError"] as? Bool == true)
  }

  @Test(
    "wrong arguments are errors",
    arguments: [
      ("{}", "'text' is missing"), (#"{"text":1}"#, "'text' is not a string"),
      (#"{"text":"a","more":"b"}"#, "'more' is not an array of strings"),
      (#"{"text":"a","more":["b",1]}"#, "'more' is not an array of strings"),
      (#"{"text":"a","count":0}"#, "'count' is not a whole number from 1 to 2147483647"),
      (
        #"{"text":"a","count":2147483648}"#,
        "'count' is not a whole number from 1 to 2147483647"
      ),
      (#"{"text":"a","count":1.5}"#, "'count' is not a whole number from 1 to 2147483647"),
      (
        #"{"text":"a","count":99999999999999999999}"#,
        "'count' is not a whole number from 1 to 2147483647"
      ),
      (#"{"text":"a","loud":"yes"}"#, "'loud' is not true or false"),
      (
        #"{"text":"a","tone":"b"}"#,
        "'echo' has no argument 'tone'; its arguments: text, more, count, loud"
      ), ("[]", "'arguments' is not an object"),
      ("1", "'arguments' is not an object"),
    ])
  func wrongArguments(_ arguments: String, _ message: String) throws {
    let answer = try result(call("echo", arguments))
    #expect(answer["isError"] as? Bool == true)
    #expect((answer["content"] as? [[String: String]])?.first?["text"] == message)
  }

  @Test(
    "what is unknown is an error",
    arguments: [
      ("server/discove", "{}", -32601), ("tools/call", "{}", -32602),
      ("tools/call", #"{"name":"none"}"#, -32602), ("tools/call", #"{"name":1}"#, -32602),
      ("tools/list", #"{"cursor":"1"}"#, -32602), ("resources/list", #"{"cursor":1}"#, -32602),
      ("resources/list", #"{"cursor":"-1"}"#, -32602),
      ("resources/list", #"{"cursor":"251"}"#, -32602),
      ("resources/list", #"{"cursor":"x"}"#, -32602),
      ("resources/templates/list", #"{"cursor":"x"}"#, -32602), ("resources/read", "{}", -32602),
      ("resources/read", #"{"uri":"file:///etc/passwd"}"#, -32002), ("tools/call", "[]", -32602),
    ])
  func unknown(_ method: String, _ parameters: String, _ code: Int) throws {
    #expect(try error(request(method, parameters)).code == code)
  }

  @Test("resources are listed in pages, and read")
  func pages() throws {
    var names: [String] = []
    var parameters = "{}"
    for count in [100, 100, 50] {
      let page = try result(request("resources/list", parameters))
      let resources = try #require(page["resources"] as? [[String: String]])
      #expect(resources.count == count)
      names += resources.compactMap { $0["name"] }
      parameters = #"{"cursor":"\#(page["nextCursor"] as? String ?? "none")"}"#
    }
    #expect(parameters == #"{"cursor":"none"}"#)
    #expect(names == (1...250).map { "\($0)" })
    let read = try result(request("resources/read", #"{"uri":"fake:///7"}"#))
    let contents = try #require(read["contents"] as? [[String: String]])
    #expect(contents.first?["text"] == "text of fake:///7")
    let templates = try result(request("resources/templates/list"))["resourceTemplates"]
    #expect((templates as? [[String: String]])?.first?["uriTemplate"] == "fake:///{n}")
  }

  @Test("a call that is cancelled is not answered, and what follows is", arguments: ["7", #""x""#])
  func cancelled(_ id: String) throws {
    let cancel =
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#
    let answers = try answers([call("wait", id: id), cancel, request("ping", id: "2")])
    #expect(answers.map { $0["id"] as? Int } == [2])
  }

  @Test("notifications and answers are not answered")
  func notifications() throws {
    let lines = [
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
      #"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"echo"}}"#,
      #"{"jsonrpc":"2.0","id":5,"result":{}}"#,
    ]
    #expect(try answers(lines).isEmpty)
  }

  @Test(
    "an invalid message is an error, and the next is answered",
    arguments: [
      ("{", -32700), ("", nil), ("null", -32600), ("[]", -32600), ("\"x\"", -32600),
      ("\u{0}", -32700), ("\u{1}\u{2}", -32700), ("\u{0}1", -32700),
      (#"{"jsonrpc":"1.0","id":3,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":[],"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":3,"method":{}}"#, -32600), (#"{"jsonrpc":"2.0"}"#, -32600),
      (String(repeating: "[", count: 50_000), -32700),
      (String(repeating: #"{"a":"#, count: 15_000), -32700),
      (String(repeating: "x", count: 200_000), -32600),
    ] as [(String, Int?)])
  func hostile(_ line: String, _ code: Int?) throws {
    let answers = try answers([line, request("ping", id: "9")])
    #expect(answers.last?["id"] as? Int == 9)
    #expect(answers.count == (code == nil ? 1 : 2))
    if let code { #expect((answers.first?["error"] as? [String: Any])?["code"] as? Int == code) }
  }

  @Test("bytes that are not UTF-8 are an error, and the next message is answered")
  func notUTF8() throws {
    let answer = try answer(
      Data(#"{"jsonrpc":"2.0","id":1,"method":""#.utf8) + [0xFF, 0xC0] + Data("\"}\n".utf8)
        + Data(request("ping", id: "9").utf8) + Data("\n".utf8))
    let lines = answer.split(separator: "\n")
    #expect(lines.count == 2 && lines[1] == #"{"jsonrpc":"2.0","id":9,"result":{}}"#)
  }

  @Test("messages that were damaged at random are answered", arguments: 0..<UInt64(Rounds.of(20)))
  func damaged(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let lines = [
      call("echo", #"{"text":"a\ud83d\ude00","more":["b","c"],"count":2,"loud":false}"#),
      request("initialize", #"{"protocolVersion":"2025-06-18"}"#), request("tools/list"),
      request("resources/list", #"{"cursor":"100"}"#), call("fail"),
      request("resources/read", #"{"uri":"fake:///1"}"#),
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
    ]
    var input = Data()
    for _ in 0..<50 {
      var line = Data(lines.randomElement(using: &random)?.utf8 ?? "".utf8)
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let position = line.indices.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<4, using: &random) {
        case 0: line.remove(at: position)
        case 1: line[position] = UInt8.random(in: .min ... .max, using: &random)
        case 2: line.insert(contentsOf: line.suffix(from: position), at: position)
        default:
          line.insert(contentsOf: Data(#"{"[]0e9,"#.utf8).shuffled(using: &random), at: position)
        }
      }
      input += line + [0x0A]
    }
    input += Data((request("ping", id: "\"last\"") + "\n").utf8)
    let answers = try answer(input).split(separator: "\n")
    for line in answers {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect((object?["result"] == nil) != (object?["error"] == nil), "\(line)")
    }
    #expect(answers.contains(#"{"jsonrpc":"2.0","id":"last","result":{}}"#))
  }

  @Test("a ping is answered while a tool works, and what waits for it can be cancelled")
  func workingTool() throws {
    let (input, output, tool) = (Pipe(), Pipe(), DispatchSemaphore(value: 0))
    // It never asks whether it is cancelled.
    let stubborn = Tool("stubborn", title: "Stubborn", "Ends when the test wants it.", []) { _ in
      tool.wait()
      return ToolAnswer(["done"])
    }
    let server = ToolServer(
      Connection(
        .lines, input: input.fileHandleForReading.fileDescriptor,
        output: output.fileHandleForWriting.fileDescriptor), name: "fake", version: "1",
      instructions: "", tools: tools + [stubborn], resources: resources)
    let ended = DispatchSemaphore(value: 0)
    nonisolated(unsafe) let running = server
    Thread.detachNewThread {
      running.run()
      ended.signal()
    }
    func send(_ line: String) throws {
      try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }
    func cancel(_ id: Int) -> String {
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#
    }
    var received = ""
    func nextID() throws -> Int? {
      while !received.contains("\n") {
        let data = output.fileHandleForReading.availableData
        try #require(!data.isEmpty)
        received += String(decoding: data, as: UTF8.self)
      }
      let line = received.prefix { $0 != "\n" }
      received.removeFirst(line.count + 1)
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["id"] as? Int
    }
    try send(call("stubborn", id: "1"))
    try send(call("echo", #"{"text":"waits"}"#, id: "2"))
    try send(call("echo", #"{"text":"waits, too"}"#, id: "3"))
    try send(request("ping", id: "4"))
    #expect(try nextID() == 4)
    try send(request("tools/list", id: "5"))
    #expect(try nextID() == 5)
    try send(cancel(2))
    try send(request("ping", id: "6"))
    #expect(try nextID() == 6)
    tool.signal()
    #expect(try nextID() == 1)
    #expect(try nextID() == 3)
    // What is cancelled while it works is not answered when it ends.
    try send(call("stubborn", id: "7"))
    try send(cancel(7))
    try send(call("echo", #"{"text":"last"}"#, id: "8"))
    try send(request("ping", id: "9"))
    #expect(try nextID() == 9)
    tool.signal()
    #expect(try nextID() == 8)
    try input.fileHandleForWriting.close()
    ended.wait()
  }

  @Test("a message without a line end at the end of the input is not one")
  func halfMessage() throws {
    #expect(try answer(Data(request("ping").utf8)) == "")
  }

  @Test("an answer is one line without control characters")
  func controls() throws {
    let text = #"a\u001b[2J\r\n\u202e\u0000\u009b \u2028é"#
    let answer = try answer(Data((call("echo", #"{"text":"\#(text)"}"#) + "\n").utf8))
    #expect(answer.hasSuffix("\n") && answer.unicodeScalars.count { $0.value < 0x20 } == 1)
    #expect(!answer.unicodeScalars.contains { [0x202E, 0x9B, 0x2028].contains($0.value) })
    #expect(answer.contains(#"a\u001b[2J\r\n\u202e\u0000\u009b \u2028é"#))
  }
}
