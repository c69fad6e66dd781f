/// A command that is timed on catalogues of two sizes.
struct ScaleCommand {
  /// The name in the table.
  let name: String
  let shape: ScaleShape
  /// The command that is run for each item beforehand.
  var setup: ((ScaleShape, Int) -> String)?
  /// How many times it is run; by default once for each item, or for one in `share` of them.
  var times: Int?
  var share = 1
  /// The line of the command, or several lines.
  let line: (_ shape: ScaleShape, _ index: Int, _ count: Int) -> String

  /// A command that is run for each item.
  static func each(
    _ name: String, _ shapes: [ScaleShape], after setup: ((ScaleShape, Int) -> String)? = nil,
    _ line: @escaping (ScaleShape, Int, Int) -> String
  ) -> [ScaleCommand] {
    shapes.map { ScaleCommand(name: name, shape: $0, setup: setup, line: line) }
  }

  /// A command that is run only a few times, since it processes everything.
  static func few(
    _ name: String, _ shapes: [ScaleShape], times: Int = 4,
    after setup: ((ScaleShape, Int) -> String)? = nil
  ) -> [ScaleCommand] {
    shapes.map {
      ScaleCommand(name: name, shape: $0, setup: setup, times: times) { _, _, _ in name }
    }
  }

  /// A command that is run once, with a part for each item.
  private static func one(
    _ name: String, _ shapes: [ScaleShape], _ part: @escaping (ScaleShape, Int) -> String,
    _ line: @escaping (ScaleShape, String) -> String
  ) -> [ScaleCommand] {
    shapes.map {
      ScaleCommand(name: name, shape: $0, times: 1) { shape, _, count in
        line(shape, (0..<count).map { part(shape, $0) }.joined(separator: " "))
      }
    }
  }

  private static let lists: [ScaleShape] = [.section, .flat, .labels, .fields]
  private static let entries: [ScaleShape] = [.sections, .deep] + lists
  private static let dicts: [ScaleShape] = [.sections] + lists

  // Commands whose time necessarily grows with the catalogue are left out: changes within a list
  // with numbered keys, since the keys of all items after them change; rows of a large section of a
  // form, since any row before them may own them; names that do not exist, since similar ones are
  // suggested after a comparison with all, 20,000 at most; and `--sorted` in a section that is not
  // in order.
  static var all: [ScaleCommand] { edits + longCommands + editsOfSections + forms + looks }

  /// Commands that edit entries.
  private static var edits: [ScaleCommand] {
    each("insert", entries + [.named]) { shape, index, _ in
      "insert \(shape.address(index)) 'new \(index)'"
    }
      + each("insert --before", entries + [.named]) { shape, index, _ in
        "insert \(shape.address(index)) 'new \(index)' --before"
      }
      + each("insert, last", [.section, .flat, .numbered]) { shape, index, _ in
        "insert \(shape.section(index)) 'new \(index)'"
      }
      + each("insert --sorted", [.sections, .ordered]) { shape, index, _ in
        "insert --sorted \(shape.section(index)) '\(shape.label(index)) new'"
      }
      + each("move --sorted", [.ordered]) { shape, index, _ in
        "move --sorted \(shape.address(index)) to \(shape.section(index))"
      }
      + each("delete", entries + [.named]) { shape, index, _ in "delete \(shape.address(index))" }
      + each("delete, last", [.section, .flat, .numbered]) { shape, _, _ in
        "delete \(shape == .section ? "All" : "")/#-1"
      }
      + each("move, last", [.numbered]) { _, _, _ in "move /#-1 to /#-2" }
      + each("move", entries + [.named]) { shape, index, count in
        "move \(shape.address(index)) to \(shape.place((index + count / 2) % count))"
      }
      + each("copy", entries) { shape, index, count in
        "copy \(shape.address(index)) to \(shape.place((index + count / 2) % count))"
      }
      + each("rename", entries + [.named, .numbered]) { shape, index, _ in
        "rename \(shape.address(index)) 'r\(index)'"
      }
      + each("set name", dicts) { shape, index, _ in "set \(shape.address(index)) name=q" }
      + each("set", dicts + [.named, .numbered]) { shape, index, _ in
        "set \(shape.address(index)) note=q"
      }
      + each("set, new key", dicts) { shape, index, _ in "set \(shape.address(index)) extra=q" }
      + each("set, XML", [.sections]) { shape, index, _ in
        "set \(shape.address(index)) note:xml='<array/>'"
      }
      + each("unset", dicts) { shape, index, _ in "unset \(shape.address(index)) note" }
      + each("set, folded", [.section, .flat]) { shape, index, _ in
        "set \(shape.address(index).uppercased()) note=q"
      }
      + each("set, by beginning", [.flat]) { shape, index, _ in "set 'r \(index)x' note=q" }
      .map { command in
        var command = command
        command.setup = { shape, index in "rename \(shape.address(index)) 'r \(index)xyz'" }
        return command
      }
      + each("set, by position", [.sections, .flat]) { shape, index, _ in
        "set \(shape == .flat ? "/#\(index + 1)" : "#\(index + 1)/#1") note=q"
      }
      + each("delete #1", [.flat]) { _, _, _ in "delete /#1" }
      + each("delete 20", [.flat]) { _, _, _ in "delete" + (1...20).map { " /#\($0)" }.joined() }
      .map { command in
        var command = command
        command.share = 32
        return command
      }
      + each("find, set 1", [.sections, .flat]) { _, index, _ in
        "find n\(index)z\nset 1 name=q"
      }
      .map { command in
        var command = command
        command.share = 4
        return command
      }
      + each(
        "undo", [.sections, .flat], after: { "set \($0.address($1)) name=q" }, { _, _, _ in "undo" }
      )
      + each(
        "undo, redo", [.sections, .flat], after: { "delete \($0.address($1))" },
        { _, _, _ in "undo" }
      )
      .map { command in
        var command = command
        command.isRedone = true
        return command
      }
  }

