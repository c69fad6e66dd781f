import SeededRandom

/// The shapes that catalogues are generated in.
enum Shape: String, CaseIterable {
  /// Sections of dictionaries with a name and a picture.
  case cars
  /// Sections of dictionaries with a name, a number and sometimes an email address.
  case contacts
  /// A flat list of dictionaries.
  case news
  /// A dictionary of lists of strings.
  case names
}

/// A generator of catalogues of any size, always the same for the same seed.
struct Generator {
  let shape: Shape
  let entries: Int
  private let names: NameGenerator
  private var random: SeededGenerator
  private var pending: [UInt8] = []

  init(shape: Shape, entries: Int, seed: UInt64) {
    self.shape = shape
    self.entries = entries
    names = NameGenerator(entries: entries, seed: seed)
    random = SeededGenerator(seed: seed)
  }

  /// How many entries each section has; the last may have fewer.
  var sectionSize: Int { shape == .news ? entries : max(entries / 1000, 12) }

  /// Calls the closure with one piece of the file after another.
  func write(_ output: ([UInt8]) -> Void) {
    var copy = self
    copy.writeFile(output)
  }

  /// Calls the closure with pieces of a text that has one entry's name per line.
  ///
  /// - Parameter start: What each line begins with.
  func writeNames(after start: String = "", _ output: ([UInt8]) -> Void) {
    var pending: [UInt8] = []
    for entry in 0..<entries {
      pending.append(contentsOf: start.utf8)
      names.appendName(of: entry, to: &pending)
      pending.append(UInt8(ascii: "\n"))
      Generator.flush(&pending, above: Generator.pieceSize, output)
    }
    Generator.flush(&pending, above: 0, output)
  }

  private static let pieceSize = 1 << 16

  private static func flush(_ pending: inout [UInt8], above size: Int, _ output: ([UInt8]) -> Void)
  {
    guard pending.count > size else { return }
    output(pending)
    pending.removeAll(keepingCapacity: true)
  }

  private mutating func writeFile(_ output: ([UInt8]) -> Void) {
    put(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """)
    let isDict = shape == .names
    put(isDict ? "<dict>\n" : "<array>\n")
    var next = 0
    var section = 0
    while next < entries {
      let end = min(next + sectionSize, entries)
      openSection(section)
      while next < end {
        putEntry(next)
        Generator.flush(&pending, above: Generator.pieceSize, output)
        next += 1
      }
      closeSection(section)
      section += 1
    }
    put(isDict ? "</dict>\n</plist>\n" : "</array>\n</plist>\n")
    Generator.flush(&pending, above: 0, output)
  }

  private mutating func openSection(_ section: Int) {
    switch shape {
    case .news: break
    case .names: put("\t<key>S\(section)</key>\n\t<array>\n")
    case .cars, .contacts: put("\t<dict>\n\t\t<key>\(shape.rawValue)</key>\n\t\t<array>\n")
    }
  }

  private mutating func closeSection(_ section: Int) {
    switch shape {
    case .news: break
    case .names: put("\t</array>\n")
    case .cars, .contacts:
      put("\t\t</array>\n\t\t<key>title</key>\n\t\t<string>S\(section)</string>\n\t</dict>\n")
    }
  }

  private mutating func putEntry(_ entry: Int) {
    switch shape {
    case .names:
      put("\t\t<string>")
      names.appendName(of: entry, to: &pending)
      put("</string>\n")
    case .cars:
      put("\t\t\t<dict>\n\t\t\t\t<key>icon</key>\n\t\t\t\t<string>m_\(entry).png</string>\n")
      putName(entry, key: "name", indentation: "\t\t\t\t")
      put("\t\t\t</dict>\n")
    case .contacts:
      put("\t\t\t<dict>\n")
      putName(entry, key: "name", indentation: "\t\t\t\t")
      put(
        "\t\t\t\t<key>phoneNum</key>\n\t\t\t\t<string>+1 555 01\(below(90) + 10)</string>\n")
      if below(2) == 0 {
        put("\t\t\t\t<key>email</key>\n\t\t\t\t<string>p\(entry)@example.org</string>\n")
      }
      put("\t\t\t</dict>\n")
    case .news:
      put("\t<dict>\n")
      putName(entry, key: "author", indentation: "\t\t")
      put("\t\t<key>title</key>\n\t\t<string>")
      names.appendName(of: entry, stream: 1, to: &pending)
      put(" ")
      names.appendName(of: entry, stream: 2, to: &pending)
      put("</string>\n\t</dict>\n")
    }
  }

  private mutating func putName(_ entry: Int, key: String, indentation: String) {
    put("\(indentation)<key>\(key)</key>\n\(indentation)<string>")
    names.appendName(of: entry, to: &pending)
    put("</string>\n")
  }

  private mutating func put(_ text: String) { pending.append(contentsOf: text.utf8) }

  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
}
