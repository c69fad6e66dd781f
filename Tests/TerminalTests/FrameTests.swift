import Testing

@testable import Terminal

/// Cells, and what is written of frames.
@Suite("Frames")
struct FrameTests {
  private func frame(_ lines: String..., columns: Int = 12) -> Frame {
    var frame = Frame(Size(columns: columns, rows: lines.count))
    for (row, line) in lines.enumerated() { frame.write(line, row: row, column: 0) }
    return frame
  }

  @Test("a terminal may claim any size", arguments: [(65535, 65535), (0, 0), (-1, 1), (1, 65535)])
  func claimedSizes(_ columns: Int, _ rows: Int) {
    let size = Size(columns: columns, rows: rows)
    #expect(size.columns == min(max(columns, 1), 2000) && size.rows == min(max(rows, 1), 1000))
  }

  @Test func wideAndCombiningCharactersTakeTheirColumns() {
    var frame = Frame(Size(columns: 8, rows: 1))
    #expect(frame.write("长e\u{301}👨‍👩‍👧x", row: 0, column: 0) == 6)
    #expect(frame[0, 0].text == "长")
    #expect(frame[0, 1].text.isEmpty)
    #expect(frame[0, 2].text == "e\u{301}")
    #expect(frame[0, 3].width == 2)
    #expect(frame[0, 5].text == "x")
  }

  @Test func aWideCharacterIsNotCutInHalf() {
    var frame = Frame(Size(columns: 3, rows: 1))
    frame.write("长长", row: 0, column: 0)
    #expect(frame.lines == ["长"])
    frame.write("x", row: 0, column: 1)
    #expect(frame.lines == [" x"])
  }

