import Catalogues
import Editing
package import Grammar

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
