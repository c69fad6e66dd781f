/// The kind of a number by the grammar of JSON.
package enum JSONNumber {
  case integer, real

  init?(_ text: UnsafeBufferPointer<UInt8>) {
    var rest = text[...]
    func skipDigits() -> Bool {
      let count = rest.count
      rest = rest.drop { (0x30...0x39).contains($0) }
      return rest.count < count
    }
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    if rest.first == UInt8(ascii: "0") {
      rest.removeFirst()
    } else if !skipDigits() {
      return nil
    }
    var isReal = false
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      if !skipDigits() { return nil }
      isReal = true
    }
    if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
        rest.removeFirst()
      }
      if !skipDigits() { return nil }
      isReal = true
    }
    if !rest.isEmpty { return nil }
    self = isReal ? .real : .integer
  }

  /// The text of an integer: as it is in the document, as far as JSON allows.
  package static func text(ofInteger value: NodeIndex, in document: PropertyListDocument) -> [UInt8]
  {
    document.scalar(value).map { number in
      document.withText(of: number) { text in
        JSONNumber(text) == .integer
          ? Array(text) : Array((document.integer(at: value) ?? 0).description.utf8)
      }
    } ?? []
  }

  /// The text of a real number, as it is in the document if JSON allows it and reads a real number
  /// again; `nil` if the number is infinite or not a number.
  package static func text(ofReal value: NodeIndex, in document: PropertyListDocument) -> [UInt8]? {
    let text =
      document.scalar(value).map { scalar in
        document.withText(of: scalar) { text in text.filter { $0 > 0x20 } }
      } ?? []
    switch text.withUnsafeBufferPointer(JSONNumber.init) {
    case .real: return text
    case .integer:
      // An integer of more than 64 bits is read as a real number anyway.
      let digits = String(decoding: text, as: UTF8.self)
      return Int64(digits) != nil || UInt64(digits) != nil ? text + Array(".0".utf8) : text
    case nil:
      guard let number = document.real(at: value), number.isFinite else { return nil }
      return Array(number.description.utf8)
    }
  }
}
