import Catalogues
import Editing
import Grammar
import Language
import PropertyLists

/// Command lines for the current state of a session; some of them fail, as do those of users.
extension Choices {
  mutating func command(for session: Session) -> String {
    switch below(9) {
    case 8: pathCommand(session)
    case 0: look(session)
    case 1: one(of: ["undo", "redo", "undo 2", "revert", "refresh", "undo", "redo 3", "save"])
    case 2: formCommand(session)
    case 3: sectionCommand(session)
    default: entryCommand(session)
    }
  }

  private mutating func look(_ session: Session) -> String {
    switch below(12) {
    case 0: return "show \(item(session))"
    case 1: return "find \(options()) \(quoted(text()))"
    case 2: return "jump \(quoted(text()))"
    case 3: return "set option \(one(of: Choices.settings))"
    case 4: return "show --page-size=\(below(4)) \(flip() ? "--collapsed" : "")"
    case 5: return "check \(one(of: ["", "--fix", "--fix=all", "--locale=sv"]))"
    default:
      return one(of: [
        "show", "sections", "more", "next", "previous", "history", "diff", "info", "accordion on",
        "accordion off", "expand all", "collapse all",
      ])
    }
  }

  private static let settings = [
    "index on", "index off", "grouped on", "grouped off", "page-size 3", "detail '{name}'",
    "style value1", "style subtitle", "by name", "locale zh", "locale en", "accordion on",
  ]

  private mutating func options() -> String {
    one(of: [
      "", "-E", "-x", "-w", "-s", "-v", "-c", "--readings", "--field name", "-n 1", "-S", "-a",
    ])
  }

  private mutating func entryCommand(_ session: Session) -> String {
    switch below(10) {
    case 0: "insert \(item(session)) \(quoted(text())) \(field()) \(placing())"
    case 1: "insert \(section(session)) \(flip() ? quoted(text()) : field()) --sorted"
    case 2: "delete \(entry(session)) \(flip() ? entry(session) : "")"
    case 3: "delete --all \(quoted(text()))"
    case 4, 5: "move \(entries(session)) to \(item(session)) \(placing())"
    case 6: "copy \(entries(session)) to \(item(session)) \(placing())"
    case 7: "set \(item(session)) \(field()) \(flip() ? field() : "")"
    case 8: "unset \(item(session)) \(key()) \(flip() ? key() : "")"
    default: "rename \(item(session)) \(quoted(text()))"
    }
  }

  private mutating func sectionCommand(_ session: Session) -> String {
    switch below(9) {
    case 0, 1: "section insert \(quoted(text())) \(sectionPlacing(session))"
    case 2: "section delete \(section(session)) \(flip() ? "--force" : "")"
    case 3: "section move \(section(session)) to \(item(session)) \(placing())"
    case 4: "section rename \(section(session)) \(quoted(text()))"
    case 5: "section sort \(flip() ? section(session) : "--all")"
    case 6: "section copy \(section(session)) to \(item(session)) \(placing())"
    default:
      "section build "
        + one(of: ["", "--locale=sv", "--by=name", "--entries-key=rows", "--force", "--locale=zh"])
    }
  }

  private mutating func pathCommand(_ session: Session) -> String {
    switch below(7) {
    case 0, 1: "set \(path(session))\(one(of: ["", ":integer", ":json", ":xml"]))=\(below(9))"
    case 2: "insert \(path(session))=\(quoted(text()))"
    case 3: "delete \(path(session)) \(flip() ? path(session) : "")"
    case 4: "rename \(path(session)) \(quoted(text()))"
    case 5: "move \(path(session)) to \(path(session))"
    default: "copy \(path(session)) to \(path(session))"
    }
  }

