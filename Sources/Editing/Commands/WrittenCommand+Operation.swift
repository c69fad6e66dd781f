import Catalogues
import Forms
package import Grammar
import ICUText
import Platform
import PropertyLists
import Searching

/// The names of the commands that are the written form of an operation.
extension CommandName {
  package static let insert: CommandName = "insert"
  package static let delete: CommandName = "delete"
  package static let move: CommandName = "move"
  package static let copy: CommandName = "copy"
  package static let set: CommandName = "set"
  package static let unset: CommandName = "unset"
  package static let rename: CommandName = "rename"
  package static let replace: CommandName = "replace"
  package static let importing: CommandName = "import"
  package static let fill: CommandName = "fill"
  package static let pick: CommandName = "pick"
  package static let insertSection: CommandName = "section insert"
  package static let deleteSection: CommandName = "section delete"
  package static let moveSection: CommandName = "section move"
  package static let copySection: CommandName = "section copy"
  package static let renameSection: CommandName = "section rename"
  package static let sortSection: CommandName = "section sort"
  package static let buildSections: CommandName = "section build"
  package static let expand: CommandName = "expand"
  package static let collapse: CommandName = "collapse"
  package static let toggle: CommandName = "toggle"
  package static let accordion: CommandName = "accordion"
  package static let check: CommandName = "check"
}

extension WrittenCommand {
  /// The command that means an operation.
  package init(_ operation: Operation) {
    switch operation {
    case .insert(let new, let destination):
      self.init(
        .insert, WrittenCommand.placing(destination),
        [.item(destination.item)] + (new.label.map { [.text($0)] } ?? [])
          + new.fields.map { .field($0) })
    case .insertByLetter(let label, let fields, let locale):
      self.init(
        .insert, [.init(.byLetter), .init(.locale, .text(locale.name))],
        [.text(label)] + fields.map { .field($0) })
    case .delete(let items, let isForced):
      self.init(.delete, WrittenCommand.forcing(isForced), items.map { .item($0) })
    case .move(let items, let destination, let isForced):
      self.init(moving: items, to: destination, .move, WrittenCommand.forcing(isForced))
    case .copy(let items, let destination): self.init(moving: items, to: destination, .copy)
    case .set(let fields, let item):
      self.init(.set, [], [.item(item)] + fields.map { .field($0) })
    case .unset(let keys, let item): self.init(.unset, [], [.item(item)] + keys.map { .text($0) })
    case .rename(let item, let name): self.init(.rename, [], [.item(item), .text(name)])
    case .replace(let replacement, let keys):
      self.init(
        .replace,
        keys.map { .init(.field, .text($0)) }
          + WrittenCommand.flags([
            (replacement.isExpression, .extendedRegexp), (replacement.ignoresCase, .ignoreCase),
          ]), [.text(replacement.pattern), .text(replacement.text)])
    case .merge(let source, let options):
      self.init(.importing, options.written, [.text(source.path.text ?? "\(source.path)")])
    case .fill(let item, let text, let style):
      self.init(.fill, style.written, [.item(item), .text(text)])
    case .choose(let title, let item, let style):
      self.init(.pick, style.written, [.item(item)] + (title.map { [.text($0)] } ?? []))
    case .disclose(let rows, let disclosure):
      self.init(disclosure.commandName, [], rows.written)
    case .insertSection(let title, let destination):
      self.init(.insertSection, WrittenCommand.placingSection(destination), [.text(title)])
    case .deleteSections(let sections, let isForced):
      self.init(
        .deleteSection, WrittenCommand.forcing(isForced), sections.map { .item(.section($0)) })
    case .moveSection(let section, let destination):
      self.init(moving: [.section(section)], to: destination, .moveSection)
    case .copySection(let section, let destination):
      self.init(moving: [.section(section)], to: destination, .copySection)
    case .renameSection(let section, let title):
      self.init(.renameSection, [], [.item(.section(section)), .text(title)])
    case .sort(let part, let order, let isReversed):
      self.init(
        .sortSection,
        WrittenCommand.flags([(part == .entriesOfAllSections, .all), (isReversed, .reverse)])
          + order.written, part.written)
    case .build(let order, let keys, let isForced):
      self.init(.buildSections, order.written + keys.written + WrittenCommand.forcing(isForced))
    case .fix(let scope, _, let locale):
      self.init(
        .check,
        WrittenCommand.flags([(true, .fix), (scope == .all, .unsafeFixes)])
          + (locale.map { [.init(.locale, .text($0.name))] } ?? []))
    }
  }

