import Catalogues
import Grammar
import PropertyLists
import SeededRandom

@testable import Editing
@testable import Language

/// Command lines for the current state of a session; some of them fail, as those of users do.
struct RandomCommands {
  private let session: Session
  private var random: SeededGenerator

  init(_ session: Session, seed: UInt64) {
    self.session = session
    random = SeededGenerator(seed: seed)
  }

  mutating func edit() -> String {
    switch index(34) {
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
    case 23: "check --fix\(chance() ? " --unsafe-fixes" : "")"
    case 24: "set \(entry()) \(field()) \(field())"
    case 25: "insert --by-letter \(quoted(text())) \(chance() ? field() : "")"
    case 26: "replace \(quoted(word())) \(quoted(text())) \(["", "-i", "--field=name"][index(3)])"
    case 27: "replace -E '[aeiou](.)' '$1_$0' --ignore-case"
    case 28: "section copy \(section()) to \(section()) \(placing())"
    case 29, 30: "set \(section()) \(field())\(chance() ? " " + field() : "")"
    case 31: "unset \(section()) \(["name", "a", "title", "extra"][index(4)])"
    case 32: "set \(entry()) \(chance() ? "list.0" : "extra.a")=\(quoted(text()))"
    default: "section sort --all"
    }
  }

  /// A command on values at paths.
  mutating func path() -> String {
    switch index(8) {
    case 0, 1, 2: "set \(valuePath())=\(quoted(text()))"
    case 3:
      "set \(valuePath()):\(["json='[1, \"a\"]'", "integer=7", "json='{\"k\": []}'"][index(3)])"
    case 4: "delete \(valuePath())"
    case 5: "rename \(valuePath()) \(["key", "name", "k-1"][index(3)])"
    case 6: "move \(valuePath()) to \(valuePath())"
    default: "copy \(valuePath()) to \(valuePath())"
    }
  }

  /// The path of an entry's value, or of one in it or beside it.
  private mutating func valuePath() -> String {
    var entries: [Entry.ID] = []
    session.catalogue.forEachEntry(in: .root) { entries.append($0) }
    guard let entry = entries.randomElement(using: &random),
      var path = session.catalogue.path(of: .entry(entry))
    else { return ".a" }
    let document = session.catalogue.document
    let value = session.catalogue.value(of: entry)
    if document.kind(of: value) == .dict, chance() {
      let keys = document.members(of: value).map { document.exactText(of: $0.key) } + ["added"]
      path = path.appending(.name(keys[index(keys.count)]))
    } else if index(4) == 0 {
      path = path.parent
    }
    return PathWord.written(path.text)
  }

  /// A command that lists items, whose lines others can then name, or that opens and closes them.
  mutating func look() -> String {
    switch index(12) {
    case 0: "show"
    case 1: "find \(quoted(word()))"
    case 2: "show \(item())"
    case 3: "sections"
    case 4: "jump \(quoted(text()))"
    case 5: "collapse \(section())"
    case 6: "accordion \(section())"
    case 7: ["next", "previous", "more"][index(3)]
    case 8: "show \(item()) \(item())"
    case 9: "show \(label())\(chance() ? " --collapsed" : "")"
    case 10: ["check", "info", "diff", "history", "set option"][index(5)]
    default: "toggle \(section())"
    }
  }

  /// Commands of which the last is likely to fail after it has changed the session: it opens, lists
  /// or makes current what those before it have closed or left.
  mutating func halfway() -> [String] {
    switch index(10) {
    case 0: ["collapse all", "show \(section()) --page 99"]
    case 1: ["show 1", "collapse all", "show \(item()) --page-size 1 --page 99"]
    case 2: ["set by-letter on", "collapse all", "show \(label()) --page 99"]
    case 3: ["set by-letter on", "set accordion on", "show \(label()) --page 99"]
    case 4: ["expand \(section())", "collapse \(section()) \(entry())"]
    case 5: ["collapse \(section())", "expand \(section()) \(entry()) \(entry())"]
    case 6: ["set by-letter off", "toggle \(section()) \(section()) \(entry())"]
    case 7: ["set accordion on", "accordion \(section()) \(entry())"]
    case 8: ["expand all", "set accordion on", "expand \(section()) \(entry()) \(item())"]
    default: ["find \(quoted(word()))", "move \(entry()) $ \(section()) to \(item()) \(placing())"]
    }
  }

