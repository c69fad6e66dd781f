import Catalogues
import Platform
import PropertyLists

/// Reports that git merges a file in a way that loses changes or mixes lines, although it could be
/// merged by entry.
struct MergeAttributeCheck: Check {
  private let message: String

  /// - Returns: `nil` if git merges the file well, or if `cardex merge --install` sets up no driver for
  ///   files of its kind.
  init?(_ path: FilePath) {
    guard GitSetup.endings.contains(where: { path.hasSuffix("." + FilePath($0)) }),
      let statement = GitAttributes.merge(of: path),
      let (said, effect) = MergeAttributeCheck.effect(of: statement.merge)
    else { return nil }
    let parts = Array(statement.file.map(\.bytes).joined(separator: [0x2F]))
    let file = String(decoding: parts, as: UTF8.self)
    message = """
      the file \(effect): '\(said)' in line \(statement.line) of \(file); 'cardex merge --install' \
      merges it by entry
      """
  }

  func run(_ inspection: inout Inspection) {
    inspection.add(.mergeAttribute, at: .root, of: nil, message)
  }

  /// What is said, and what git does then; `nil` if that is right, or a driver that nobody knows.
  private static func effect(of merge: GitAttributes.Merge) -> (said: String, effect: String)? {
    switch merge {
    case .usual: return nil
    case .never: return ("-merge", "is not merged")
    case .driver(let name):
      switch String(decoding: name, as: UTF8.self) {
      case "ours": return ("merge=ours", "is merged by leaving out what others have changed")
      case "union": return ("merge=union", "is merged by mixing lines, which breaks it")
      case "binary": return ("merge=binary", "is not merged")
      default: return nil
      }
    }
  }
}