  /// Commands with a word for each item.
  private static var longCommands: [ScaleCommand] {
    let key: (ScaleShape, Int) -> String = { _, index in "k\(index)" }
    let field: (ScaleShape, Int) -> String = { _, index in "k\(index)=v" }
    let address: (ScaleShape, Int) -> String = { $0.address($1) }
    let section: (ScaleShape, Int) -> String = { _, index in "S\(index)" }
    return one("insert, all fields", [.flat], field) { "insert / x \($1)" }
      + one("set, all fields", [.flat, .numbered], field) { "set 'ex 1' \($1)" }
      + one("set, unset all fields", [.flat], key) { _, keys in
        "set 'ex 1' \(keys.replacing(" ", with: "=v "))=v\nunset 'ex 1' \(keys)"
      }
      + one("delete all", [.sections, .section, .flat], address) { "delete \($1)" }
      + one("move all", [.sections, .section, .flat], address) { "move \($1) to \($0.place(0))" }
      + one("copy all", [.sections, .section, .flat], address) { "copy \($1) to \($0.place(0))" }
      + one("show all", [.sections, .section, .flat], address) { "show \($1)" }
      + one("expand all sections", [.sections], section) { "expand \($1)" }
      + one("section sort all", [.sections], section) { "section sort \($1)" }
      + one("section delete all", [.sections], section) { "section delete \($1) --force" }
  }

  /// Commands that edit sections.
  private static var editsOfSections: [ScaleCommand] {
    each("section insert", [.sections]) { _, index, _ in
      "section insert T\(index) --after=S\(index)"
    }
      + each("section insert, insert", [.sections]) { _, index, _ in
        "section insert T\(index) --after=S\(index)\ninsert T\(index) one"
      }
      + each("section delete", [.sections]) { _, index, _ in "section delete S\(index) --force" }
      + each("section move", [.sections]) { _, index, count in
        "section move S\(index) to S\((index + 1 + count / 2) % count) --before"
      }
      + each("section rename", [.sections]) { _, index, _ in "section rename S\(index) R\(index)" }
      + each("section rename", [.deep]) { shape, index, _ in "section rename S\(index) R\(index)" }
      + each("section sort S", [.sections]) { _, index, _ in "section sort S\(index)" }
      + few("section sort", [.sections], times: 1)
      + few("section sort --all", [.sections, .section], times: 1)
      + few("section build --force", [.sections, .section, .flat], times: 1)
  }

  /// Commands that fill in forms.
  private static var forms: [ScaleCommand] {
    each("fill", [.form]) { shape, index, _ in "fill \(shape.address(index)) Ada" }
      + each("expand row", [.form]) { _, index, _ in "expand 'ex \(index)'" }
      + each("insert row", [.form]) { shape, index, _ in
        "insert 'row \(index).7' primaryTitle=new isVisible:boolean=true additionalRows:integer=0"
      }
      + each("move row", [.form]) { _, index, _ in "move 'row \(index).3' to 'row \(index).6'" }
      + each("delete row", [.form]) { shape, index, _ in "delete 'row \(index).6'" }
  }

  /// Commands that show the catalogue and its changes.
  private static var looks: [ScaleCommand] {
    few("show", ScaleShape.allCases)
      + few("sections", [.sections])
      + few("jump S7", [.sections]) + few("next", [.sections]) + few("previous", [.sections])
      + few("collapse all", [.sections]) + few("expand all", [.sections])
      + few("toggle S7", [.sections])
      + few("find ex", [.sections, .flat]) + few("find -c 'ex 7'", [.sections, .flat])
      + few("info", [.sections, .flat]) + few("check", [.sections, .flat])
      + few("check --fix --unsafe-fixes", [.blanks], times: 1)
      + few("diff", [.sections, .flat], times: 1, after: { "set \($0.address($1)) name=q" })
      + few("history", [.flat], times: 1, after: { "set \($0.address($1)) name=q" })
      + few("save", [.sections, .flat], times: 1, after: { "set \($0.address($1)) name=q" })
      + few("revert", [.sections, .flat], times: 1, after: { "set \($0.address($1)) name=q" })
      + few("refresh", [.sections, .flat], times: 1, after: { "set \($0.address($1)) note=q" })
  }

  /// Whether everything is redone after being undone.
  var isRedone = false
}
