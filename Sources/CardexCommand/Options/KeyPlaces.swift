import Catalogues
import PropertyLists

/// Finds the values that paths in the syntax of other programs lead to: `:a:0`, `a.0`, `a`,
/// `.a["b.c"]`.
struct KeyPlaces {
  let tree: EditedTree

  /// The path that a word means.
  ///
  /// - Parameter mayBeNew: Whether the value need not exist, but only its container.
  func path(_ word: String, mayBeNew: Bool = false) -> ValuePath? {
    let candidates = self.candidates(word)
    if let path = candidates.lazy.compactMap(existing).first { return path }
    return mayBeNew ? candidates.first { holdsNew($0) } : nil
  }

  /// The paths that a word may mean, the most likely first.
  private func candidates(_ word: String) -> [ValuePath] {
    if word == "/" || word == ":" || word == "." { return [.root] }
    if word.hasPrefix(".") {
      let text = word.replacing("[\"", with: ".\"").replacing("\"]", with: "\"")
      return (try? ValuePath(text)).map { [$0] } ?? []
    }
    // In PlistBuddy, a colon at the end means the end of an array.
    let isEnd = word.hasPrefix(":") && word.hasSuffix(":")
    let ways =
      word.hasPrefix(":")
      ? [KeyPath(plistBuddy: isEnd ? String(word.dropLast()) : word).steps]
      : [[word], KeyPath(plutil: word).steps, KeyPath(plistBuddy: word).steps]
    return ways.map { ValuePath($0.map { .name($0) }) }
  }

  /// The path if it leads to a value; else a path that does if keys contain dots, or case is
  /// ignored.
  private func existing(_ path: ValuePath) -> ValuePath? {
    do throws(PathError) {
      _ = try tree.value(at: path)
      return path
    } catch {
      switch error {
      case .dotted(let here, let meant):
        guard case .name(let key)? = meant.steps.last else { return nil }
        let used = key.split(separator: ".", omittingEmptySubsequences: false).count
        let rest = path.steps.dropFirst(here.steps.count - 1 + used)
        return existing(ValuePath(meant.steps + rest))
      case .notFound(let here, let names):
        guard case .name(let name)? = here.steps.last else { return nil }
        let same = names.filter { $0 != name && $0.lowercased() == name.lowercased() }
        guard same.count == 1 else { return nil }
        let rest = path.steps.dropFirst(here.steps.count)
        return existing(ValuePath(here.steps.dropLast() + [.name(same[0])] + rest))
      default: return nil
      }
    }
  }

  private func holdsNew(_ path: ValuePath) -> Bool {
    guard path != .root, let parent = try? tree.value(at: path.parent) else { return false }
    return tree.document.kind(of: parent).isContainer
  }
}
