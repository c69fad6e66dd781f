import Testing

@testable import Servers

/// Dividing what is received into messages.
struct MessageStreamTests {
  private func messages(_ framing: MessageStream.Framing, _ chunks: [String], mostBytes: Int = 100)
    -> [String]
  {
    var stream = MessageStream(framing, mostBytes: mostBytes)
    var result: [String] = []
    for chunk in chunks {
      stream.append(chunk.utf8)
      while true {
        do throws(UnreadableMessage) {
          guard let bytes = try stream.next() else { break }
          result.append(String(decoding: bytes, as: UTF8.self))
        } catch {
          result.append("! \(error.error.message)")
        }
      }
    }
    return result
  }

  @Test func headersSayHowLongMessagesAre() {
    let text = "Content-Length: 2\r\nContent-Type: x\r\n\r\n{}content-length:3\r\n\r\n[1]"
    #expect(messages(.headers, [text]) == ["{}", "[1]"])
    #expect(messages(.headers, text.map { String($0) }) == ["{}", "[1]"])
  }

  @Test func aHeaderWithoutLengthIsLeftOut() {
    let text = "X: 1\r\n\r\nContent-Length: -2\r\n\r\nContent-Length: 2\r\n\r\n{}"
    let error = "! a header without 'Content-Length'"
    #expect(messages(.headers, [text]) == [error, error, "{}"])
  }

  @Test func whatIsTooLongIsLeftOut() {
    let long = String(repeating: "x", count: 200)
    let text = "Content-Length: 200\r\n\r\n\(long)Content-Length: 2\r\n\r\n{}"
    let expected = ["! a message of 200 bytes is too long", "{}"]
    #expect(messages(.headers, [text]) == expected)
    #expect(messages(.headers, text.map { String($0) }) == expected)
    let noEnd = String(repeating: "y", count: 20_000)
    #expect(
      messages(.headers, [noEnd, "\r\n\r\nContent-Length: 2\r\n\r\n{}"])
        == ["! a header is too long", "! a header without 'Content-Length'", "{}"])
  }

  @Test func linesAreMessages() {
    #expect(messages(.lines, ["{}\n\n  \r\n[", "1]\n"]) == ["{}", "[1]"])
    let long = String(repeating: "x", count: 200)
    #expect(messages(.lines, [long + "\n{}\n"]) == ["! a line is too long", "{}"])
    #expect(messages(.lines, [long, long, "\n{}\n"]) == ["! a line is too long", "{}"])
  }
}
