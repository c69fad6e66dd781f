import CLibXML2

/// Converts text to UTF-8 and back with libxml2's encoders (its own, and those of iconv and ICU).
struct EncodingConverter: ~Copyable {
  private let handler: xmlCharEncodingHandlerPtr
  private let input: xmlBufferPtr
  private let output: xmlBufferPtr

  /// - Returns: `nil` if libxml2 does not know an encoding of that name.
  init?(named name: String) {
    cardex_xml_silence()
    guard let handler = xmlFindCharEncodingHandler(name), let input = xmlBufferCreate(),
      let output = xmlBufferCreate()
    else { return nil }
    self.handler = handler
    self.input = input
    self.output = output
  }

  deinit {
    xmlBufferFree(input)
    xmlBufferFree(output)
    xmlCharEncCloseFunc(handler)
  }

  /// Appends the UTF-8 form of the bytes to `text`.
  ///
  /// - Returns: Whether everything could be converted; if not, `text` ends at the fault.
  /// - Complexity: O(*n*), with a buffer of constant size besides the result.
  func convert(
    _ bytes: UnsafeBufferPointer<UInt8>, into text: GrowingBuffer<UInt8>
  ) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty || xmlBufferLength(input) > 0 {
      let piece = UnsafeBufferPointer(rebasing: rest.prefix(1 << 16))
      rest = rest.dropFirst(piece.count)
      xmlBufferAdd(input, piece.baseAddress, Int32(piece.count))
      let waiting = xmlBufferLength(input)
      let result = xmlCharEncInFunc(handler, output, input)
      text.append(
        contentsOf: UnsafeBufferPointer(
          start: xmlBufferContent(output), count: Int(xmlBufferLength(output))))
      let produced = xmlBufferLength(output)
      xmlBufferEmpty(output)
      // -2 means a sequence that is invalid in the encoding; no progress at the end means a
      // truncated sequence.
      if result == -2 { return false }
      if rest.isEmpty, produced == 0, xmlBufferLength(input) == waiting { return waiting == 0 }
    }
    return true
  }

  /// Appends UTF-8 text in the encoding. Characters that the encoding lacks become character
  /// references.
  ///
  /// - Returns: Whether everything could be converted.
  /// - Complexity: O(*n*), with a buffer of constant size besides the result.
  func encode(_ text: UnsafeBufferPointer<UInt8>, into bytes: GrowingBuffer<UInt8>) -> Bool {
    var rest = text[...]
    while !rest.isEmpty || xmlBufferLength(input) > 0 {
      let piece = UnsafeBufferPointer(rebasing: rest.prefix(1 << 14))
      rest = rest.dropFirst(piece.count)
      xmlBufferAdd(input, piece.baseAddress, Int32(piece.count))
      let waiting = xmlBufferLength(input)
      let result = xmlCharEncOutFunc(handler, output, input)
      let produced = xmlBufferLength(output)
      bytes.append(
        contentsOf: UnsafeBufferPointer(start: xmlBufferContent(output), count: Int(produced)))
      xmlBufferEmpty(output)
      if result == -2 { return false }
      if rest.isEmpty, produced == 0, xmlBufferLength(input) == waiting { return waiting == 0 }
    }
    return true
  }
}
