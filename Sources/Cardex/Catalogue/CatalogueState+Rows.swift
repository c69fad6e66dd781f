import Catalogues
import Forms
import Platform
import Presentation

/// What tables show.
extension CatalogueState {
  func openView() -> Int {
    nextView += 1
    views[nextView] = RowsView(session)
    return nextView
  }

  func closeView(_ number: Int) { views.removeValue(forKey: number)?.signal?.finish() }

  /// A stream that wakes the task that waits for changes of a table. It ends when another task
  /// begins to wait, or when the table is gone.
  func signals(of number: Int) -> AsyncStream<Void> {
    let (stream, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    views[number]?.signal?.finish()
    views[number]?.signal = signal
    return stream
  }

  func toggle(_ id: Row.ID, in number: Int) {
    guard let view = views[number], let item = try? item(id) else { return }
    view.toggle(item, session)
    note([])
  }

  func show(_ query: Query?, in number: Int) throws(CatalogueError) {
    guard let view = views[number] else { return }
    try view.show(query, self)
    note([])
  }

  /// The rows of a table now, and the rows edited since a version; `edited` is `nil` if all rows
  /// may have been edited. Returns `nil` if nothing has changed.
  func list(
    in number: Int, since version: Int
  ) -> (list: RowList, edited: Set<Presentation.Row.ID>?, version: Int)? {
    guard version != self.version, let view = views[number] else { return nil }
    view.searchAgain(self)
    let runs = view.rows.snapshot.flatMap(numbered)
    return (RowList(runs), version == 0 ? [] : edited(since: version), self.version)
  }

  /// A run with the numbers in `Row.ID` in place of its items; several runs if the numbers are not
  /// consecutive.
  private func numbered(_ run: RowList.Run) -> [RowList.Run] {
    func number(_ heading: Heading) -> Heading {
      heading.section.map {
        .section(Catalogues.Section.ID(rawValue: sections.number(of: $0.rawValue)))
      } ?? heading
    }
    switch run.content {
    case .heading(let heading, let isExpanded):
      return [
        RowList.Run(content: .heading(number(heading), isExpanded: isExpanded), depth: run.depth)
      ]
    case .footer(let heading):
      return [RowList.Run(content: .footer(of: number(heading)), depth: run.depth)]
    case .entries(let range):
      let items = range.lowerBound.rawValue..<range.upperBound.rawValue
      return entries.ranges(of: items).map { numbers in
        RowList.Run(
          content: .entries(
            Catalogues.Entry.ID(
              rawValue: numbers.lowerBound)..<Catalogues.Entry.ID(rawValue: numbers.upperBound)),
          depth: run.depth)
      }
    }
  }

  // MARK: Contents of rows

  /// A row of a run that has the numbers of `Row.ID`.
  func row(_ run: RowList.Run, at offset: Int, outdentedBy outer: Int, in number: Int) -> Row {
    let id = run.id(at: offset)
    guard let view = views[number] else { return Row(gone: id) }
    if id.kind == .footer {
      guard let section = sections.item(id.number).map(Catalogues.Section.ID.init(rawValue:)),
        catalogue.contains(.section(section))
      else { return Row(gone: id) }
      return Row(
        view.builder.footer(of: .section(section), depth: run.depth), id, outdentedBy: outer)
    }
    guard let item = try? item(id) else { return Row(gone: id) }
    switch item {
    case .entry(let entry):
      return Row(view.builder.row(of: entry, depth: run.depth), id, outdentedBy: outer)
    case .section(let section):
      let isExpanded: Bool
      if case .heading(_, let isOpen) = run.content {
        isExpanded = isOpen
      } else {
        isExpanded = false
      }
      var row = view.builder.row(of: .section(section), depth: run.depth, isExpanded: isExpanded)
      // A header belongs to the row of its section.
      if row.detail == nil {
        row.detail = catalogue.header(of: section).map {
          Presentation.Row.Text(catalogue.shownTitle($0))
        }
      }
      return Row(row, id, outdentedBy: outer)
    }
  }

  func header(_ section: Int, isExpanded: Bool, in number: Int) -> Row {
    let run = RowList.Run(
      content: .heading(
        .section(Catalogues.Section.ID(rawValue: section)), isExpanded: isExpanded), depth: 0)
    return row(run, at: 0, outdentedBy: 0, in: number)
  }

  /// - Parameter number: 0 for the footer of the whole list.
  func footer(_ number: Int) -> String? {
    let item = number == 0 ? 0 : sections.item(number)
    guard let section = item.map(Catalogues.Section.ID.init(rawValue:)),
      catalogue.contains(.section(section))
    else { return nil }
    return catalogue.footer(of: section).map(catalogue.shownTitle)
  }

  /// The titles of sections by their numbers.
  func titles(_ numbers: [Int?]) -> [String?] {
    numbers.map { number in
      guard let section = number.flatMap(sections.item), section > 0 else { return nil }
      return catalogue.shownTitle(of: Catalogues.Section.ID(rawValue: section))
    }
  }
}
