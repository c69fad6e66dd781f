package import Platform

/// The address of a database, and of a catalogue in it:
/// `postgresql://user@host:port/database?catalogue=NAME`.
///
/// Everything but the catalogue is as libpq takes it; see "Connection URIs" in PostgreSQL's manual.
package struct DatabaseURL: Equatable, Sendable {
  /// The catalogue; `nil` if none is named.
  package private(set) var catalogue: String?
  /// The address for libpq, without the catalogue and the password.
  package let connection: String
  /// The password, if there is one, which is never printed or put where others may see it.
  package let password: String?
  /// The address up to the catalogue, without the password.
  private let base: String

  /// The address for people, without the password.
  package var shown: String {
    guard let catalogue else { return base }
    return base + (base.contains("?") ? "&" : "?") + "catalogue=" + DatabaseURL.encoded(catalogue)
  }

  /// What to do where the catalogue is not named.
  package var hint: String { "add \(base.contains("?") ? "&" : "?")catalogue=NAME" }

  private static let schemes = ["postgresql://", "postgres://"]

  /// What is wrong with an address.
  package enum Problem: Error, CustomStringConvertible {
    case encoding(String)
    case parameter(String)
    case secret(String)

    package var description: String {
      switch self {
      case .encoding(let part): "'\(part)' is not percent-encoded UTF-8 without NUL"
      case .parameter(let part): "the parameter '\(part)' is not KEY=VALUE"
      case .secret(let key): "'\(key)' does not belong in an address; a service file can hold it"
      }
    }
  }

  /// Whether a name of a file is such an address.
  package static func isMeant(by path: FilePath) -> Bool {
    schemes.contains { path.hasPrefix(FilePath($0)) }
  }

  /// - Throws: `Problem`.
  package init(_ text: String) throws(Problem) {
    let scheme = DatabaseURL.schemes.first(where: text.hasPrefix) ?? ""
    var rest = text.dropFirst(scheme.count)
    var query: Substring?
    if let mark = rest.firstIndex(of: "?") {
      query = rest[rest.index(after: mark)...]
      rest = rest[..<mark]
    }
    var password: String?
    var address = String(rest)
    let authority = rest.prefix { $0 != "/" }
    if let at = authority.lastIndex(of: "@") {
      let user = authority[..<at]
      if let colon = user.firstIndex(of: ":") {
        password = try DatabaseURL.decoded(user[user.index(after: colon)...])
        address = String(user[..<colon]) + rest[at...]
      }
    }
    var (catalogue, kept): (String?, [Substring]) = (nil, [])
    for parameter in query?.split(separator: "&") ?? [] {
      guard let equals = parameter.firstIndex(of: "=") else { throw .parameter(String(parameter)) }
      let (key, value) = (parameter[..<equals], parameter[parameter.index(after: equals)...])
      switch try DatabaseURL.decoded(key) {
      case "catalogue": catalogue = try DatabaseURL.decoded(value)
      case "password": password = try DatabaseURL.decoded(value)
      case "sslpassword": throw .secret("sslpassword")
      default: kept.append(parameter)
      }
    }
    if catalogue?.isEmpty == true { catalogue = nil }
    let parameters = kept.isEmpty ? "" : "?" + kept.joined(separator: "&")
    connection = "postgresql://" + address + parameters
    base = scheme + address + parameters
    self.catalogue = catalogue
    self.password = password
  }

  /// The same database with this catalogue, unless another one is named.
  package func naming(_ name: String?) -> DatabaseURL {
    var result = self
    result.catalogue = catalogue ?? name
    return result
  }

  private static func decoded(_ text: Substring) throws(Problem) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count > 1,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { throw .encoding(String(text)) }
      rest = rest.dropFirst(2)
      bytes.append(code)
    }
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw .encoding(String(text))
    }
    return text
  }

  /// Text with what has a meaning in addresses percent-encoded; other characters are for people.
  private static func encoded(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { encoded, scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~":
        encoded.unicodeScalars.append(scalar)
      case _ where scalar.isASCII: encoded += "%" + hexadecimal(UInt8(scalar.value))
      default: encoded.unicodeScalars.append(scalar)
      }
    }
  }
}
