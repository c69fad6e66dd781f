/// A command that is timed on catalogues of two sizes.
struct ScaleCommand {
  /// The name in the table.
  let name: String
  let shape: ScaleShape
  /// The command to run before it for each item.
  var setup: ((ScaleShape, Int) -> String)?
  /// How many times it is run; by default once for each item, or for one in `share` of them.
  var times: Int?
  var share = 1
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

  private static let lists: [ScaleShape] = [.section, .flat, .labels, .fields]
  private static let entries: [ScaleShape] = [.sections, .deep] + lists
  private static let dicts: [ScaleShape] = [.sections] + lists

  static var all: [ScaleCommand] { edits + editsOfSections + forms + looks }

  /// Commands that edit entries.
  private static var edits: [ScaleCommand] {
    each("insert", entries) { shape, index, _ in "insert \(shape.address(index)) 'new \(index)'" }
      + each("insert --before", entries) { shape, index, _ in
        "insert \(shape.address(index)) 'new \(index)' --before"
      }
      + each("delete", entries) { shape, index, _ in "delete \(shape.address(index))" }
      + each("move", entries) { shape, index, count in
        "move \(shape.address(index)) to \(shape.place((index + count / 2) % count))"
      }
      + each("copy", entries) { shape, index, count in
        "copy \(shape.address(index)) to \(shape.place((index + count / 2) % count))"
      }
      + each("rename", entries) { shape, index, _ in "rename \(shape.address(index)) 'r\(index)'" }
      + each("set name", dicts) { shape, index, _ in "set \(shape.address(index)) name=q" }
      + each("set", dicts) { shape, index, _ in "set \(shape.address(index)) note=q" }
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
      + each("find, set 1", [.sections, .flat]) { _, index, _ in "find n\(index)z" }
      .map { command in
        var command = command
        command.follow = "set 1 name=q"
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

  /// Commands that edit sections.
  private static var editsOfSections: [ScaleCommand] {
    each("section insert", [.sections]) { _, index, _ in
      "section insert T\(index) --after=S\(index)"
    }
      + each("section insert, insert", [.sections]) { _, index, _ in
        "section insert T\(index) --after=S\(index)"
      }
      .map { command in
        var command = command
        command.follow = "insert T# one"
        return command
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

  /// The command to run after each line; `#` is the item's number.
  var follow: String?
  /// Whether everything is redone after it was undone.
  var isRedone = false
}
