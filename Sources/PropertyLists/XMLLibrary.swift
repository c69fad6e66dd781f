import CLibXML2

/// Which libxml2 is used.
package enum XMLLibrary {
  /// The version of the library that runs, such as `2.9.14`.
  package static var version: String {
    let text = String(cString: cardex_xml_version())
    // Two digits each but for the first number, as in 20914 and 21502.
    guard let number = Int(text.prefix(while: \.isWholeNumber)), number > 0 else { return text }
    return "\(number / 10000).\(number / 100 % 100).\(number % 100)"
  }

  /// The version of the headers with which Cardex was compiled.
  package static let compiledVersion = LIBXML_DOTTED_VERSION
}
