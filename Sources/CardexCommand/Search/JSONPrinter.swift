import Catalogues
import ICUText
import Presentation
import PropertyLists

/// Prints one JSON object per line for each entry.
struct JSONPrinter: HitPrinter {
  private let context: HitContext

  init(_ context: HitContext) { self.context = context }

  func print(_ entry: Entry.ID) throws(Failure) {
    let catalogue = context.catalogue
    let document = catalogue.document
    let section = catalogue.path(to: catalogue.section(of: entry)).map { section in
      catalogue.fullTitle(of: section).map(JSON.string) ?? "null"
    }
    let fields = catalogue.fields(of: entry).map { field in
      (key: field.key ?? "", value: JSON.value(field.value, of: document))
    }
    let matches = context.matches(in: entry).flatMap { match in
      match.ranges.map { range in
        JSON.object([
          (key: "field", value: JSON.string(match.name)),
          (key: "start", value: String(range.lowerBound)),
          (key: "end", value: String(range.upperBound)),
        ])
      }
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
    let object = JSON.object(
      [
        (key: "file", value: JSON.name(context.fileName)),
        (key: "section", value: JSON.array(section)),
      ] + letter + [
        (key: "position", value: JSON.string(context.book.position(of: .entry(entry)))),
        (key: "address", value: JSON.string(context.book.address(of: .entry(entry)))),
      ] + place + [
        (key: "label", value: JSON.string(catalogue.label(of: entry))),
        (key: "fields", value: JSON.object(fields)),
        (key: "matches", value: JSON.array(matches)),
      ])
    try context.output.write(object + context.configuration.lineEnd)
  }
}
