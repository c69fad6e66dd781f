/// The shapes of catalogues of a given size, each large in a different way.
enum ScaleShape: String, CaseIterable {
  /// Sections of one entry each.
  case sections = "many sections"
  /// One section that holds all entries.
  case section = "one section"
  /// One section whose entries are in the order of their names.
  case ordered = "in order"
  /// A list without sections.
  case flat = "flat"
  /// A dictionary whose keys name its entries.
  case named = "named keys"
  /// A dictionary whose keys number its entries.
  case numbered = "numbered keys"
  /// Sections in sections, sixteen deep.
  case deep = "deep"
  /// A sixteenth as many entries, with sixteen fields each.
  case fields = "many fields"
  /// A sixteenth as many entries, with long labels that begin alike.
  case labels = "long labels"
  /// A flat list whose labels begin with a blank.
  case blanks = "blanks"
  /// Rows of a form, in sections of eight.
  case form = "form"

  private static let depth = 16
  private static let rowsPerSection = 8
  private static let longBeginning = String(repeating: "long label ", count: 40)

  /// The number of addressable items in a catalogue of a given size.
  func count(ofSize size: Int) -> Int {
    switch self {
    case .sections, .section, .ordered, .flat, .named, .numbered, .blanks: size
    case .deep, .fields, .labels: max(size / 16, 1)
    case .form: max(size / ScaleShape.rowsPerSection, 1)
    }
  }

  /// The name of an item in a section, or in the root.
  func label(_ index: Int) -> String {
    switch self {
    case .labels: ScaleShape.longBeginning + String(index)
    case .ordered: "ex \(1_000_000 + index)"
    case .named: "ex \(index)x"
    default: "ex \(index)"
    }
  }

  /// The text of the property list.
  func text(size: Int) -> [UInt8] {
    var text = Array(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n".utf8)
    func put(_ line: String) {
      text += line.utf8
      text.append(UInt8(ascii: "\n"))
    }
    let indices = 0..<count(ofSize: size)
    switch self {
    case .deep:
      put("<array>")
      for index in indices { putNested(index, put) }
      put("</array>")
    case .sections:
      put("<array>")
      for index in indices { putSection("S\(index)", [index], put) }
      put("</array>")
    case .section, .ordered:
      put("<array>")
      putSection("All", indices, put)
      putSection("Other", size..<(size + 1), put)
      put("</array>")
    case .flat, .fields, .labels, .blanks:
      put("<array>")
      for index in indices { putEntry(index, put) }
      put("</array>")
    case .named, .numbered:
      put("<dict>")
      for index in indices {
        put("<key>\(self == .named ? label(index) : "Item\(index)")</key>")
        putEntry(index, put)
      }
      put("</dict>")
    case .form:
      put("<array>")
      for index in indices { putRows(index, put) }
      put("</array>")
    }
    put("</plist>")
    return text
  }

  private func putSection(
    _ title: String, _ entries: some Sequence<Int>, _ put: (String) -> Void
  ) {
    put("<dict>\n<key>title</key>\n<string>\(title)</string>\n<key>items</key>\n<array>")
    for entry in entries { putEntry(entry, put) }
    put("</array>\n</dict>")
  }

  private func putEntry(_ index: Int, _ put: (String) -> Void) {
    let blank = self == .blanks ? " " : ""
    put("<dict>")
    if self != .named { put("<key>name</key>\n<string>\(blank)\(label(index))</string>") }
    put("<key>note</key>\n<string>n\(index)z</string>")
    if self == .fields {
      for field in 0..<16 { put("<key>field\(field)</key>\n<string>\(index)</string>") }
    }
    put("</dict>")
  }

  private func putNested(_ index: Int, _ put: (String) -> Void) {
    for level in 0..<ScaleShape.depth {
      let title = level == 0 ? "S\(index)" : "A"
      put("<dict>\n<key>title</key>\n<string>\(title)</string>\n<key>items</key>\n<array>")
    }
    putEntry(index, put)
    for _ in 0..<ScaleShape.depth { put("</array>\n</dict>") }
  }

  private func putRows(_ index: Int, _ put: (String) -> Void) {
    put("<array>")
    for row in 0..<ScaleShape.rowsPerSection {
      let isOuter = row == 0
      put("<dict>\n<key>isExpandable</key>\n<\(isOuter)/>\n<key>isExpanded</key>\n<false/>")
      put("<key>isVisible</key>\n<\(isOuter || row > 2)/>\n<key>value</key>\n<string></string>")
      put("<key>primaryTitle</key>\n<string>\(isOuter ? "" : "row \(index).\(row)")</string>")
      put("<key>secondaryTitle</key>\n<string>\(isOuter ? "ex \(index)" : "")</string>")
      put("<key>cellIdentifier</key>")
      put(
        "<string>\(isOuter ? "idCellNormal" : row > 2 ? "idCellNormal" : "idCellTextfield")</string>"
      )
      put("<key>additionalRows</key>\n<integer>\(isOuter ? 2 : 0)</integer>\n</dict>")
    }
    put("</array>")
  }

  /// The address of an item, as a person would write it.
  func address(_ index: Int) -> String {
    switch self {
    case .sections: "'S\(index)/ex \(index)'"
    case .section, .ordered: "'All/\(label(index))'"
    case .flat, .named, .numbered, .labels, .fields: "'\(label(index))'"
    case .blanks: "' \(label(index))'"
    case .deep: "'" + section(index) + "/ex \(index)'"
    case .form: "'row \(index).1'"
    }
  }

  /// A place that an item can be moved to.
  func place(_ index: Int) -> String {
    switch self {
    case .sections, .deep: section(index)
    case .section, .ordered: "All/#\(index + 1)"
    case .flat, .named, .numbered, .labels, .fields, .blanks, .form: "/#\(index + 1)"
    }
  }

  /// The section that an item is in, or `/`.
  func section(_ index: Int) -> String {
    switch self {
    case .sections: "S\(index)"
    case .deep: "S\(index)" + String(repeating: "/A", count: ScaleShape.depth - 1)
    case .section, .ordered: "All"
    case .flat, .named, .numbered, .labels, .fields, .blanks, .form: "/"
    }
  }
}
