import Catalogues
import Editing
package import Grammar

/// What a session contributes to the completion of a command line.
extension Session {
  /// The words of a kind that begin with a text, without regard to case and accents.
  ///
  /// - Parameters:
  ///   - prefix: What has been typed, without quotes.
  ///   - address: The address before the cursor, which says whose keys are meant.
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
