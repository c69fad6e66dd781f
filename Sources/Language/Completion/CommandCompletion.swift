import Catalogues
import Editing
package import Grammar
import Platform

/// The possible completions at the cursor of a command line.
package struct CommandCompletion {
  package let result: CompletionResult

  package init(_ session: Session, line: String, cursor: Int) {
    let grammar = GrammarCompletion(line: line, cursor: cursor, among: session.commands.definitions)
    var candidates = grammar.candidates.map {
      CompletionResult.Candidate($0.insertion, display: $0.name, isWhole: $0.isFinished)
    }
    for wanted in grammar.wanted {
      candidates += CommandCompletion.found(wanted, grammar, in: session).map {
        CompletionResult.Candidate($0.insertion, display: $0.name, isWhole: $0.isFinished)
      }
    }
    result = CompletionResult(range: grammar.range, candidates: candidates)
  }
}

extension CommandCompletion {
  /// The candidates known to the session or the file system.
  private static func found(
    _ wanted: GrammarCompletion.Wanted, _ grammar: GrammarCompletion, in session: Session
  ) -> [GrammarCompletion.Candidate] {
    if wanted == .file {
      return FileNames.beginning(with: grammar.fileName ?? "").compactMap { path, isComplete in
        grammar.candidate(file: path, isComplete: isComplete)
      }
    }
    let suggestions = session.suggestions(
      for: wanted, prefix: grammar.prefix, precedingAddress: grammar.precedingAddress)
    return suggestions.compactMap {
      grammar.candidate($0.text, as: wanted, isComplete: $0.isComplete)
    }
  }
}

/// Completion of file names.
private enum FileNames {
  /// The files whose path begins with a prefix, and whether the path is complete; directories are
  /// followed by a slash.
  static func beginning(with prefix: FilePath) -> [(FilePath, Bool)] {
    let start = prefix.endsInSlash ? "" : prefix.name ?? ""
    guard let directory = FilePath(bytes: prefix.bytes.dropLast(start.bytes.count)) else {
      return []
    }
    let names = Directory.names(in: directory.isEmpty ? "." : directory) ?? []
    return names.filter { $0.hasPrefix(start) && !(start.isEmpty && $0.hasPrefix(".")) }.map {
      name in
      let path = directory + name
      return path.isDirectory ? (path + "/", false) : (path, true)
    }
  }
}

/// Suggestions from a session for the completion of a command line.
extension Session {
  /// The words of a kind that begin with a prefix, ignoring case and accents.
  ///
  /// - Parameters:
  ///   - prefix: The typed text, without quotes.
  ///   - address: The address before the cursor; the keys of its item are suggested.
  /// - Complexity: O(*n*) in the number of items of a section, for addresses.
  package func suggestions(
    for wanted: GrammarCompletion.Wanted, prefix: String, precedingAddress address: Word?
  ) -> [Suggestion] {
    let suggestions = Suggestions(catalogue, book: book, form: form)
    return switch wanted {
    case .sectionTitle: suggestions.matching(headingTitles, prefix)
    default:
      suggestions.words(
        for: wanted, prefix: prefix, near: address.flatMap { try? addresses.item(at: $0) })
    }
  }
}
