package import Platform

/// Errors in the address of a database. They do not quote its text, which may be part of a
/// password.
extension ReportedError {
  fileprivate static let scheme = ReportedError(
    "it begins with postgresql:// in small letters; the name of a file such as this with ./")
  fileprivate static let parameter = ReportedError(
    "a parameter is not KEY=VALUE; in a value, '&' is written %26, '=' %3D and '?' %3F")
  fileprivate static let ambiguousPassword = ReportedError(
    "it is not clear where a password ends; "
      + "in one, '/' is written %2F, '?' %3F and '#' %23, and '@' elsewhere %40")
  fileprivate static let equalsSign = ReportedError(
    "parameters begin after '?', with '&' between them; elsewhere '=' is written %3D")
  fileprivate static let user = ReportedError("in the name of a user, '@' is written %40")
  fileprivate static let port = ReportedError(
    "a port is not a number; a password has '@' after it")

  fileprivate static func encoding(_ part: String) -> ReportedError {
    ReportedError("\(part) is not percent-encoded UTF-8 without NUL")
  }

  fileprivate static func secret(_ key: String) -> ReportedError {
    ReportedError("'\(key)' does not belong in an address; a service file can hold it")
  }
}

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

  /// A hint for an address that does not name a catalogue.
  package var hint: String { "add \(base.contains("?") ? "&" : "?")catalogue=NAME" }

  private static let schemes = ["postgresql://", "postgres://"]

  /// Parameters that hold secrets and that psql takes only in its arguments, where others see them.
  private static let secrets = [
    "sslpassword", "oauth_client_secret", "scram_client_key", "scram_server_key",
  ]

  /// Whether the name of a file is an address of a database, or begins like one, and so may hold a
  /// password.
  package static func isMeant(by path: FilePath) -> Bool { schemeEnd(of: path.bytes[...]) != nil }

  /// The offset after the scheme and its colon, in letters of any case, with which bytes begin;
  /// `nil` if they begin otherwise.
  private static func schemeEnd(of bytes: ArraySlice<UInt8>) -> Int? {
    for name in ["postgresql:", "postgres:"] {
      let start = bytes.prefix(name.utf8.count)
      if start.map(lowercased).elementsEqual(name.utf8) { return start.endIndex }
    }
    return nil
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// A message in which `…` replaces possible passwords in quoted addresses, well-formed or not.
  ///
  /// An address ends at white space or, if an apostrophe precedes it, at the last apostrophe.
  package static func withoutPasswords(_ message: [UInt8]) -> [UInt8] {
    let colon = UInt8(ascii: ":")
    let quote = UInt8(ascii: "'")
    var (result, rest) = ([UInt8](), message[...])
    while let byte = rest.first {
      guard lowercased(byte) == UInt8(ascii: "p"), let start = schemeEnd(of: rest) else {
        result.append(byte)
        rest = rest.dropFirst()
        continue
      }
      let isQuoted = result.last == quote
      let end = isQuoted ? rest.lastIndex(of: quote) : rest.firstIndex { $0 <= 0x20 }
      var address = rest[start..<(end ?? rest.endIndex)]
      result += rest[..<start]
      rest = rest[address.endIndex...]
      if let at = address.lastIndex(of: UInt8(ascii: "@")),
        let first = address[..<at].firstIndex(of: colon)
      {
        result += address[...first] + Array("…".utf8)
        address = address[at...]
      }
      let parameter = "password=".utf8
      if let found = address.map(lowercased).firstRange(of: parameter) {
        result += address.prefix(found.upperBound) + Array("…".utf8)
        address = []
      }
      result += address
    }
    return result
  }

  /// - Throws: `ReportedError`.
  package init(_ text: String) throws(ReportedError) {
    // Bytes are compared, since for libpq a mark stays a mark even if an accent follows it.
    let bytes = Array(text.utf8)[...]
    guard let scheme = DatabaseURL.schemes.first(where: { bytes.starts(with: $0.utf8) }) else {
      throw .scheme
    }
    let rest = bytes.dropFirst(scheme.utf8.count)
    let authority = rest.prefix { !"/?#".utf8.contains($0) }
    // Like libpq, the rest would take the end of a password for a host, or a host for a password.
    if let at = rest.lastIndex(of: UInt8(ascii: "@")), at >= authority.endIndex,
      rest[..<at].contains(UInt8(ascii: ":"))
    {
      throw .ambiguousPassword
    }
    let end = rest.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
    let (user, hosts, given) = try DatabaseURL.parts(of: authority)
    var password = try given.map { part throws(ReportedError) in
      try DatabaseURL.decoded(part, "the password")
    }
    let server = user + hosts + rest[authority.endIndex..<end]
    // The text with '=' may be a parameter, such as a password, after another mark than '?'.
    if server.contains(UInt8(ascii: "=")) { throw .equalsSign }
    let address = String(decoding: server, as: UTF8.self)
    var (catalogue, kept): (String?, [String]) = (nil, [])
    for parameter in rest[end...].dropFirst().split(separator: UInt8(ascii: "&")) {
      let parts = parameter.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[1].contains(where: { "=?".utf8.contains($0) }),
        let key = try? DatabaseURL.decoded(parts[0], ""),
        key.utf8.allSatisfy({ "abcdefghijklmnopqrstuvwxyz_".utf8.contains($0) })
      else { throw .parameter }
      switch key {
      case "catalogue":
        catalogue = try DatabaseURL.decoded(parts[1], "the name of the catalogue")
      case "password": password = try DatabaseURL.decoded(parts[1], "the password")
      case _ where DatabaseURL.secrets.contains(key): throw .secret(key)
      default: kept.append(String(decoding: parameter, as: UTF8.self))
      }
    }
    if catalogue?.isEmpty == true { catalogue = nil }
    let parameters = kept.isEmpty ? "" : "?" + kept.joined(separator: "&")
    connection = "postgresql://" + address + parameters
    base = scheme + address + parameters
    self.catalogue = catalogue
    self.password = password
  }

  /// The name of the user with `@`, the hosts with their ports, and the password, if there is one.
  private static func parts(
    of authority: ArraySlice<UInt8>
  ) throws(ReportedError) -> (
    user: ArraySlice<UInt8>, hosts: ArraySlice<UInt8>, password: ArraySlice<UInt8>?
  ) {
    let at = authority.lastIndex(of: UInt8(ascii: "@"))
    let hosts = at.map { authority[($0 + 1)...] } ?? authority
    for host in hosts.split(separator: UInt8(ascii: ",")) {
      // The address of a host may be an IPv6 address in brackets.
      let end = host.lastIndex(of: UInt8(ascii: "]")) ?? host.startIndex
      let port = host[end...].drop { $0 != UInt8(ascii: ":") }.dropFirst()
      guard port.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
        throw .port
      }
    }
    guard let at else { return ([], hosts, nil) }
    let colon = authority[..<at].firstIndex(of: UInt8(ascii: ":"))
    let user = authority[..<(colon ?? at)]
    if user.contains(UInt8(ascii: "@")) { throw .user }
    return (user + [UInt8(ascii: "@")], hosts, colon.map { authority[($0 + 1)..<at] })
  }

  /// The same address with a catalogue, unless it names one already.
  package func naming(_ name: String?) -> DatabaseURL {
    var result = self
    result.catalogue = catalogue ?? name
    return result
  }

  /// - Parameter part: The name of the text in messages.
  private static func decoded(
    _ text: ArraySlice<UInt8>, _ part: String
  ) throws(ReportedError) -> String {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count > 1,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { throw .encoding(part) }
      rest = rest.dropFirst(2)
      bytes.append(code)
    }
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw .encoding(part)
    }
    return text
  }

  /// Text with percent-encoded ASCII characters, except unreserved ones; other characters stay
  /// readable.
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