  /// Items that go to a place.
  private init(
    moving items: [Item], to destination: Destination, _ name: CommandName, _ others: [Option] = []
  ) {
    self.init(
      name, WrittenCommand.placing(destination) + others,
      items.map { .item($0) } + [.keyword("to"), .item(destination.item)])
  }

  /// A placement as an option; none for the usual place.
  private static func placing(_ destination: Destination) -> [Option] {
    destination.placement.map { [Option($0.optionName)] } ?? []
  }

  /// Where a new section goes; it goes last by default.
  private static func placingSection(_ destination: Destination) -> [Option] {
    switch destination.placement {
    case .before, .after:
      return placing(destination).map { Option($0.name, .item(destination.item)) }
    case .first, .last, .sorted, nil:
      let isInRoot = destination.item == .section(.root)
      return (isInRoot ? [] : [Option(.inside, .item(destination.item))])
        + (destination.placement == .last ? [] : placing(destination))
    }
  }

  fileprivate static func forcing(_ isForced: Bool) -> [Option] { flags([(isForced, .force)]) }

  fileprivate static func flags(_ flags: [(isOn: Bool, name: OptionName)]) -> [Option] {
    flags.filter(\.isOn).map { Option($0.name) }
  }
}

extension Placement {
  /// The option that selects this placement.
  package var optionName: OptionName { OptionName(rawValue: rawValue) }
}

extension Disclosure {
  fileprivate var commandName: CommandName {
    switch self {
    case .expand: .expand
    case .collapse: .collapse
    case .toggle: .toggle
    case .accordion: .accordion
    }
  }
}

extension DisclosedRows {
  fileprivate var written: [WrittenCommand.Word] {
    switch self {
    case .all: [.keyword("all")]
    case .rows(let entries): entries.map { .item(.entry($0)) }
    }
  }
}

extension SortedPart {
  fileprivate var written: [WrittenCommand.Word] {
    if case .entries(let sections) = self { sections.map { .item(.section($0)) } } else { [] }
  }
}

extension DateStyle {
  fileprivate var written: [WrittenCommand.Option] {
    [language.map { .init(.locale, .text($0.name)) }, pattern.map { .init(.format, .text($0)) }]
      .compactMap(\.self)
  }
}

extension FilingOrder {
  fileprivate var written: [WrittenCommand.Option] {
    [.init(.locale, .text(locale.name))] + (key.map { [.init(.by, .text($0))] } ?? [])
  }
}

extension SectionKeys {
  fileprivate var written: [WrittenCommand.Option] {
    let usual = SectionKeys()
    return (title == usual.title ? [] : [.init(.titleKey, .text(title))])
      + (entries == usual.entries ? [] : [.init(.entriesKey, .text(entries))])
  }
}

extension ImportOptions {
  fileprivate var written: [WrittenCommand.Option] {
    (match.map { [.init(.match, .text($0))] } ?? [])
      + WrittenCommand.flags([(merging == .update, .update), (merging == .replace, .delete)])
      + keys.map { .init(.map, .text($0.key + "=" + $0.column)) }
      + (sectionColumn.map { [.init(.sectionColumn, .text($0))] } ?? [])
      + (format.map { [.init(.from, .text($0.rawValue))] } ?? [])
      + (encoding.map { [.init(.encoding, .text($0))] } ?? [])
      + WrittenCommand.flags([(isSorted, .sorted), (isStrict, .strict), (isForced, .force)])
  }
}
