import SeededRandom

/// The shapes that catalogues are generated in.
enum Shape: String, CaseIterable {
  /// Sections of dictionaries with a name and a picture.
  case cars
  /// Sections of dictionaries with a name, a number and sometimes a mail address.
  case contacts
  /// A flat list of dictionaries.
  case news
  /// A dictionary of lists of strings.
  case names
}

/// Writes catalogues of any size that are the same for the same seed.
struct Generator {
  let shape: Shape
  let entries: Int
  private var random: SeededGenerator

  init(shape: Shape, entries: Int, seed: UInt64) {
    self.shape = shape
    self.entries = entries
    random = SeededGenerator(seed: seed)
  }

  /// How many entries a section holds, but the last, which may hold fewer.
  var sectionSize: Int { shape == .news ? entries : max(entries / 1000, 12) }

  /// Calls the closure with one piece of the file after another.
  func write(_ output: (String) -> Void) {
    var copy = self
    copy.writeFile(output)
  }

  private mutating func writeFile(_ output: (String) -> Void) {
    output(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """)
    let isDict = shape == .names
    output(isDict ? "<dict>\n" : "<array>\n")
    var next = 0
    var section = 0
    while next < entries {
      let end = min(next + sectionSize, entries)
      openSection(section, output)
      while next < end {
        writeEntry(next, output)
        next += 1
      }
      closeSection(section, output)
      section += 1
    }
    output(isDict ? "</dict>\n</plist>\n" : "</array>\n</plist>\n")
  }

  private mutating func openSection(_ section: Int, _ output: (String) -> Void) {
    switch shape {
    case .news: break
    case .names: output("\t<key>S\(section)</key>\n\t<array>\n")
    case .cars, .contacts:
      output("\t<dict>\n\t\t<key>\(shape.rawValue)</key>\n\t\t<array>\n")
    }
  }

  private func closeSection(_ section: Int, _ output: (String) -> Void) {
    switch shape {
    case .news: break
    case .names: output("\t</array>\n")
    case .cars, .contacts:
      output("\t\t</array>\n\t\t<key>title</key>\n\t\t<string>S\(section)</string>\n\t</dict>\n")
    }
  }

  private mutating func writeEntry(_ entry: Int, _ output: (String) -> Void) {
    let name = name()
    switch shape {
    case .names: output("\t\t<string>\(name)</string>\n")
    case .cars:
      output(dict([("icon", "m_\(entry).png"), ("name", name)], indentation: "\t\t\t"))
    case .contacts:
      var fields = [("name", name), ("phoneNum", "+1 555 01\(below(90) + 10)")]
      if below(2) == 0 { fields.append(("email", "p\(entry)@example.org")) }
      output(dict(fields, indentation: "\t\t\t"))
    case .news:
      output(
        dict([("author", name), ("title", "\(self.name()) \(self.name())")], indentation: "\t"))
    }
  }

  private func dict(_ fields: [(String, String)], indentation: String) -> String {
    let members = fields.map { key, value in
      "\(indentation)\t<key>\(key)</key>\n\(indentation)\t<string>\(value)</string>\n"
    }
    return "\(indentation)<dict>\n\(members.joined())\(indentation)</dict>\n"
  }

  /// Most names are Latin, some with accents, some Chinese, as in an international contact list.
  private mutating func name() -> String {
    if below(8) == 0 {
      return (0..<(2 + below(3))).map { _ in pick(Generator.characters) }.joined()
    }
    let words = (0..<2).map { _ in
      let word = (0..<(2 + below(2))).map { _ in pick(Generator.syllables) }.joined()
      return word.prefix(1).uppercased() + word.dropFirst()
    }
    return words.joined(separator: " ")
  }

  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private mutating func pick(_ parts: [String]) -> String { parts[below(parts.count)] }

  private static let syllables = [
    "an", "bo", "chi", "da", "el", "fu", "gor", "hi", "jan", "ko", "lum", "ma", "nor", "ö", "pé",
    "qui", "ru", "st", "tor", "us", "vi", "wen", "xa", "yo", "zi", "émi", "lie", "ber", "ger", "ne",
  ]
  private static let characters = [
    "奥", "迪", "宝", "马", "长", "安", "城", "王", "李", "张", "明", "华", "红", "东", "风", "海",
    "山", "云", "天", "林",
  ]
}
