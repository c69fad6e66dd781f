import CICU

/// One of Unicode's normalization forms.
///
/// ICU's normalizers are immutable singletons, so they may be used from any thread.
struct Normalizer: @unchecked Sendable {
  private let instance: OpaquePointer

  /// Canonical composition.
  static let nfc = Normalizer(cardex_nfc)
  /// Compatibility composition.
  static let nfkc = Normalizer(cardex_nfkc)
  /// Compatibility composition with full case folding and without default-ignorable characters.
  static let nfkcCasefold = Normalizer(cardex_nfkc_casefold)
  /// Canonical decomposition.
  static let nfd = Normalizer(cardex_nfd)

  private init(_ make: (UnsafeMutablePointer<Int32>) -> OpaquePointer?) {
    var status: Int32 = 0
    guard let instance = make(&status), status <= 0 else {
      let name = String(cString: cardex_icu_error_name(status))
      preconditionFailure("ICU's data is missing: \(name)")
    }
    self.instance = instance
  }

  /// Whether text may be split before the character without changing its normalized form.
  func hasBoundary(before scalar: Unicode.Scalar) -> Bool {
    cardex_has_boundary_before(instance, Int32(bitPattern: scalar.value))
  }

  /// The normalized form of a few characters.
  func normalize(_ scalars: some Sequence<Unicode.Scalar>) -> String.UnicodeScalarView {
    Normalizer.converted(scalars) { cardex_normalize(instance, $0, $1, $2, $3, $4) }
  }

  /// A few characters with their case folded in full, such as `ß` to `ss`, and nothing else.
  static func foldingCase(
    of scalars: some Sequence<Unicode.Scalar>
  ) -> String.UnicodeScalarView {
    converted(scalars, by: cardex_fold_case)
  }

  private static func converted(
    _ scalars: some Sequence<Unicode.Scalar>,
    by convert: (
      UnsafePointer<UInt16>?, Int32, UnsafeMutablePointer<UInt16>?, Int32,
      UnsafeMutablePointer<Int32>?
    ) -> Int32
  ) -> String.UnicodeScalarView {
    var source: [UInt16] = []
    for scalar in scalars { source.append(contentsOf: UTF16.encode(scalar) ?? .init()) }
    var result = [UInt16](repeating: 0, count: max(source.count * 4, 32))
    while true {
      var status: Int32 = 0
      let length = convert(source, Int32(source.count), &result, Int32(result.count), &status)
      if status == cardex_icu_buffer_overflow {
        result = [UInt16](repeating: 0, count: Int(length))
        continue
      }
      precondition(status <= 0, "converting cannot fail otherwise")
      return decode(result[..<Int(length)])
    }
  }

  /// Does the same as `String(decoding:as:)`, which looks up the decoder's types at run time and so
  /// takes longer than folding a small catalogue.
  private static func decode(_ utf16: ArraySlice<UInt16>) -> String.UnicodeScalarView {
    var result = String.UnicodeScalarView()
    var units = utf16.makeIterator()
    var decoder = UTF16()
    while true {
      switch decoder.decode(&units) {
      case .scalarValue(let scalar): result.append(scalar)
      case .error: result.append("\u{FFFD}")
      case .emptyInput: return result
      }
    }
  }
}

extension String {
  /// The text with ASCII in place of its full-width forms (Unicode's block Halfwidth and Fullwidth
  /// Forms), which input methods write. Commands accept both widths.
  package var halfWidth: String {
    guard utf8.contains(0xEF) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map(\.halfWidth)))
  }
}

extension Unicode.Scalar {
  package var halfWidth: Unicode.Scalar {
    guard (0xFF01...0xFF5E).contains(value) else { return self }
    return Unicode.Scalar(UInt8(value - 0xFF01 + 0x21))
  }
}
