import Exchange

/// A place in a text as editors name it: both numbers count from 0.
struct TextPosition: Equatable, Comparable {
  let line: Int
  /// In the units of a `PositionEncoding`.
  let column: Int

  static func < (one: TextPosition, other: TextPosition) -> Bool {
    (one.line, one.column) < (other.line, other.column)
  }

  /// - Returns: `nil` if the value of a message is not a position. Numbers are clamped to 0 and
  ///   `Int32.max`.
  init?(_ value: MessageValue?) {
    guard let line = value?["line"]?.integer, let column = value?["character"]?.integer else {
      return nil
    }
    let most = Int(Int32.max)
    (self.line, self.column) = (min(max(line, 0), most), min(max(column, 0), most))
  }

  init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

  var json: String { "{\"line\":\(line),\"character\":\(column)}" }
}

/// The unit that columns count.
enum PositionEncoding: String {
  case utf8 = "utf-8"
  case utf16 = "utf-16"

  /// How many units a text in UTF-8 has.
  func count(_ text: some Sequence<UInt8>) -> Int {
    var count = 0
    switch self {
    case .utf8: for _ in text { count &+= 1 }
    case .utf16:
      for byte in text { count &+= (byte & 0xC0 != 0x80 ? 1 : 0) &+ (byte >= 0xF0 ? 1 : 0) }
    }
    return count
  }
}