  @Test func controlCharactersAreShown() {
    var frame = Frame(Size(columns: 20, rows: 1))
    frame.write("a\u{1B}[2J\tb\u{9B}c", row: 0, column: 0)
    let text = frame.lines[0]
    #expect(
      text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) })
    #expect(text.hasPrefix("a\\u{1B}[2J\\tb"))
  }

  @Test func nothingIsWrittenForTheSameFrame() {
    var writer = FrameWriter()
    #expect(!writer.bytes(showing: frame("abc")).isEmpty)
    #expect(writer.bytes(showing: frame("abc")).isEmpty)
  }

  @Test func onlyWhatDiffersIsWritten() {
    var writer = FrameWriter()
    _ = writer.bytes(showing: frame("hello", "world"))
    let bytes = String(decoding: writer.bytes(showing: frame("hello", "wOrld")), as: UTF8.self)
    #expect(bytes == "\u{1B}[?2026h\u{1B}[2;2HO\u{1B}[?2026l")
  }

  private func change(_ old: [String], _ new: [String]) -> String {
    func frame(_ lines: [String]) -> Frame {
      var frame = Frame(Size(columns: 30, rows: lines.count))
      for (row, line) in lines.enumerated() { frame.write(line, row: row, column: 0) }
      return frame
    }
    var writer = FrameWriter()
    _ = writer.bytes(showing: frame(old))
    let bytes = String(decoding: writer.bytes(showing: frame(new)), as: UTF8.self)
    return String(bytes.dropFirst("\u{1B}[?2026h".count).dropLast("\u{1B}[?2026l".count))
  }

  @Test(
    "what is shorter is written",
    arguments: [
      // What stays, and blanks, instead of a move across them.
      (["xéx"], ["yéy"], "\u{1B}[1Hyéy"), (["xéüßx"], ["yéüßy"], "\u{1B}[1Hy\u{1B}[3Cy"),
      (["", ""], [" a", "  b"], "\u{1B}[1;2Ha\nb"),
      (["", ""], ["abcdef", " b"], "\u{1B}[1Habcdef\r\n b"),
      (["", ""], ["abcdefgh", "    b"], "\u{1B}[1Habcdefgh\r\n\u{1B}[4Cb"),
      // The rest of a line instead of blanks, if all of that is written anyway.
      (["a bcdefghijklm x"], ["a              y"], "\u{1B}[1;3H\u{1B}[K\u{1B}[13Cy"),
      (["a bcdefghijklm xz"], ["a              yz"], "\u{1B}[1;3H\u{1B}[13X\u{1B}[13Cy"),
      // Once what is before a cluster of uncertain width is known, all after it is written.
      (["a😀bc"], ["a😀de"], "\u{1B}[1;4H\u{1B}[Kde"),
      (["ab😀c"], ["a 😀c"], "\u{1B}[1;2H\u{1B}[K 😀\u{1B}[1;5Hc"),
    ])
  func shortest(_ old: [String], _ new: [String], _ bytes: String) {
    #expect(change(old, new) == bytes)
  }

  @Test func theCursorIsSetAbsolutelyAfterUncertainClusters() {
    var writer = FrameWriter()
    let bytes = writer.bytes(showing: frame("👍🏽x"))
    #expect(String(decoding: bytes, as: UTF8.self).contains("👍🏽\u{1B}[1;3Hx"))
    let hebrew = writer.bytes(showing: frame("אx"))
    #expect(String(decoding: hebrew, as: UTF8.self).contains("א\u{1B}[1;2Hx"))
  }

  @Test func stylesAreAddedOrReplaced() {
    var writer = FrameWriter()
    var styled = Frame(Size(columns: 12, rows: 1))
    styled.write("a", row: 0, column: 0, style: CellStyle(.bold))
    styled.write("b", row: 0, column: 1, style: CellStyle([.bold, .reversed], .red))
    styled.write("c", row: 0, column: 2)
    let text = String(decoding: writer.bytes(showing: styled), as: UTF8.self)
    #expect(text.contains("\u{1B}[0;1ma\u{1B}[7;31mb\u{1B}[mc"))
  }

  @Test(
    "the background that a terminal has named",
    arguments: [
      ("15;0", Theme.dark), ("0;15", .light), ("0;default;7", .light), ("7;8", .dark),
      ("0;3", .any),
      ("15;default", .any), ("", .any), (nil, .any), ("x;", .any), (";99999999999999999999", .any),
    ] as [(String?, Theme)])
  func backgrounds(_ variable: String?, _ theme: Theme) {
    #expect(Theme.forBackground(variable) == theme)
  }

  @Test func rowsThatMoveAreScrolled() {
    var writer = FrameWriter()
    let lines = (0..<12).map {
      String(repeating: "\($0) ", count: 8) + "abcdefghijkl".dropFirst($0).prefix(2)
    }
    func frame(from first: Int) -> Frame {
      var frame = Frame(Size(columns: 30, rows: 8))
      frame.list = 0..<8
      for row in 0..<8 where first + row < lines.count {
        frame.write(lines[first + row], row: row, column: 0)
      }
      return frame
    }
    _ = writer.bytes(showing: frame(from: 0))
    let down = String(decoding: writer.bytes(showing: frame(from: 1)), as: UTF8.self)
    #expect(down.contains("\u{1B}[1;8r\u{1B}[1H\u{1B}[M\u{1B}[1;8r"))
    #expect(down.contains("8 8 8") && !down.contains("7"))
    let up = String(decoding: writer.bytes(showing: frame(from: 0)), as: UTF8.self)
    #expect(up.contains("\u{1B}[L") && up.contains("0 0 0"))
  }

  @Test func rowsAroundAListAreNotScrolled() {
    var writer = FrameWriter()
    func frame(from first: Int) -> Frame {
      var frame = Frame(Size(columns: 30, rows: 10))
      frame.list = 1..<9
      for row in 0..<10 {
        frame.write(String(repeating: "\(first + row) ", count: 8), row: row, column: 0)
      }
      return frame
    }
    _ = writer.bytes(showing: frame(from: 0))
    let bytes = String(decoding: writer.bytes(showing: frame(from: 1)), as: UTF8.self)
    #expect(bytes.contains("\u{1B}[2;9r"))
  }

  @Test func aPictureIsDrawnOnceAndRemoved() throws {
    var writer = FrameWriter()
    func bytes(_ picture: PlacedPicture?) -> String {
      var frame = Frame(Size(columns: 40, rows: 8))
      frame.picture = picture
      return String(decoding: writer.bytes(showing: frame), as: UTF8.self)
    }
    let file = PictureFile(
      base64: String(repeating: "BwcH", count: 1333) + "Bw==", width: 10, height: 20)
    let picture = PlacedPicture(file, in: 3..<7, end: 40, limit: 10, cellShape: 2)
    #expect((picture.rows, picture.columns, picture.position.column) == (4, 4, 36))
    let first = bytes(picture)
    let parts = first.split(separator: "\u{1B}_G").dropFirst()
    #expect(first.contains("\u{1B}[4;37H\u{1B}_Ga=T,f=100,i=1,C=1,r=4,q=2,m=1;BwcH"))
    #expect(parts.count == 2 && parts.last?.hasPrefix("i=1,q=2,m=0;") == true)
    #expect(parts.allSatisfy { $0.prefix { $0 != "\u{1B}" }.count <= 4096 + 50 })
    #expect(bytes(picture).isEmpty)
    #expect(bytes(nil).contains("\u{1B}_Ga=d"))
    #expect(!bytes(picture).contains("a=d"))
    #expect(bytes(PlacedPicture(file, in: 3..<5, end: 40, limit: 10, cellShape: 2)).contains("a=d"))
    let wide = PlacedPicture(
      PictureFile(base64: "AQ==", width: 100, height: 10), in: 3..<7, end: 40, limit: 10,
      cellShape: 2)
    #expect((wide.rows, wide.columns) == (1, 10) && wide.drawing.contains("c=10"))
  }
}
