import Catalogues
import Forms
package import Grammar
import ICUText

extension WrittenCommand {
  /// The command that means an operation.
  package init(_ operation: Operation) {
    self =
      switch operation {
      case .insert(let new, let destination): InsertCommand.written(new, at: destination)
      case .insertByLetter(let label, let fields, let locale):
        InsertCommand.written(label: label, fields, byLetterOf: locale)
      case .delete(let items, let isForced): DeleteCommand.written(items, isForced: isForced)
      case .move(let items, let destination, let isForced):
        MoveCommand.written(items, to: destination, isForced: isForced)
      case .copy(let items, let destination): CopyCommand.moving(items, to: destination)
      case .unite(let items): UniteCommand.written(items)
      case .set(let fields, let item): SetCommand.written(fields, of: item)
      case .unset(let keys, let item): UnsetCommand.written(keys, of: item)
      case .rename(let item, let name): RenameCommand.written(item, to: name)
      case .replace(let replacement, let keys, let isEverywhere):
        ReplaceCommand.written(replacement, in: keys, isEverywhere: isEverywhere)
      case .merge(let source, let options): ImportCommand.written(source, options)
      case .fill(let item, let text, let style): FillCommand.written(item, with: text, style)
      case .choose(let title, let item, let style):
        PickCommand.written(title, at: item, style)
      case .disclose(let rows, let disclosure):
        WrittenCommand(disclosure.commandName, [], rows.written)
      case .insertSection(let title, let destination):
        InsertSectionCommand.written(title, at: destination)
      case .deleteSections(let sections, let isForced):
        DeleteSectionCommand.written(sections, isForced: isForced)
      case .moveSection(let section, let destination):
        MoveSectionCommand.moving([.section(section)], to: destination)
      case .copySection(let section, let destination):
        CopySectionCommand.moving([.section(section)], to: destination)
      case .renameSection(let section, let title):
        RenameSectionCommand.written(section, to: title)
      case .sort(let part, let order, let isReversed):
        SortSectionCommand.written(part, order, isReversed: isReversed)
      case .build(let order, let keys, let isForced):
        BuildSectionsCommand.written(order, keys, isForced: isForced)
      case .editTree(.set(let fields, let makesParents)):
        SetCommand.written(fields, makesParents: makesParents)
      case .editTree(.insert(let fields)): InsertCommand.written(fields)
      case .editTree(.delete(let paths)): DeleteCommand.written(paths)
      case .editTree(.rename(let path, let key)): RenameCommand.written(path, to: key)
      case .editTree(.move(let path, let target)): MoveCommand.moving(path, to: target)
      // The journal gets the resulting text, not these commands.
      case .editTree(.patch(let patch)): PatchCommand.written(patch)
      case .editTree(.revise): WrittenCommand(.edit, [], [])
      case .editTree(.copy(let path, let target)): CopyCommand.moving(path, to: target)
      case .fix(let scope, _, let locale):
        WrittenCommand(
          .check,
          .flags([(true, .fix), (scope == .all, .unsafeFixes)])
            + (locale.map { [.init(.locale, .text($0.name))] } ?? []))
      }
  }
}

/// Names of commands that mean an operation only in some of their forms.
extension CommandName {
  package static let expand: CommandName = "expand"
  package static let collapse: CommandName = "collapse"
  package static let toggle: CommandName = "toggle"
  package static let accordion: CommandName = "accordion"
  package static let check: CommandName = "check"
  package static let edit: CommandName = "edit"
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
