import Catalogues
import Editing
import ICUText
import Language
import Presentation

/// Going to a title of the strip, to a letter, or from hit to hit.
extension Browser {
  /// Selects the heading of a title and scrolls it to the top.
  ///
  /// If a filter leaves nothing under the title, the next title with something under it is used, or
  /// else the last one.
  func go(to title: Int) {
    let titles = list.all.titles
    guard titles.indices.contains(title) else { return }
    let index: Int?
    if let found = list.filter?.found {
      let filled = found.filledTitles
      let wanted = filled.filter { $0 >= title }.min() ?? filled.max()
      index = wanted.flatMap { found.row(ofTitle: titles[$0].heading) }
    } else {
      index = list.rows.row(forIndexTitle: titles[title])
    }
    if let index { list.show(atTop: index) }
  }

  /// Goes to the section whose title, or its reading, begins with a letter.
  func jump(to letter: Character) {
    let titles = list.all.titles
    let sections = SectionIndex(catalogue, filing: session.filing)
    let index: Int?
    if list.all.rows.sectioning.letters != nil {
      let wanted = session.filing.letter(of: String(letter))
      index = titles.lastIndex { $0.heading.letter.map { $0 <= wanted } ?? false } ?? 0
    } else if list.filter?.found == nil, !sections.isOwnLetter(String(letter)),
      let next = nextSection(beginningWith: letter)
    {
      list.select(.section(next))
      list.show(atTop: list.selection)
      return keepState()
    } else {
      let answer = sections.section(titled: String(letter), book: session.book)
      guard let section = answer?.section else { return complain("there are no sections") }
      if list.filter?.found == nil {
        if let index = list.rows.reveal(.section(section)).index { list.show(atTop: index) }
        return keepState()
      }
      let outermost = Sectioning(catalogue).path(to: .section(section)).first
      index = titles.firstIndex { $0.heading == outermost }
    }
    if let index { go(to: index) }
  }

  /// The section after the selected one, among those that begin with a letter; `nil` if none of
  /// these is selected.
  private func nextSection(beginningWith letter: Character) -> Section.ID? {
    let folding = CaseFolding()
    let wanted = folding.fold(String(letter))
    let sections = catalogue.sections(in: .root).filter {
      folding.fold(catalogue.shownTitle(of: $0) ?? "").starts(with: wanted)
    }
    guard case .heading(.section(let section))? = list.selected,
      let index = sections.firstIndex(of: section)
    else { return nil }
    return sections[(index + 1) % sections.count]
  }

  func goToHit(forward: Bool) {
    do throws(SessionError) {
      if lastSearch == nil, let text = settings.searches.last {
        lastSearch = try find(text, Filter.Terms())
      }
      guard let lastSearch else { return complain("there was no search yet") }
      if let entry = list.hit(in: lastSearch.rows, forward: forward) {
        select(.entry(entry))
      } else if list.filter?.found == nil {
        complain("nothing found: \(lastSearch.text)")
      }
    } catch {
      report(error)
    }
  }
}
