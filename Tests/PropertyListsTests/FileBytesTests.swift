import CFaults
import Foundation
import Platform
import TestHelpers
import Testing

@testable import PropertyLists

@Suite("Bytes of a file")
struct FileBytesTests {
  private static let accesses: [FileBytes.Access] = [.copied, .mapped]

  @Test(
    "a file's bytes are read whole", arguments: accesses,
    [0, 1, 4096, 65535, 65536, 65537, 3_000_000])
  func path(access: FileBytes.Access, size: Int) throws {
    let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    try withTemporaryFile(holding: content) { path in
      let file = try FileBytes(path: path, access: access)
      #expect(file.bytes.elementsEqual(content))
      #expect(file.count == size && file.copy == content)
    }
  }

  @Test("a pipe is read to its end", arguments: accesses, [0, 10, 1_000_000])
  func pipes(access: FileBytes.Access, size: Int) throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let (input, output) = (ends[0], ends[1])
    defer { close(input) }
    let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let writer = Thread {
      var rest = content[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
        if count <= 0 { break }
        rest = rest.dropFirst(count)
      }
      close(output)
    }
    writer.start()
    let file = try FileBytes(descriptor: input, access: access)
    #expect(file.bytes.elementsEqual(content))
  }

  @Test("a device without an end is read no further than there is memory", arguments: accesses)
  func endless(access: FileBytes.Access) throws {
    let zeros = open("/dev/zero", O_RDONLY)
    defer { close(zeros) }
    var questions = 0
    #expect(throws: SystemError(code: ENOMEM)) {
      try FileBytes(descriptor: zeros, access: access) {
        questions += 1
        return questions == 1 ? 1 << 27 : 1 << 20
      }
    }
    #expect(questions == 2)
  }

  #if os(Linux)
    @Test("a file that cannot be mapped is read, one that cannot be read is an error")
    func faults() throws {
      try withTemporaryFile(holding: "content".utf8) { path in
        for (name, access) in [("mmap", FileBytes.Access.mapped), ("read", .copied)] {
          let call = strdup(name)
          defer { free(call) }
          cardex_fail(call, 1, 1, EINTR)
          let file = try FileBytes(path: path, access: access)
          #expect(cardex_fail_no_more() == 1)
          #expect(file.text == "content")
        }
        let call = strdup("read")
        defer { free(call) }
        cardex_fail(call, 1, 1, EIO)
        #expect(throws: SystemError(code: EIO)) { _ = try FileBytes(path: path) }
        #expect(cardex_fail_no_more() == 1)
      }
    }

    @Test("what there is no memory for is an error", Memory.canFail)
    func noMemory() throws {
      /// The first memory that is requested is for the smallest buffer.
      func error(reading path: String, withoutMemoryFrom call: Int32) -> SystemError? {
        let name = strdup("realloc")
        defer { free(name) }
        cardex_fail(name, call, call, ENOMEM)
        defer { #expect(cardex_fail_no_more() == 1) }
        do throws(SystemError) { _ = try FileBytes(path: path) } catch { return error }
        return nil
      }
      try withTemporaryFile(holding: [UInt8](repeating: 0x20, count: 1 << 16)) { path in
        #expect(error(reading: path, withoutMemoryFrom: 2) == SystemError(code: ENOMEM))
      }
      // A device does not report its size, and this one has no end.
      #expect(error(reading: "/dev/zero", withoutMemoryFrom: 4) == SystemError(code: ENOMEM))
    }
  #endif

  @Test("a descriptor is read from its current offset", arguments: accesses)
  func descriptorInTheMiddle(access: FileBytes.Access) throws {
    try withTemporaryFile(holding: "0123456789".utf8) { path in
      let descriptor = open(path, O_RDONLY)
      defer { close(descriptor) }
      #expect(lseek(descriptor, 4, SEEK_SET) == 4)
      let file = try FileBytes(descriptor: descriptor, access: access)
      #expect(String(decoding: file.bytes, as: UTF8.self) == "456789")
    }
  }

  @Test("a copy does not change when the file is overwritten")
  func copyIsPrivate() throws {
    try withTemporaryFile(holding: "before".utf8) { path in
      let file = try FileBytes(path: path, access: .copied)
      let descriptor = open(path, O_WRONLY)
      defer { close(descriptor) }
      #expect(write(descriptor, "after!", 6) == 6)
      #expect(String(decoding: file.bytes, as: UTF8.self) == "before")
    }
  }

  @Test("a file that does not exist is an error of the system", arguments: accesses)
  func missing(access: FileBytes.Access) throws {
    #expect(throws: SystemError(code: ENOENT)) {
      try FileBytes(path: "/nonexistent/file.plist", access: access)
    }
  }

  @Test("a directory is an error of the system", arguments: accesses)
  func directory(access: FileBytes.Access) throws {
    #expect(throws: SystemError(code: EISDIR)) { try FileBytes(path: "/", access: access) }
  }

  @Test("a descriptor that is not open is an error of the system", arguments: accesses)
  func closedDescriptor(access: FileBytes.Access) {
    #expect(throws: SystemError(code: EBADF)) { try FileBytes(descriptor: -1, access: access) }
  }

  @Test("an error of the system is described in words")
  func errorDescription() {
    #expect(SystemError(code: ENOENT).description == "No such file or directory")
  }

  @Test("a document is read from a mapped file and outlives it", arguments: accesses)
  func document(access: FileBytes.Access) throws {
    let text = "<plist><string>caf\u{E9}</string></plist>"
    let document = try withTemporaryFile(holding: text.utf8) { path in
      try PropertyListDocument(FileBytes(path: path, access: access))
    }
    #expect(document.text(of: document.root) == "café")
  }
}
