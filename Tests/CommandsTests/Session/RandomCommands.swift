import Catalogues
import SeededRandom

@testable import Commands

/// Command lines for a session as it is now; some of them fail, as those of users do.
struct RandomCommands {
  private let session: Session
  private var random: SeededGenerator

  init(_ session: Session, seed: UInt64) {
    self.session = session
    random = SeededGenerator(seed: seed)
  }

  mutating func edit() -> String {
    switch Int.random(in: 0..<24, using: &random) {
    case 0, 1: "insert \(item()) \(quoted(text())) \(chance() ? field() : "") \(placing())"
    case 2: "insert \(section()) \(chance() ? quoted(text()) : field()) --sorted"
    case 3: "delete \(entry())\(chance() ? " " + entry() : "")"
    case 4: "delete --all \(quoted(word()))"
    case 5, 6, 7: "move \(entry())\(chance() ? " " + entry() : "") to \(item()) \(placing())"
    case 8: "copy \(entry())\(chance() ? " " + entry() : "") to \(item()) \(placing())"
    case 9, 10: "set \(entry()) \(field())"
    case 11: "unset \(entry()) \(["name", "phone", "year", "extra"][index(4)])"
    case 12: "rename \(entry()) \(quoted(text()))"
    case 13: "section insert \(quoted(text())) \(sectionPlacing())"
    case 14: "section delete \(section())\(chance() ? " --force" : "")"
    case 15, 16: "section move \(section()) to \(section()) \(placing())"
    case 17: "section rename \(section()) \(quoted(text()))"
    case 18: "section sort \(chance() ? section() : "")"
    case 19: "section build \(["", "--locale=sv", "--by=name", "--entries-key=rows"][index(4)])"
    case 20:
      "fill \(entry()) \(["on", "1990-02-03", "7.5", "Ada \(index(9))", "''", "Daily"][index(6)])"
    case 21: "pick \(entry()) \(["", "", "Weekly"][index(3)])"
    case 22:
      "\(["expand", "collapse", "toggle", "accordion"][index(4)]) \(index(4) == 0 ? "all" : entry())"
    default: "section sort --all"
    }
  }

  /// Something that lists items, so that others can be named by their lines, or opens and closes.
  mutating func look() -> String {
    switch index(6) {
    case 0: "show"
    case 1: "find \(quoted(word()))"
    case 2: "show \(item())"
    case 3: "sections"
    case 4: "jump \(quoted(text()))"
    default: "toggle \(section())"
    }
  }

  mutating func travel() -> String {
    (chance() ? "undo" : "redo") + (chance() ? " \(1 + index(3))" : "")
  }

  mutating func index(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func chance() -> Bool { index(2) == 0 }

  // MARK: Words

  private mutating func item() -> String { chance() ? entry() : section() }

  private mutating func entry() -> String {
    if index(4) == 0 { return [".", "$", "1", "2", "3"][index(5)] }
    var entries: [Int] = []
    session.catalogue.forEachEntry(in: 0) { entries.append($0) }
    guard let entry = entries.randomElement(using: &random) else { return "/nothing" }
    return quoted(session.book.address(of: .entry(entry)))
  }

  private mutating func section() -> String {
    let sections = session.catalogue.sections(in: 0)
    guard index(10) > 0, let section = sections.randomElement(using: &random) else { return "/" }
    return quoted(session.book.address(of: .section(section)))
  }

  private mutating func placing() -> String {
    ["", "", "--before", "--after", "--first", "--last"][index(6)]
  }

  private mutating func sectionPlacing() -> String {
    switch index(6) {
    case 0: "--before \(section())"
    case 1: "--after=\(section())"
    case 2: "--in \(section())"
    case 3: "--first --in=\(section())"
    case 4: "--sorted"
    default: "--last"
    }
  }

  private mutating func field() -> String {
    let value = quoted(text())
    return [
      "name=\(value)", "year=12", "year=\(value)", "born=1999", "extra:boolean=yes",
      "=\(value)", "'a key':array=", "phone=\(value)", "x\\=y\\:z:real=1.5",
      "list:xml='<array><true/></array>'",
    ][index(10)]
  }

  private mutating func word() -> String { ["a", "er", "9", "湖", "new", "l"][index(6)] }

  private mutating func text() -> String {
    let texts = [
      "new", "Ä <b> & 'c'", "中文", "a\nb", "", "to", "all", "12", ".", "-x", "#1", "a/b", "a\\b",
      "e\u{301}", " lead", "a=b", "\u{7}", "one", "\"q\"", "apple",
    ]
    return texts[index(texts.count)] + (chance() ? String(index(3)) : "")
  }

  private func quoted(_ text: String) -> String { Quoting.quoted(text) }
}
