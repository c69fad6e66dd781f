import ICUText
import Platform
import Storage

/// The variables of the environment. An empty variable counts as not set.
enum Environment {
  static func text(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// A variable that names a file.
  static func path(_ name: String) -> FilePath? {
    UserDirectory.environmentVariable(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The language in which dates in forms are written.
  static var dateLanguage: DateLanguage { DateLanguage(environment: text) }

  /// Whether the locale's character set is Unicode, according to its name.
  static var isUnicode: Bool {
    guard let locale = text("LC_ALL") ?? text("LC_CTYPE") ?? text("LANG") else { return false }
    let name = locale.lowercased()
    return strstr(name, "utf-8") != nil || strstr(name, "utf8") != nil
  }
}
