package import SeededRandom

/// Property lists with sections in sections, footers and empty sections, or forms with hidden rows.
package struct RandomOutline: RandomSource {
  package var generator: SeededGenerator
  private var number = 0

  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// An outline in which some sections contain sections.
  package mutating func outline() -> [UInt8] {
    let states = (0...below(5)).map { _ in
      section("state", "cities") {
        $0.list($0.below(4)) { $0.section("city", "areas") { $0.list($0.below(5)) { $0.entry() } } }
      }
    }
    return file("<array>\(states.joined())</array>")
  }

  /// A catalogue without sections.
  package mutating func flat() -> [UInt8] {
    file("<array>\(list(below(12)) { $0.entry() })</array>")
  }

  /// A form with sections of rows, some of them hidden.
  package mutating func form() -> [UInt8] {
    let sections = (0...below(4)).map { _ in
      "<array>\(list(1 + below(6)) { $0.row() })</array>"
    }
    return file("<array>\(sections.joined())</array>")
  }

  /// A form in which rows expand; some of them own more rows than there are.
  package mutating func expandableForm() -> [UInt8] {
    let sections = (0...below(3)).map { _ in
      let rows = list(1 + below(3)) { form in
        let count = form.below(3)
        return form.row(owning: count) + form.list(max(count - form.below(4) / 3, 0)) { $0.row() }
      }
      return "<array>\(rows)</array>"
    }
    return file("<array>\(sections.joined())</array>")
  }

  private func file(_ list: String) -> [UInt8] {
    Array("<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\(list)</plist>\n".utf8)
  }

  private mutating func list(_ count: Int, _ element: (inout Self) -> String) -> String {
    (0..<count).reduce("") { text, _ in text + element(&self) }
  }

  private mutating func section(
    _ titleKey: String, _ key: String, _ members: (inout Self) -> String
  ) -> String {
    let footer = below(2) == 0 ? "<key>footer</key><string>\(name())</string>" : ""
    return "<dict><key>\(titleKey)</key><string>\(name())</string>\(footer)"
      + "<key>\(key)</key><array>\(members(&self))</array></dict>"
  }

  private mutating func entry() -> String { "<string>\(name())</string>" }

  private mutating func row(owning count: Int = 0) -> String {
    "<dict><key>isExpandable</key><\(count > 0)/><key>isExpanded</key><false/><key>isVisible</key>"
      + (count == 0 && below(3) == 0 ? "<false/>" : "<true/>")
      + "<key>value</key><string></string><key>primaryTitle</key><string>\(name())</string>"
      + "<key>secondaryTitle</key><string></string><key>cellIdentifier</key>"
      + "<string>idCellNormal</string><key>additionalRows</key><integer>\(count)</integer></dict>"
  }

  private mutating func name() -> String {
    number += 1
    return ["a", "b", "ä", "M", "中"][below(5)] + String(number)
  }
}