  /// A command that is likely to fail, possibly halfway.
  mutating func failure() -> String {
    switch index(28) {
    case 0: "copy \(entry()) \(section()) to \(item())"
    case 1: "copy \(entry()) to #\(1 + index(4)) \(placing())"
    case 2: "move \(entry()) \(entry()) \(section()) to \(item()) \(placing())"
    case 3: "delete \(entry()) \(entry()) \(section())"
    case 4: "section delete \(section()) \(section()) \(section())"
    case 5: "set \(item()) name=x year:integer=many"
    case 6: "set \(entry()) Type=PSGroupSpecifier"
    case 7: "rename \(item()) \(quoted(text()))"
    case 8: "insert \(item()) \(quoted(text())) list:xml='<array>' \(placing())"
    case 9: "fill \(item()) \(quoted(text()))"
    case 10: "pick \(item()) nothing"
    case 11: "expand \(section()) \(entry()) \(item())"
    case 12: "show \(item()) --page \(2 + index(9))"
    case 13: "show \(item()) \(item()) #99"
    case 14: "accordion \(item()) \(item())"
    case 15: "section build \(["--by=nothing", "--force", "--locale=zh"][index(3)])"
    case 16: "section sort \(section()) \(item())"
    case 17: "move \(entry()) to \(entry())"
    case 18:
      ["undo 99", "redo 99", "delete .", "set $ name=q", "show 99", "more", "delete /no"][index(7)]
    case 19: "copy \(entry()) \(entry()) to \(chance() ? "/#999" : "#1/#999") \(placing())"
    case 20: "find \(["-E '('", "-E '[z-a]'", "-E '\\\\'", "--in=nothing a"][index(4)])"
    case 21: "delete --all \(["-E '('", "-E 'a{2,1}'"][index(2)])"
    case 22: "set \(entry()) \(field()) \(field()) born:date=never"
    case 23: "unset \(entry()) name year nothing"
    case 24: "insert \(item()) \(quoted(text())) name=a name=b \(placing())"
    case 25: "section move \(section()) to \(section()) --in"
    case 26: "section copy \(section()) to \(item()) \(placing())"
    default: "section insert \(quoted(text())) --in \(item())"
    }
  }

  /// A command that sets an option of the session, existing or not.
  mutating func option() -> String {
    [
      "set by-letter on", "set by-letter off", "set by-letter maybe", "set accordion on",
      "set accordion off",
      "set page-size 3", "set page-size 0", "set by name", "set by nothing", "set locale sv",
      "set locale x-y-z", "set detail '{nothing}'", "set grouped on", "next", "previous",
    ][index(15)]
  }

  /// A command about the file; `%` is a directory.
  mutating func file() -> String {
    ["save", "revert", "refresh", "save as '%other.plist'", "save as '%no/such/directory'"][
      index(5)]
  }

  mutating func undoOrRedo() -> String {
    (chance() ? "undo" : "redo") + (chance() ? " \(1 + index(3))" : "")
  }

  mutating func index(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func chance() -> Bool { index(2) == 0 }

  // MARK: Words

  private mutating func item() -> String { chance() ? entry() : section() }

  private mutating func entry() -> String {
    if index(4) == 0 { return [".", "$", "1", "2", "3"][index(5)] }
    var entries: [Entry.ID] = []
    session.catalogue.forEachEntry(in: .root) { entries.append($0) }
    guard let entry = entries.randomElement(using: &random) else { return "/nothing" }
    return quoted(session.book.address(of: .entry(entry)))
  }

  private mutating func section() -> String {
    let sections = session.catalogue.sections(in: .root)
    guard index(10) > 0, let section = sections.randomElement(using: &random) else { return "/" }
    return quoted(session.book.address(of: .section(section)))
  }

  /// A label of the index.
  private mutating func label() -> String {
    quoted(session.headingTitles.randomElement(using: &random) ?? "A")
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
