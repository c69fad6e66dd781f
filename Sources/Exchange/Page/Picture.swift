/// A picture in a format that browsers show.
package struct Picture {
  package enum Format: String, CaseIterable {
    case png, jpeg, gif, webp
  }

  package let format: Format
  package let bytes: [UInt8]
  /// In pixels.
  package let width: Int
  package let height: Int

  /// - Returns: `nil` for a file in another format, or without its size.
  package init?(_ bytes: [UInt8]) {
    guard let format = Format.allCases.first(where: { $0.isFormat(of: bytes) }),
      let size = format.size(in: bytes), size.width > 0, size.height > 0
    else { return nil }
    (self.format, self.bytes) = (format, bytes)
    (width, height) = size
  }
}

extension Picture.Format {
  fileprivate func isFormat(of bytes: [UInt8]) -> Bool {
    switch self {
    case .png: bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    case .jpeg: bytes.starts(with: [0xFF, 0xD8, 0xFF])
    case .gif: bytes.starts(with: Array("GIF8".utf8))
    case .webp:
      bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
    }
  }

  fileprivate func size(in bytes: [UInt8]) -> (width: Int, height: Int)? {
    func number(_ offsets: [Int]) -> Int? {
      offsets.allSatisfy(bytes.indices.contains)
        ? offsets.reduce(0) { $0 << 8 | Int(bytes[$1]) } : nil
    }
    func pair(_ width: [Int], _ height: [Int]) -> (width: Int, height: Int)? {
      guard let width = number(width), let height = number(height) else { return nil }
      return (width, height)
    }
    switch self {
    case .png: return pair([16, 17, 18, 19], [20, 21, 22, 23])
    case .gif: return pair([7, 6], [9, 8])
    case .jpeg:
      // Segments with their lengths, up to the start of a frame.
      var start = 2
      while let marker = number([start + 1]), let length = number([start + 2, start + 3]),
        bytes[start] == 0xFF, length >= 2
      {
        let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
        if isFrame { return pair([start + 7, start + 8], [start + 5, start + 6]) }
        start += 2 + length
      }
      return nil
    case .webp:
      switch bytes.dropFirst(12).prefix(4) {
      case let kind where kind.elementsEqual("VP8X".utf8):
        return pair([26, 25, 24], [29, 28, 27]).map { ($0 + 1, $1 + 1) }
      case let kind where kind.elementsEqual("VP8L".utf8):
        return number([24, 23, 22, 21]).map { ($0 & 0x3FFF + 1, $0 >> 14 & 0x3FFF + 1) }
      case let kind where kind.elementsEqual("VP8 ".utf8):
        return pair([27, 26], [29, 28]).map { ($0 & 0x3FFF, $1 & 0x3FFF) }
      default: return nil
      }
    }
  }
}
