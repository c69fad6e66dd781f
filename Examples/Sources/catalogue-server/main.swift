// Serves a catalogue to the machine that it runs on, as JSON:
//
//     catalogue-server cars.plist 8080
//     curl 'localhost:8080/?aodi'            the entries that are found
//     curl 'localhost:8080/A/奥迪'           an entry
//     curl -d Škoda 'localhost:8080/S'       adds an entry to a section, and saves the file

import Cardex

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A connection that is closed when it is not needed any more.
final class Connection: Sendable {
  let socket: Int32

  init(_ socket: Int32) { self.socket = socket }

  deinit { close(socket) }

  /// Reads the head of a request, and as much of a body as comes with it.
  func read() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(socket, &buffer, buffer.count, 0)
    return Array(buffer.prefix(max(count, 0)))
  }

  func write(_ status: String, _ body: [UInt8]) {
    let head =
      "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
    var rest = (Array(head.utf8) + body)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, 0) }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }
}

/// A part of an address with `%E5%A5%A5` for `奥`.
func decoded(_ text: some StringProtocol) -> String {
  var bytes: [UInt8] = []
  var rest = text.utf8[...]
  while let byte = rest.popFirst() {
    let digits = String(decoding: rest.prefix(2), as: UTF8.self)
    if byte == UInt8(ascii: "%"), let code = UInt8(digits, radix: 16) {
      bytes.append(code)
      rest = rest.dropFirst(2)
    } else {
      bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// What is found, looked at or added.
func answer(_ request: String, in catalogue: Catalogue) async throws -> [Value] {
  let parts = request.split(separator: "\r\n\r\n", maxSplits: 1)
  let words = parts.first?.split(separator: " ") ?? []
  guard words.count > 1 else { throw CatalogueError.refused("that is not a request") }
  let target = words[1].dropFirst()
  if target.hasPrefix("?") {
    var query = Query(decoded(target.dropFirst()))
    query.findsReadings = true
    return try await catalogue.search(query).map { try catalogue.entry($0).value }
  }
  var id = try catalogue.id(at: decoded(target))
  if words[0] == "POST", parts.count > 1 {
    let name = String(parts[1])
    id = try catalogue.edit { try $0.insert(["name": name], in: id) }
    try await catalogue.save()
  }
  return [try catalogue.entry(id).value]
}

func serve(_ connection: Connection, _ catalogue: Catalogue) async {
  let request = String(decoding: connection.read(), as: UTF8.self)
  do {
    // The library writes JSON as it edits it.
    var list = try PropertyList(bytes: Array("[]".utf8))
    for value in try await answer(request, in: catalogue) { try list.insert(value, at: "/") }
    connection.write("200 OK", try list.bytes())
  } catch {
    connection.write("404 Not Found", Array("\(error)\n".utf8))
  }
}

guard CommandLine.arguments.count == 3, let port = UInt16(CommandLine.arguments[2]) else {
  fatalError("usage: catalogue-server FILE PORT")
}
do {
  let catalogue = try await Catalogue.open(CommandLine.arguments[1], preparesSearch: true)
  #if canImport(Glibc)
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  #else
    let listener = socket(AF_INET, SOCK_STREAM, 0)
  #endif
  var reuses: Int32 = 1
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &reuses, socklen_t(MemoryLayout<Int32>.size))
  signal(SIGPIPE, SIG_IGN)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  let size = socklen_t(MemoryLayout<sockaddr_in>.size)
  let isBound = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) == 0 }
  }
  guard isBound, listen(listener, 16) == 0 else { fatalError(String(cString: strerror(errno))) }
  print("listening on port \(port)")
  while true {
    let accepted = accept(listener, nil, nil)
    if accepted < 0 { continue }
    let connection = Connection(accepted)
    Task.detached { await serve(connection, catalogue) }
  }
} catch {
  fatalError("\(error)")
}
