import Catalogues
import Exchange
import ICUText
import Presentation

/// Prints one JSON object per line for each entry and section.
struct JSONPrinter: HitPrinter {
  let context: HitContext

  func print(_ entry: Entry.ID) throws(Failure) {
    let label = context.configuration.filing.map { filing in
      filing.names.index[filing.letter(of: entry, in: context.catalogue)].text
    }
    try print(object.members(of: entry, letter: label), matches: context.matches(in: entry))
  }

  func print(_ section: Section.ID) throws(Failure) {
    try print(object.members(of: section), matches: context.matches(in: section))
  }

  private var object: ItemObject {
    ItemObject(catalogue: context.catalogue, book: context.book, fileName: context.fileName)
  }

  private func print(
    _ members: ItemObject.Members, matches: [HitMatches.FieldMatch]
  ) throws(Failure) {
    let ranges = matches.flatMap { match in
      match.ranges.map { range in
        JSON.object(
          [(key: "field", value: JSON.string(match.path))]
            + (match.isKey ? [(key: "key", value: "true")] : []) + [
              (key: "start", value: String(range.lowerBound)),
              (key: "end", value: String(range.upperBound)),
            ])
      }
    }
    let object = JSON.object(members + [(key: "matches", value: JSON.array(ranges))])
    try context.write(object)
  }
}
