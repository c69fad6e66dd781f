#if os(Linux)
  import CFaults
  import Foundation
  import Glibc
  import TestHelpers
  import Testing

  import Platform
  @testable import Storage

  /// A system call that fails.
  private struct Fault: CustomTestStringConvertible {
    let name: String
    let calls: ClosedRange<Int>
    let code: Int32

    /// - Parameter calls: Which calls of the function, counted from 1; by default all.
    init(_ name: String, _ calls: ClosedRange<Int> = 1...1000, code: Int32 = EIO) {
      self.name = name
      self.calls = calls
      self.code = code
    }

    var testDescription: String { "\(name) \(calls)" }

    /// Runs something on this thread while calls fail, and at least one for each fault.
    static func during<Result>(_ faults: [Fault], _ body: () throws -> Result) throws -> Result {
      // The names are read while calls are made.
      let names = faults.map { strdup($0.name) }
      defer { for name in names { free(name) } }
      for (fault, name) in zip(faults, names) {
        cardex_fail(name, Int32(fault.calls.lowerBound), Int32(fault.calls.upperBound), fault.code)
      }
      let result = Swift.Result { try body() }
      let failed = Int(cardex_fail_no_more())
      #expect(failed >= faults.count, "calls that failed")
      return try result.get()
    }
  }

  @Suite("System calls that fail")
  struct SystemFaultTests {
    /// Saves a file with a backup, and checks what is left of both.
    private static func save(
      _ faults: [Fault], mayBeUnnamed: Bool = true, backupSuffix: FilePath? = nil
    ) throws -> (error: StorageError?, warnings: [FileReplacement.Warning], files: [String]) {
      let directory = try TemporaryDirectory()
      var replacement = FileReplacement(path: try directory.write("old", mode: 0o640))
      replacement.mayBeUnnamed = mayBeUnnamed
      replacement.backupSuffix = backupSuffix
      var outcome: FileReplacement.Outcome?
      let error = try Fault.during(faults) {
        storageError { outcome = try replacement.save("new") }
      }
      let files = try directory.names.map { "\($0): \(try content(of: directory($0)))" }
      return (
        error.map { StorageError($0.step, "file", $0.problem) }, outcome?.warnings ?? [], files
      )
    }

    @Test(
      "a failing save reports the step, and leaves the old file alone",
      arguments: [
        (Fault("fsync", 1...1), .sync), (Fault("renameat"), .rename),
        (Fault("linkat"), .link), (Fault("fstat", 1...1), .open),
      ] as [(Fault, StorageError.Activity)])
    private func saving(fault: Fault, step: StorageError.Activity) throws {
      let saved = try Self.save([fault])
      #expect(saved.error == StorageError(step, "file", code: EIO))
      #expect(saved.files == ["file: old"])
    }

    @Test("a failure to inspect the new file, once in place, is reported")
    func inspection() throws {
      var step = 1
      // The last `fstat` is that of the new file.
      while true {
        let saved = try? Self.save([Fault("fstat", step...step)])
        if saved?.error?.step == .inspect {
          #expect(saved?.files == ["file: new"])
          #expect(saved?.error?.isAfterReplacement == true)
          return
        }
        step += 1
        try #require(step < 20)
      }
    }

    @Test("metadata that the new file does not get is a warning")
    func warnings() throws {
      #expect(try Self.save([Fault("fchmod")]).warnings == [.modeNotKept(code: EIO)])
      #expect(try Self.save([Fault("flistxattr")]).warnings == [.attributesNotKept(code: EIO)])
      #expect(try Self.save([Fault("fsync", 2...2)]).warnings == [.directoryNotSynced(code: EIO)])
      #expect(try Self.save([Fault("flistxattr", code: ENOTSUP)]).warnings == [])
      // Some systems synchronize directories automatically.
      #expect(try Self.save([Fault("fsync", 2...2, code: EINVAL)]).warnings == [])
      for fault in [Fault("fchmod"), Fault("flistxattr"), Fault("fsync", 2...2)] {
        #expect(try Self.save([fault]).files == ["file: new"])
      }
    }

    @Test("an attribute that cannot be read is a warning", System.extendedAttributes)
    func attributes() throws {
      let directory = try TemporaryDirectory()
      let path = try directory.write("old")
      #expect(setAttribute("user.a", [1], of: path) == 0)
      let outcome = try Fault.during([Fault("fgetxattr")]) {
        try FileReplacement(path: path).save("new")
      }
      #expect(outcome.warnings == [.attributeNotKept("user.a", code: EIO)])
      // The value has become shorter than its reported length.
      #expect(setAttribute("user.a", [1], of: path) == 0)
      let shorter = try Fault.during([Fault("fgetxattr", 1...1, code: ERANGE)]) {
        try FileReplacement(path: path).save("newer")
      }
      #expect(shorter.warnings == [.attributeNotKept("user.a", code: ERANGE)])
    }

    @Test("calls interrupted by signals are repeated")
    func interruptions() throws {
      for name in ["fsync", "openat"] {
        let saved = try Self.save([Fault(name, 1...2, code: EINTR)])
        #expect(saved.error == nil && saved.warnings == [] && saved.files == ["file: new"])
      }
    }

    @Test("if the old file cannot be linked, its backup is a copy", arguments: bothKinds)
    func copiedBackup(mayBeUnnamed: Bool) throws {
      let linking = Fault("linkat", 1...1, code: EPERM)
      let saved = try Self.save([linking], mayBeUnnamed: mayBeUnnamed, backupSuffix: "~")
      #expect(saved.error == nil)
      #expect(saved.files == ["file: new", "file~: old"])
    }

    @Test(
      "the file is not saved if the backup cannot be made",
      arguments: [
        [Fault("renameat", 1...1)],
        [Fault("linkat", 1...1), Fault("pread")],
        [Fault("linkat", 1...1), Fault("fsync", 2...2)],
        [Fault("linkat", 1...1), Fault("renameat", 1...1)],
        [Fault("linkat", 1...1), Fault("openat", 4...1000)],
      ])
    private func failedBackup(faults: [Fault]) throws {
      let saved = try Self.save(faults, backupSuffix: "~")
      #expect(saved.error == StorageError(.backup, "file", code: EIO))
      #expect(saved.files == ["file: old"])
    }

    @Test("a journal that cannot be written, truncated, locked or read is an error")
    func journals() throws {
      let directory = try TemporaryDirectory()
      let open = { _ = try Journal(in: directory.path, name: "journal", header: "header") }
      let path = directory("journal")
      func error(_ fault: Fault, _ body: () throws -> Void) throws -> StorageError? {
        try Fault.during([fault]) { storageError(body) }
      }
      #expect(try error(Fault("fdatasync"), open) == StorageError(.sync, path, code: EIO))
      #expect(unlink(path) == 0)
      // The directory, too, must be on the disk.
      #expect(try error(Fault("fsync"), open)?.step == .sync)
      #expect(unlink(path) == 0)
      let journal = try Journal(in: directory.path, name: "journal", header: "header")
      try journal.append("one")
      // A record that may not be on the disk is truncated before the next one.
      #expect(
        try error(Fault("fdatasync")) { try journal.append("two") }
          == StorageError(.sync, path, code: EIO))
      #expect(
        try error(Fault("ftruncate")) { try journal.append("three") }
          == StorageError(.truncate, path, code: EIO))
      try journal.append("four")
      #expect(
        try Journal.find(in: directory.path, name: "journal")?.contents?.records == ["one", "four"])
      let find = { _ = try Journal.find(in: directory.path, name: "journal") }
      #expect(try error(Fault("pread"), find) == StorageError(.read, path, code: EIO))
      #expect(try error(Fault("openat"), find) == StorageError(.open, path, code: EIO))
      #expect(try error(Fault("flock"), open) == StorageError(.lock, path, code: EIO))
    }

    @Test("a journal works without a lock if need be", arguments: [ENOLCK, ENOSYS])
    func unsupportedLocks(code: Int32) throws {
      let directory = try TemporaryDirectory()
      try Fault.during([Fault("flock", code: code)]) {
        let journal = try Journal(in: directory.path, name: "journal", header: "header")
        try journal.append("one")
      }
      let found = try Journal.find(in: directory.path, name: "journal")
      #expect(found?.contents?.records == ["one"])
    }

    @Test("a cache file that cannot be created or removed is an error")
    func cacheFiles() throws {
      let directory = try TemporaryDirectory()
      var file = CacheFile(path: try directory.write("old"))
      for mayBeUnnamed in bothKinds {
        file.mayBeUnnamed = mayBeUnnamed
        let error = try Fault.during([Fault("renameat")]) {
          storageError { try file.replace { _ in } }
        }
        #expect(error == StorageError(.rename, file.path, code: EIO))
        #expect(try directory.names == ["file"])
      }
      let error = try Fault.during([Fault("unlinkat")]) { storageError { try file.remove() } }
      #expect(error == StorageError(.remove, file.path, code: EIO))
      #expect(try content(of: file.path) == "old")
      file = CacheFile(path: file.path + "/below")
      #expect(
        storageError { try file.remove() } == StorageError(.open, file.path, code: ENOTDIR))
    }

    @Test("if every name is taken, no file is created")
    func takenNames() throws {
      // The directory and the old file are opened first.
      let saved = try Self.save(
        [Fault("openat", 3...1000, code: EEXIST)], mayBeUnnamed: false)
      #expect(saved.error == StorageError(.create, "file", code: EEXIST))
      #expect(saved.files == ["file: old"])
      // At most a hundred names are tried.
      for (taken, isSaved) in [(99, true), (100, false)] {
        let saved = try Self.save(
          [Fault("openat", 3...(2 + taken), code: EEXIST)], mayBeUnnamed: false)
        #expect((saved.error == nil) == isSaved)
        #expect(saved.files == [isSaved ? "file: new" : "file: old"])
      }
    }

    @Test("a file to lock that cannot be opened or inspected is an error")
    func fileLocks() throws {
      let directory = try TemporaryDirectory()
      let path = try directory.write("content")
      // The first `fstat` checks that it is a regular file.
      for fault in [Fault("openat"), Fault("fstat", 2...2)] {
        let error = try Fault.during([fault]) {
          storageError { _ = try FileLock(path: path, waitingSeconds: 60) }
        }
        #expect(error == StorageError(.open, path, code: EIO))
      }
      let error = try Fault.during([Fault("flock")]) {
        storageError { _ = try FileLock(path: path, waitingSeconds: 60) }
      }
      #expect(error == StorageError(.lock, path, code: EIO))
    }

    @Test("a directory that cannot be read has no files")
    func directories() throws {
      let directory = try TemporaryDirectory()
      try directory.write("content")
      #expect(UserDirectory.fileNames(in: directory.path) == ["file"])
      for fault in [Fault("openat"), Fault("openat", 2...2), Fault("fdopendir")] {
        #expect(try Fault.during([fault]) { UserDirectory.fileNames(in: directory.path) } == [])
      }
    }

    @Test("a file that becomes a pipe while it is opened is refused")
    func becomesPipe() throws {
      let directory = try TemporaryDirectory()
      let path = directory("file")
      func error(before call: Int32, _ body: () throws -> Void) throws -> StorageError? {
        unlink(path)
        try directory.write("old")
        let (name, file) = (strdup("openat"), strdup(path))
        defer { for text in [name, file] { free(text) } }
        let becomePipe: @convention(c) (UnsafeMutableRawPointer?) -> Void = { path in
          guard let path = path?.assumingMemoryBound(to: CChar.self) else { return }
          unlink(path)
          mkfifo(path, 0o600)
        }
        cardex_run_before(name, call, becomePipe, file)
        let error = storageError(body)
        #expect(cardex_fail_no_more() == 1)
        return error
      }
      let expected = StorageError(.open, path, .notRegularFile)
      #expect(try error(before: 1) { _ = try RegularFile(path: FilePath(path)) } == expected)
      // The directory is opened first.
      #expect(try error(before: 2) { try FileReplacement(path: path).save("new") } == expected)
    }

    @Test("a link that cannot be read is an error")
    func links() throws {
      let directory = try TemporaryDirectory()
      #expect(symlink("file", directory("link")) == 0)
      let error = try Fault.during([Fault("readlinkat")]) {
        storageError { _ = try FileTarget(directory("link")) }
      }
      #expect(error == StorageError(.open, directory("link"), code: EIO))
    }

    @Test("a cache file for which there can be no temporary one is an error")
    func noTemporaryFile() throws {
      let directory = try TemporaryDirectory()
      var file = CacheFile(path: try directory.write("old"))
      file.mayBeUnnamed = false
      // The directory is opened first.
      let error = try Fault.during([Fault("openat", 2...1000)]) {
        storageError { try file.replace { _ in } }
      }
      #expect(error == StorageError(.create, file.path, code: EIO))
      #expect(try directory.names == ["file"])
    }

    @Test("names that are gone by the time they are looked at are passed over")
    func goneNames() throws {
      let directory = try TemporaryDirectory()
      let file = CacheFile(path: try directory.write("content"))
      let temporary = ".file.cardex-aaaaaa"
      try directory.write("", to: temporary)
      let gone = Fault("fstatat", code: ENOENT)
      #expect(try Fault.during([gone]) { UserDirectory.fileNames(in: directory.path) } == [])
      // The first call is about the file itself.
      try Fault.during([Fault("fstatat", 2...1000, code: ENOENT)]) { _ = try file.remove() }
      #expect(try directory.names == [temporary])
    }

    @Test("a new file that cannot be put in place is an error", System.unnamedFiles)
    func newFile() throws {
      let directory = try TemporaryDirectory()
      var replacement = FileReplacement(path: directory("file"))
      replacement.existing = .refuse
      let error = try Fault.during([Fault("linkat")]) { storageError { try replacement.save("") } }
      #expect(error == StorageError(.rename, directory("file"), code: EIO))
      #expect(try directory.names == [])
    }

    @Test("attributes that become fewer while they are read are a warning")
    func fewerAttributes() throws {
      #expect(
        try Self.save([Fault("flistxattr", 1...1, code: ERANGE)]).warnings
          == [.attributesNotKept(code: ERANGE)])
    }

    @Test("where files cannot be locked, they are used without", arguments: [ENOLCK, ENOSYS])
    func unsupportedFileLocks(code: Int32) throws {
      let directory = try TemporaryDirectory()
      let path = try directory.write("content")
      let lock = try Fault.during([Fault("flock", 1...1, code: code)]) {
        try FileLock(path: path, waitingSeconds: 60)
      }
      #expect(!lock.isHeld)
    }

    @Test("a file whose time is in the future for longer than one waits has no identity yet")
    func unsettled() throws {
      let directory = try TemporaryDirectory()
      let path = try directory.write("content")
      // The first call determines the deadline; if the second fails, the time seems to be 1970.
      let identity = try Fault.during([Fault("clock_gettime", 2...2)]) {
        try FileIdentity.settled(path: path)
      }
      #expect(identity == nil)
    }

    @Test("a copy of the process that cannot be made, or waited for, is refused")
    func separateProcesses() throws {
      func ending(_ fault: Fault) throws -> SeparateProcess.Ending {
        try Fault.during([fault]) { SeparateProcess.run { 7 } }
      }
      #expect(try ending(Fault("fork", code: EAGAIN)) == .refused(code: EAGAIN))
      #expect(try ending(Fault("waitpid", 1...1, code: EINTR)) == .status(7))
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      defer { for end in ends { close(end) } }
      let output = ends[1]
      let unwaited = try Fault.during([Fault("waitpid", code: ECHILD)]) {
        SeparateProcess.run {
          var process = getpid()
          return Int32(write(output, &process, MemoryLayout<pid_t>.size))
        }
      }
      #expect(unwaited == .refused(code: ECHILD))
      // It must not remain for code that waits for other processes.
      var process: pid_t = 0
      try #require(read(ends[0], &process, MemoryLayout<pid_t>.size) == MemoryLayout<pid_t>.size)
      #expect(waitpid(process, nil, 0) == process)
    }

    @Test("reading the available memory continues after a signal")
    func memory() throws {
      let directory = try TemporaryDirectory()
      #expect(mkdir(directory("proc"), 0o700) == 0)
      try directory.write("MemAvailable: 3 kB\n", to: "proc/meminfo")
      let bytes = try Fault.during([Fault("read", 1...1, code: EINTR)]) {
        AvailableMemory.bytes(root: directory.path)
      }
      #expect(bytes == 3 << 10)
    }
  }
#endif
