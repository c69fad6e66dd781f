import Catalogues
import Platform
import PropertyLists

extension ValuePath {
  /// Reads a path that is an argument.
  init(given text: String) throws(Failure) {
    if ValuePath.isPath(text) || text.isEmpty || [".", "/"].contains(text) {
      self = try rethrowing(ValuePath(text)) { (error: ValuePathError) in Failure("\(error)") }
      return
    }
    throw Failure(
      "'\(text)' is not a path, which begins with a dot",
      hint: "'\(ValuePath([.name(text)]).text)' leads to the key '\(text)', '/' is the whole file")
  }
}
