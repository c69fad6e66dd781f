import SeededRandom

/// A simple model of a list with sections, and of changes that other programs make to it.
struct ListModel: RandomSource {
  struct Entry: Hashable {
    var label: String
    var detail: String
  }

  struct Section {
    var title: String
    var entries: [Entry]
  }

  private(set) var sections: [Section] = []
  var generator: SeededGenerator
  private var number = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    for _ in 0...below(4) {
      sections.append(Section(title: newText(), entries: (0..<below(9)).map { _ in newEntry() }))
    }
  }

  /// The text of a file.
  var text: String {
    let sections = sections.map { section in
      let entries = section.entries.map {
        "<dict><key>name</key><string>\($0.label)</string>"
          + "<key>phone</key><string>\($0.detail)</string></dict>\n"
      }
      return "<dict><key>title</key><string>\(section.title)</string><key>cars</key>\n"
        + "<array>\(entries.joined())</array></dict>\n"
    }
    return "<plist version=\"1.0\"><array>\n\(sections.joined())</array></plist>\n"
  }

  private mutating func newText() -> String {
    number += 1
    return ["a", "ä", "中"][below(3)] + String(number)
  }

  /// An entry unlike all others, possibly with a label that others have.
  private mutating func newEntry() -> Entry {
    let detail = newText()
    return Entry(label: below(4) == 0 ? "common" : newText(), detail: detail)
  }

  /// How many entries and sections are new, gone and so on.
  struct Counts {
    var new = 0
    var gone = 0
    var changed = 0
    var moved = 0
    var sections = (new: 0, gone: 0, renamed: 0)
  }

  /// Makes one change, and says what it is.
  mutating func change() -> Counts {
    var counts = Counts()
    let section = below(sections.count)
    let count = sections[section].entries.count
    let position = below(count + 1)
    let fresh = newEntry()
    switch below(count == position ? 4 : 9) {
    case 0:
      sections[section].entries.insert(fresh, at: position)
      counts.new = 1
    case 1:
      sections[section].title = newText()
      counts.sections.renamed = 1
    case 2 where sections.count > 1:
      counts.gone = sections.remove(at: section).entries.count
      counts.sections.gone = 1
    case 2, 3:
      let entries = (0..<below(4)).map { _ in newEntry() }
      sections.insert(Section(title: newText(), entries: entries), at: section)
      counts.new = entries.count
      counts.sections.new = 1
    case 4:
      sections[section].entries.remove(at: position)
      counts.gone = 1
    case 5:
      sections[section].entries[position].detail = fresh.detail
      counts.changed = 1
    case 6:
      counts.changed = sections[section].entries[position].label == fresh.label ? 0 : 1
      sections[section].entries[position].label = fresh.label
    case 7:
      let isSame = sections[section].entries[position].label == fresh.label
      sections[section].entries[position] = fresh
      (counts.changed, counts.new, counts.gone) = isSame ? (1, 0, 0) : (0, 1, 1)
    default:
      let to = below(sections.count)
      let entry = sections[section].entries.remove(at: position)
      let place = below(sections[to].entries.count + 1)
      sections[to].entries.insert(entry, at: place)
      counts.moved = to == section && place == position ? 0 : 1
    }
    return counts
  }
}
