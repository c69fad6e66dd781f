#if os(Linux)
  import TestHelpers
  import Foundation
  import Testing

  @testable import CardexCommand

  /// Saving while the program is killed or system calls fail, at every call from the first that
  /// concerns the file to the end of the program.
  @Suite(
    .enabled(if: FaultTrial.isPossible, "they need strace, allowed to trace: install it"),
    .timeLimit(.minutes(5)))
  struct CrashTests {
    @Test(
      "content is synced before it is put in place, and the directory after that",
      .withoutSanitizers, arguments: TemporaryKind.allCases)
    func order(_ kind: TemporaryKind) throws {
      let names = try kind.calls().map(\.name)
      // Where the file system has no unnamed files, there is no such call.
      let linking = names.contains("linkat") ? ["linkat"] : []
      #expect(
        names.filter { ["fsync", "linkat", "renameat"].contains($0) }
          == ["fsync"] + linking + ["renameat", "fsync"])
      let (sync, rename) = (names.firstIndex(of: "fsync"), names.firstIndex(of: "renameat"))
      let writes = names.indices.filter { names[$0] == "write" && $0 < rename ?? 0 }
      #expect(!writes.isEmpty)
      #expect(writes.allSatisfy { $0 < sync ?? 0 })
    }

    @Test(
      "killed or interrupted at any call, it leaves all of the old content or all of the new",
      arguments: TemporaryKind.allCases, ["KILL", "TERM"])
    func signals(_ kind: TemporaryKind, _ signal: String) throws {
      let calls = try kind.calls()
      for (index, call) in calls.enumerated() where call.takesFault(kind) {
        let after = try FaultTrial.hit(
          kind, ["--inject=\(call.name):signal=\(signal):when=\(call.ordinal)"])
        let place: Comment = "SIG\(signal) at \(call.text)"
        #expect(after.wasHit, place)
        #expect(after.content != .broken, place)
        // A process that is killed cannot remove its temporary file if that has a name.
        let last = calls[..<index].last(where: \.changesNames)
        #expect(after.isAlone || (signal == "KILL" && last?.makesName == true), place)
      }
    }

    @Test(
      "if a call fails, it fails with the step and the old content, or the new content is in place",
      arguments: TemporaryKind.allCases, ["ENOSPC", "EIO"])
    func errors(_ kind: TemporaryKind, _ error: String) throws {
      let calls = try kind.calls()
      let opening = try #require(calls.firstIndex { $0.text.contains(kind.opening) })
      let renaming = try #require(calls.firstIndex { $0.name.hasPrefix("rename") })
      for (index, call) in calls.enumerated() where call.takesFault(kind) {
        let after = try FaultTrial.hit(
          kind, ["--inject=\(call.name):error=\(error):when=\(call.ordinal)"])
        let place: Comment = "\(error) for \(call.text)\n\(after.errors)"
        #expect(after.wasHit, place)
        #expect(after.isAlone, place)
        switch after.status {
        case 0:
          #expect(after.content == .new, place)
          #expect(after.hasAttributes || after.errors.hasPrefix("cardex: "), place)
        case 2:
          #expect(after.errors.hasPrefix("cardex: "), place)
          #expect(after.content == (index <= renaming ? .old : .new), place)
          #expect(after.namesStep || !(opening...renaming).contains(index), place)
        default: Issue.record("status \(after.status): \(place)")
        }
      }
    }

    @Test(
      "calls interrupted by a signal are repeated",
      arguments: ["openat", "read", "write", "fsync", "flock"])
    func interruptedCalls(_ name: String) throws {
      for call in try TemporaryKind.unnamed.calls() where call.name == name {
        let after = try FaultTrial.hit(
          .unnamed, ["--inject=\(name):error=EINTR:when=\(call.ordinal)"])
        let place: Comment = "\(call.text)\n\(after.errors)"
        #expect(after.wasHit, place)
        #expect(after.status == 0, place)
        #expect(after.content == .new, place)
      }
    }

    @Test("short writes are continued", .withoutSanitizers, arguments: [1, 7, 4096])
    func shortWrites(_ limit: Int) throws {
      let library = try ShortWrites(limit)
      let after = try FaultTrial.run(
        .unnamed, ["--env=LD_PRELOAD=\(library.path)"], program: Tool.debugProgram)
      #expect(after.status == 0)
      #expect(after.content == .new)
      #expect(after.calls.count { $0.name == "write" } >= SavingProgram.newContent.count / limit)
    }

    @Test("a disk that is full after a part of the content leaves the old one")
    func fullDisk() throws {
      let library = try ShortWrites(1024)
      let first = try #require(try TemporaryKind.debugCalls().first { $0.name == "write" })
      let after = try FaultTrial.run(
        .unnamed,
        [
          "--env=LD_PRELOAD=\(library.path)",
          "--inject=write:error=ENOSPC:when=\(first.ordinal + 2)",
        ], program: Tool.debugProgram)
      #expect(after.status == 2)
      #expect(after.errors.contains("No space left on device"))
      #expect(after.content == .old)
      #expect(after.isAlone)
    }
  }

  /// The programs that save, and the file that they are run on.
  enum SavingProgram {
    /// The arguments of a command that deletes an entry from the file.
    static func arguments(_ file: String) -> [String] { ["batch", "-e", "delete A/#1", file] }

    static let oldContent: Data = {
      (try? Data(contentsOf: Tool.data.appending(path: "cars_total.plist"))) ?? Data()
    }()

    /// The content that the program writes if nothing goes wrong.
    static let newContent: Data = {
      guard let directory = try? TemporaryDirectory(),
        let file = try? directory.write(oldContent, to: "file.plist"),
        (try? Tool.run(arguments(file)))?.status == 0
      else { return Data() }
      return (try? Data(contentsOf: URL(filePath: file))) ?? Data()
    }()
  }
#endif
