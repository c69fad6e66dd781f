/// A picture in PNG.
package struct PictureFile: Equatable, Sendable {
  /// The file in base64.
  package let base64: String
  /// In pixels.
  package let width: Int
  package let height: Int

  package init(base64: String, width: Int, height: Int) {
    (self.base64, self.width, self.height) = (base64, max(width, 1), max(height, 1))
  }
}

/// A picture and its position in a frame.
package struct PlacedPicture: Equatable, Sendable {
  package let file: PictureFile
  package let position: Frame.Position
  /// The cells that it takes.
  package let columns: Int
  package let rows: Int
  /// Whether the limit of the width, not of the height, determines its size.
  private let isWide: Bool

  /// Fits a picture into the right end of some rows, with its shape.
  ///
  /// - Parameters:
  ///   - end: The column after the picture.
  ///   - limit: How many columns it may take.
  ///   - cellShape: The height of a cell divided by its width.
  package init(_ file: PictureFile, in area: Range<Int>, end: Int, limit: Int, cellShape: Double) {
    let shape = Double(file.width) / Double(file.height) * cellShape
    let wanted = (Double(area.count) * shape).rounded(.up)
    isWide = wanted > Double(limit)
    columns = isWide ? limit : max(Int(wanted), 1)
    rows = isWide ? max(min(Int((Double(limit) / shape).rounded(.up)), area.count), 1) : area.count
    self.file = file
    position = Frame.Position(row: area.lowerBound, column: end - columns)
  }

  /// The sequences of kitty's graphics protocol that draw the picture at the cursor.
  ///
  /// The picture replaces an earlier one, since both have the same number. The terminal sends no
  /// answer, leaves the cursor where it is, and computes the dimension that is not given.
  ///
  /// https://sw.kovidgoyal.net/kitty/graphics-protocol/
  var drawing: String {
    let data = Array(file.base64.utf8)
    var keys = "a=T,f=100,i=1,C=1," + (isWide ? "c=\(columns)" : "r=\(rows)")
    var text = ""
    var start = 0
    repeat {
      let end = min(start + PlacedPicture.chunkSize, data.count)
      let part = String(decoding: data[start..<end], as: UTF8.self)
      text += "\u{1B}_G\(keys),q=2,m=\(end < data.count ? 1 : 0);\(part)\u{1B}\\"
      (start, keys) = (end, "i=1")
    } while start < data.count
    return text
  }

  private static let chunkSize = 4096

  /// The sequence that removes all pictures, and makes the terminal forget them.
  package static let deletion = "\u{1B}_Ga=d,d=A,q=2\u{1B}\\"

  /// The sequence that asks a terminal whether it draws pictures: for a picture of one pixel, which
  /// it does not draw.
  package static let question = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
}
