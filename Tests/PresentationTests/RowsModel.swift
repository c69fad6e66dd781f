import Catalogues
import Presentation

/// What `Rows` says, found out by walking through everything.
struct RowsModel {
  let sectioning: Sectioning
  let state: OutlineState
  var top = Heading.top

  /// All rows, with how many levels they are indented.
  var rows: [(id: Row.ID, depth: Int)] {
    var result: [(Row.ID, Int)] = []
    var depth = 0
    if top != .top {
      result.append((.heading(top), 0))
      depth = 1
      if state.isClosed(top) { return result }
    }
    add(under: top, depth, &result)
    return result
  }

  private func add(under heading: Heading, _ depth: Int, _ rows: inout [(Row.ID, Int)]) {
    func addHeading(_ inner: Heading) {
      rows.append((.heading(inner), depth))
      if !state.isClosed(inner) { add(under: inner, depth + 1, &rows) }
    }
    guard sectioning.isOwn else {
      for inner in heading == .top ? sectioning.headings : [] { addHeading(inner) }
      for entry in sectioning.entries(under: heading) { rows.append((.entry(entry), depth)) }
      return
    }
    let catalogue = sectioning.catalogue
    let section = heading.section ?? .root
    for item in catalogue.sections[section].items {
      switch item {
      case .section(let inner): addHeading(.section(inner))
      case .entry(let entry):
        if !catalogue.isHidden(entry) { rows.append((.entry(entry), depth)) }
      }
    }
    if catalogue.footer(of: section) != nil { rows.append((.footer(of: heading), depth)) }
  }
}

extension RowChanges {
  /// The rows of now, made from those of before; new rows are taken from those of now.
  func applied<ID>(to before: [ID], now: [ID]) -> [ID] {
    var isGone = [Bool](repeating: false, count: before.count)
    for range in deleted + moved.map(\.from) { for index in range { isGone[index] = true } }
    var result = [ID?](repeating: nil, count: now.count)
    for range in inserted { for index in range { result[index] = now[index] } }
    for move in moved {
      for (from, to) in zip(move.from, move.to) { result[to] = before[from] }
    }
    var rest = zip(before, isGone).filter { !$1 }.map(\.0)[...]
    for index in result.indices where result[index] == nil { result[index] = rest.popFirst() }
    return rest.isEmpty ? result.compactMap(\.self) : []
  }
}
