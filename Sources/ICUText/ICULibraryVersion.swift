import CICU

/// Which ICU is used.
package enum ICULibraryVersion {
  /// The version of the library that runs, such as `72.1`.
  package static var running: String {
    var versions = [UInt8](repeating: 0, count: 8)
    cardex_icu_versions(&versions)
    var numbers = Array(versions.prefix(4))
    while numbers.count > 2, numbers.last == 0 { numbers.removeLast() }
    return numbers.map(String.init).joined(separator: ".")
  }

  /// The version of the headers with which Cardex was compiled.
  package static var compiled: String { String(cString: cardex_icu_compiled_version()) }
}
