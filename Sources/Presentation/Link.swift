/// Where a text leads to: a telephone number, an address of mail or of the web.
///
/// A text is a link only as a whole, and only if nothing else can be meant.
package struct Link: Equatable, Sendable {
  /// With one of the schemes `tel`, `mailto`, `https` and `http`.
  package let address: String

  /// - Parameters:
  ///   - text: A value as it is in the file.
  ///   - isTelephone: Whether the value's key says that it is a telephone number. Then it may be a
  ///     local number, and be written with full stops or a slash.
  package init?(_ text: String, isTelephone: Bool) {
    guard let first = text.utf8.first, text.utf8.count <= Link.mostBytes else { return nil }
    let address: String?
    switch first {
    case UInt8(ascii: "+"), UInt8(ascii: "("), UInt8(ascii: "0")...UInt8(ascii: "9"):
      address = Link.telephone(text, isKnown: isTelephone) ?? Link.mail(text)
    default: address = Link.mail(text) ?? Link.web(text)
    }
    guard let address else { return nil }
    self.address = address
  }

  private static let mostBytes = 2000

  // MARK: Telephones

  private static let separators: Set<Unicode.Scalar> = [
    " ", "-", ".", "\u{A0}", "\u{2009}", "\u{202F}", "\u{2010}", "\u{2011}", "\u{2013}",
  ]

  private static func telephone(_ text: String, isKnown: Bool) -> String? {
    var digits = ""
    // The digits in parentheses, and the digits before a slash.
    var open: String?
    var area: String?
    var gap = 0
    for (offset, scalar) in text.unicodeScalars.enumerated() {
      switch scalar {
      case "+" where offset == 0: break
      case "0"..."9":
        // After a slash comes the rest of a number, not another number.
        if area == digits, scalar == "0" { return nil }
        digits.unicodeScalars.append(scalar)
        open?.unicodeScalars.append(scalar)
        gap = 0
        continue
      case "(" where open == nil: open = ""
      case ")":
        guard let inner = open, !inner.isEmpty else { return nil }
        // `+49 (0)30`: the zero is not dialled from abroad.
        if inner == "0", text.hasPrefix("+") { digits.removeLast() }
        open = nil
      case "/":
        guard isKnown, area == nil, open == nil, text.hasPrefix("+") || digits.hasPrefix("0")
        else { return nil }
        area = digits
      case _ where separators.contains(scalar): if scalar == ".", !isKnown { return nil }
      default: return nil
      }
      gap += 1
      if gap > 3 { return nil }
    }
    let isInternational = text.hasPrefix("+")
    guard isKnown || isInternational, open == nil, gap == 0,
      (isKnown ? 3 : 8)...15 ~= digits.count, !isInternational || !digits.hasPrefix("0")
    else { return nil }
    return "tel:" + (isInternational ? "+" : "") + digits
  }

  // MARK: Mail

  private static func mail(_ text: String) -> String? {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, let local = String(parts[0]), let domain = String(parts[1]) else {
      return nil
    }
    let dots = local.split(separator: ".", omittingEmptySubsequences: false)
    guard local.utf8.count <= 64,
      dots.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isLocal) }), isDomain(domain)
    else { return nil }
    let escaped = local.utf8.map { byte in
      isAlphanumeric(byte) || "-._~+".utf8.contains(byte)
        ? String(Unicode.Scalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
    }
    return "mailto:\(escaped.joined())@\(domain)"
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x5A ~= byte & 0xDF
  }

  /// Whether a byte need not be quoted before the `@` (RFC 5322, `atext`).
  private static func isLocal(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
  }

  /// Whether a text is a name of several parts, the last of which consists of letters.
  private static func isDomain(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last, last.utf8.count > 1 else { return false }
    return last.utf8.allSatisfy { 0x41...0x5A ~= $0 & 0xDF } && parts.allSatisfy(isHostPart)
  }

  private static func isHostPart(_ part: Substring) -> Bool {
    !part.isEmpty && part.first != "-" && part.last != "-"
      && part.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
  }

  // MARK: The web

  /// A text that is an address of the web: without a user name, which could look like the host, and
  /// outside of ASCII with letters and digits only.
  private static func web(_ text: String) -> String? {
    guard let end = text.firstRange(of: "://")?.upperBound,
      ["https://", "http://"].contains(text[..<end].lowercased()),
      text.unicodeScalars.allSatisfy(isOfAddress)
    else { return nil }
    let authority = text[end...].prefix { !"/?#".contains($0) }
    let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
    guard let host = parts.first, parts.count <= 2,
      host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isHostPart)
    else { return nil }
    if parts.count == 2, UInt16(parts[1]) == nil { return nil }
    return text
  }

  private static func isOfAddress(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? 0x21...0x7E ~= scalar.value && !"\"<>\\^`{|}".unicodeScalars.contains(scalar)
      : scalar.properties.isAlphabetic || scalar.properties.generalCategory == .decimalNumber
  }
}
