import Catalogues
import ICUText
import Presentation
import PropertyLists

/// Prints one JSON object per line for each entry and section.
struct JSONPrinter: HitPrinter {
  let context: HitContext

  func print(_ entry: Entry.ID) throws(Failure) {
    let catalogue = context.catalogue
    let document = catalogue.document
    let fields = catalogue.fields(of: entry).map { field in
      (key: field.key ?? "", value: JSON.value(field.value, of: document))
    }
    let label = context.configuration.filing.map { filing in
      filing.names.index.labels[filing.place(of: entry, in: catalogue)].text
    }
    let letter = label.map { [(key: "letter", value: JSON.string($0))] } ?? []
    let place =
      catalogue.location(of: entry).map { location in
        [
          (key: "line", value: String(location.line)),
          (key: "column", value: String(location.column)),
        ]
      } ?? []
    try print(
      .entry(entry), in: catalogue.section(of: entry), letter: letter,
      content: place + [
        (key: "label", value: JSON.string(catalogue.label(of: entry))),
        (key: "fields", value: JSON.object(fields)),
      ], matches: context.matches(in: entry))
  }

  func print(_ section: Section.ID) throws(Failure) {
    let catalogue = context.catalogue
    let fields = catalogue.fields(of: section).map { field in
      (key: field.name, value: JSON.value(field.value, of: catalogue.document))
    }
    try print(
      .section(section), in: catalogue.sections[section].parent,
      content: [
        (key: "title", value: catalogue.fullTitle(of: section).map(JSON.string) ?? "null"),
        (key: "entries", value: String(catalogue.shownEntryCount(of: section))),
        (key: "fields", value: JSON.object(fields)),
      ], matches: context.matches(in: section))
  }

  private func print(
    _ item: Item, in section: Section.ID, letter: [(key: String, value: String)] = [],
    content: [(key: String, value: String)], matches: [HitMatches.FieldMatch]
  ) throws(Failure) {
    let path = context.catalogue.path(to: section).map { section in
      context.catalogue.fullTitle(of: section).map(JSON.string) ?? "null"
    }
    let ranges = matches.flatMap { match in
      match.ranges.map { range in
        JSON.object([
          (key: "field", value: JSON.string(match.name)),
          (key: "start", value: String(range.lowerBound)),
          (key: "end", value: String(range.upperBound)),
        ])
      }
    }
    let object = JSON.object(
      [
        (key: "file", value: JSON.name(context.fileName)),
        (key: "type", value: JSON.string(item.isEntry ? "entry" : "section")),
        (key: "section", value: JSON.array(path)),
      ] + letter + [
        (key: "position", value: JSON.string(context.book.position(of: item))),
        (key: "address", value: JSON.string(context.book.address(of: item))),
      ] + content + [(key: "matches", value: JSON.array(ranges))])
    try context.output.write(object + context.configuration.lineEnd)
  }
}