  /// The path of a value in the file as it is saved, or of a missing value beside it.
  private mutating func path(_ session: Session) -> String {
    let document = session.catalogue.document
    guard document.hasSourceText else { return one(of: [".0", ".a", ".a.b", ".1.x[0]"]) }
    let tree = EditedTree(document)
    var (path, here) = (ValuePath.root, tree.root)
    repeat {
      let members = tree.members(of: here)
      if members.isEmpty || below(6) == 0 {
        path = path.appending(flip() ? .position(members.count) : .name(text()))
        break
      }
      let position = below(members.count)
      let name = tree.key(of: members[position]).map(document.text)
      path = path.appending(name.map { .name($0) } ?? .position(position))
      here = tree.value(of: members[position])
    } while document.kind(of: here).isContainer && below(3) > 0
    return PathWord.written(path.text)
  }

  private mutating func formCommand(_ session: Session) -> String {
    switch below(4) {
    case 0: "fill \(entry(session)) \(one(of: Choices.entered)) \(dating())"
    case 1: "pick \(entry(session)) \(flip() ? quoted(text()) : "") \(dating())"
    case 2: "\(disclosing()) \(item(session)) \(flip() ? item(session) : "")"
    default: "set \(entry(session)) \(formField())"
    }
  }

  private static let entered = [
    "on", "off", "1990-02-03", "7.5", "-1e308", "nan", "''", "Daily", "a", "'3 Feb 1990'", "0",
  ]

  private mutating func dating() -> String {
    one(of: ["", "", "", "--date-format=yyyy", "--locale=de", "--date-format=\"'\""])
  }

  private mutating func disclosing() -> String {
    one(of: ["expand", "collapse", "toggle", "accordion"])
  }

  private mutating func formField() -> String {
    one(of: [
      "additionalRows=1", "additionalRows=99999999999999999999", "additionalRows:string=-1",
      "additionalRows:array=", "isVisible=false", "isExpanded=true", "isExpandable:string=yes",
      "cellIdentifier=idCellSwitch", "value:dict=", "minimum:real=nan", "maximum=-1",
      "dateFormat=yyyy", "primaryTitle:xml='<data/>'", "secondaryTitle=a",
    ])
  }

  // MARK: Operands

  private mutating func item(_ session: Session) -> String {
    flip() ? entry(session) : section(session)
  }

  private mutating func entries(_ session: Session) -> String {
    entry(session) + (flip() ? " " + entry(session) : "")
  }

  private mutating func entry(_ session: Session) -> String {
    switch below(8) {
    case 0: return one(of: [".", "$", "1", "2", "3", "#-1", "/nothing", "#1"])
    case 1: return quoted(text())
    default:
      var entries: [Entry.ID] = []
      session.catalogue.forEachEntry(in: .root) { entries.append($0) }
      guard !entries.isEmpty else { return "." }
      return address(.entry(one(of: entries)), in: session)
    }
  }

  private mutating func section(_ session: Session) -> String {
    let sections = session.catalogue.sections(in: .root)
    guard !sections.isEmpty, below(6) > 0 else { return "/" }
    return address(.section(one(of: sections)), in: session)
  }

  private func address(_ item: Item, in session: Session) -> String {
    quoted(AddressBook(session.catalogue).address(of: item))
  }

  private mutating func placing() -> String {
    one(of: ["", "", "--before", "--after", "--first", "--last", "--sorted"])
  }

  private mutating func sectionPlacing(_ session: Session) -> String {
    switch below(6) {
    case 0: "--before \(section(session))"
    case 1: "--after=\(section(session))"
    case 2: "--in \(section(session))"
    case 3: "--first --in=\(section(session))"
    case 4: "--sorted"
    default: "--last"
    }
  }

  private mutating func key() -> String {
    quoted(one(of: ["name", "title", "rows", "a", "value"]))
  }

  private mutating func field() -> String {
    switch below(8) {
    case 0: "=\(quoted(text()))"
    case 1: "extra:boolean=yes"
    case 2: "list:xml='<array><true/></array>'"
    case 3: "rows:array="
    case 4: "x\\=y:real=1.5"
    case 5: "'a key':date=2001-01-01"
    default: "\(key())=\(quoted(text()))"
    }
  }

  private func quoted(_ text: String) -> String { Quoting.quoted(text) }
}
