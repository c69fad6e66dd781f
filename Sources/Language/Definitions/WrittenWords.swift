import Catalogues
import Editing
import Forms
import ICUText

/// Words that several commands are written with.
extension WrittenCommand.Words {
  /// Items that go to a place.
  static func transfer(
    _ items: [Item], to destination: Destination, isForced: Bool = false
  ) -> WrittenCommand.Words {
    WrittenCommand.Words(
      options: options(destination.placement) + (isForced ? [.init(.force)] : []),
      operands: items.map { .item($0) } + [.verbatim("to"), .item(destination.item)])
  }

  /// A placement as an option; none for the usual place.
  static func options(_ placement: Placement?) -> [WrittenCommand.Option] {
    placement.map { [WrittenCommand.Option($0.optionName)] } ?? []
  }

  /// Rows that a disclosure opens or closes; `nil` for another operation.
  static func disclosing(
    _ operation: Operation, _ disclosure: Disclosure
  ) -> WrittenCommand.Words? {
    guard case .disclose(let rows, disclosure) = operation else { return nil }
    switch rows {
    case .all: return WrittenCommand.Words(operands: [.verbatim("all")])
    case .rows(let entries):
      return WrittenCommand.Words(operands: entries.map { .item(.entry($0)) })
    }
  }
}

extension DateStyle {
  var options: [WrittenCommand.Option] {
    [language.map { .init(.locale, .text($0.name)) }, pattern.map { .init(.format, .text($0)) }]
      .compactMap(\.self)
  }
}

extension FilingOrder {
  var options: [WrittenCommand.Option] {
    [.init(.locale, .text(locale.name))] + (key.map { [.init(.by, .text($0))] } ?? [])
  }
}

extension SectionKeys {
  var options: [WrittenCommand.Option] {
    let usual = SectionKeys()
    return (title == usual.title ? [] : [.init(.titleKey, .text(title))])
      + (entries == usual.entries ? [] : [.init(.entriesKey, .text(entries))])
  }
}

extension Destination {
  /// Where a new section goes; it goes last by default.
  var sectionOptions: [WrittenCommand.Option] {
    switch placement {
    case .before: return [.init(.before, .item(item))]
    case .after: return [.init(.after, .item(item))]
    case .first, .last, .sorted, nil:
      let inside = item == .section(.root) ? [] : [WrittenCommand.Option(.inside, .item(item))]
      return inside + (placement == .last ? [] : WrittenCommand.Words.options(placement))
    }
  }
}
