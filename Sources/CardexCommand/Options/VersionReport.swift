import CRuntime
import ICUText
import PropertyLists

/// What `--version` prints: the version of the program and those of the libraries in it.
///
/// The first line is the program's alone, for scripts. The next two are what the libraries say of
/// themselves, wherever they come from. What is fixed in a distribution keeps its number there, so the
/// packages follow whose code is in a static executable.
enum VersionReport {
  static var text: String {
    let libraries = [
      line("libxml2", XMLLibrary.version, compiled: XMLLibrary.compiledVersion),
      line("ICU", ICULibraryVersion.running, compiled: ICULibraryVersion.compiled),
    ]
    let lines = [Help.version] + libraries + packages.map { "contains \($0)" }
    return lines.map { $0 + "\n" }.joined()
  }

  static func line(_ library: String, _ version: String, compiled: String) -> String {
    "\(library) \(version)" + (version == compiled ? "" : ", compiled with \(compiled)")
  }

  private static var packages: [Substring] {
    String(cString: cardex_packages()).split(separator: "\n")
  }
}
