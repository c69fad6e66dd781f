import Platform
import PropertyLists

extension Fuzzer {
  /// The fuzzer that `CARDEX_FUZZER` names.
  static let chosen: Fuzzer = {
    let name = getenv("CARDEX_FUZZER").map { String(cString: $0) } ?? ""
    guard let fuzzer = Fuzzer(rawValue: name) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      FuzzTarget.fail("CARDEX_FUZZER must be one of \(names)")
    }
    return fuzzer
  }()
}

enum FuzzTarget {
  static func fail(_ message: String) -> Never {
    let line = "cardex-fuzz: \(message)\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
    exit(2)
  }
}

#if LIBFUZZER
  @_cdecl("LLVMFuzzerInitialize")
  func initialize(
    _ count: UnsafeMutablePointer<Int32>?, _ arguments: UnsafeMutableRawPointer?
  ) -> Int32 {
    _ = Fuzzer.chosen
    return 0
  }

  /// The function that libFuzzer calls with each input. A violated rule crashes the process, so
  /// that libFuzzer keeps the input.
  @_cdecl("LLVMFuzzerTestOneInput")
  func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    do {
      try Fuzzer.chosen.run(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
      fatalError("\(error)")
    }
    return 0
  }
#else
  /// Without libFuzzer: runs the fuzzer on the given files.
  @main struct ReplayedInputs {
    static func main() {
      let fuzzer = Fuzzer.chosen
      var hasFailed = false
      let arguments = UnsafeBufferPointer(
        start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
      for path in arguments.dropFirst().compactMap({ $0.map { FilePath($0) } }) {
        do {
          try fuzzer.run(FileBytes(path: path).copy)
        } catch {
          hasFailed = true
          print("\(path): \(error)")
        }
      }
      exit(hasFailed ? 1 : 0)
    }
  }
#endif
