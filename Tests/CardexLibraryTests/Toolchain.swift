import Foundation
import Testing

/// The compiler, for programs that use the library as it was built for the tests.
enum Toolchain {
  static let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()

  /// Swift's modules: in a folder of their own, unless Swift Build has made them.
  private static var modules: URL {
    let folder = products.appending(path: "Modules")
    return FileManager.default.fileExists(atPath: folder.path()) ? folder : products
  }

  /// A program of the toolchain, if it is on the path.
  static func program(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
  }

  /// The modules in C that rooms import.
  static var moduleMaps: [String] {
    let sources = Samples.package.appending(path: "Sources")
    let folders = [
      "CLibXML2", "ICULibrary", "CICU/include", "CText/include", "CPlatform/include",
    ]
    return folders.map { sources.appending(path: "\($0)/module.modulemap") }
      .flatMap { ["-Xcc", "-fmodule-map-file=\($0.path())"] }
      + ["-Xcc", "-I/usr/include/libxml2"]
  }

  /// What the linker takes for the library: the objects of the rooms, without the tests'.
  private static var objects: [String] {
    get throws {
      let rooms = [
        "Cardex", "PropertyLists", "ICUText", "Readings", "Catalogues", "Comparing", "Searching",
        "Forms", "Presentation", "Editing", "Platform", "Storage", "Grammar", "CICU", "CText",
        "CPlatform",
      ]
      // Swift Build makes one object of each module. SwiftPM's own build system lists those of all files.
      let whole = rooms.map { products.appending(path: $0 + ".o").path() }
      if whole.allSatisfy(FileManager.default.fileExists) { return whole }
      let list = try String(
        contentsOf: products.appending(path: "cardexPackageTests.product/Objects.LinkFileList"),
        encoding: .utf8)
      return list.split(separator: "\n").map { $0.trimmingCharacters(in: ["'", "\""]) }
        .filter { path in rooms.contains { path.contains("/\($0).build/") } }
    }
  }

  /// Whether programs can be linked with the objects of the tests: not if these have a sanitizer, or
  /// count lines.
  static let links: Bool = {
    #if os(Linux)
      let symbols = ["__asan_init", "__tsan_init"]
      if ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"] != nil { return false }
      return program("swiftc") != nil
        && !symbols.contains { dlsym(dlopen(nil, RTLD_NOW), $0) != nil }
    #else
      return false
    #endif
  }()

  /// Compiles a program, in Swift 6 mode and without a warning.
  static func compile(_ sources: [URL], to program: URL) throws {
    let outcome = try run(
      Toolchain.program("swiftc") ?? "swiftc",
      [
        "-swift-version", "6", "-warnings-as-errors", "-module-name", "Example",
        "-I", modules.path(), "-o", program.path(),
      ] + moduleMaps + sources.map { $0.path() } + objects
        + ["-lxml2", "-licui18n", "-licuuc", "-licudata", "-lz", "-lstdc++"])
    try #require(outcome.status == 0, "\(outcome.output)")
  }

  /// Runs a program, and returns what it has written.
  static func run(
    _ program: String, _ arguments: [String], in folder: URL? = nil, input: String = ""
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let (pipe, inputPipe) = (Pipe(), Pipe())
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = inputPipe
    try process.run()
    try inputPipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try inputPipe.fileHandleForWriting.close()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  /// Calls the closure with a folder that has copies of the data, and is removed afterwards.
  static func withData<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["cars_total", "contacts", "settings-form", "Info"] {
      try FileManager.default.copyItem(
        atPath: Samples.path(name + ".plist"),
        toPath: folder.appending(path: name + ".plist").path())
    }
    return try body(folder)
  }
}
