import Catalogues
import Exchange
import ICUText
import Presentation

/// Prints the sections and entries among rows as JSON objects, one a line.
struct OutlineObjects {
  let object: ItemObject
  let output: Output

  func print(_ page: ShownPage) throws(Failure) {
    for part in page.parts {
      switch part {
      case .fields(.entry(let entry)): try print(entry)
      case .fields(.section(let section)): try print(object.members(of: section))
      case .rows(let rows, let range):
        let range = range ?? 0..<rows.count
        var letter: String?
        for run in rows.runs(in: range) {
          switch run.content {
          case .heading(.letter(let own), _):
            letter = rows.sectioning.letters?[own].text
          case .heading(let heading, let isExpanded):
            guard let section = heading.section else { continue }
            try print(object.members(of: section, isCollapsed: !isExpanded))
          case .entries(let entries): for entry in entries { try print(entry, letter: letter) }
          case .footer: break
          }
        }
      }
    }
  }

  private func print(_ entry: Entry.ID, letter: String? = nil) throws(Failure) {
    try print(object.members(of: entry, letter: letter))
  }

  private func print(_ members: ItemObject.Members) throws(Failure) {
    try output.write(line: JSON.object(members))
  }
}
