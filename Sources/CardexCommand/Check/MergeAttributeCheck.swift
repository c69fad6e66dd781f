import Catalogues
import Platform
import PropertyLists

/// Reports that git merges a file in a way that loses changes or mixes lines, although it could be
/// merged by entry.
struct MergeAttributeCheck: Check {
  private let statement: GitAttributes.Statement
  private let effect: String

  /// - Returns: `nil` if git merges the file well, or if `cardex merge --install` sets up no driver for
  ///   files of its kind.
  init?(_ path: FilePath) {
    guard GitSetup.endings.contains(where: { path.hasSuffix("." + FilePath($0)) }),
      let statement = GitAttributes.merge(of: path)
    else { return nil }
    self.statement = statement
    switch statement.merge {
    case .never: effect = "is not merged"
    case .driver(let name):
      switch String(decoding: name, as: UTF8.self) {
      case "ours": effect = "is merged by leaving out what others have changed"
      case "union": effect = "is merged by mixing lines, which breaks it"
      case "binary": effect = "is not merged"
      default: return nil
      }
    }
  }

  func run(_ inspection: inout Inspection) {
    let said =
      switch statement.merge {
      case .never: "-merge"
      case .driver(let name): "merge=" + String(decoding: name, as: UTF8.self)
      }
    let file = statement.file.parts.suffix(2).map(\.bytes)
    let name = String(decoding: Array(file.joined(separator: [0x2F])), as: UTF8.self)
    inspection.add(
      .mergeAttribute, at: .root, of: nil,
      """
      the file \(effect): '\(said)' in line \(statement.line) of \(name); 'cardex merge --install' \
      merges it by entry
      """)
  }
}
