import Catalogues
import Comparing
import Exchange
import Platform
import PropertyLists

/// What edits have changed in a file, as JSON objects, one a line, for programs.
struct ChangeObjects {
  /// The catalogue as it was in the file.
  let old: Catalogue
  let new: Catalogue
  /// The name of the file, if objects have it.
  let fileName: ByteText?

  func print(to output: Output) throws(Failure) {
    for difference in CatalogueDifference.differences(from: old, to: new, isForEdits: true) {
      try output.write(line: JSON.object(members(of: difference)))
    }
  }

  private func members(of difference: CatalogueDifference) -> [(key: String, value: String)] {
    let before = difference.old.flatMap(old.path).map { JSON.string($0.text) }
    let after = difference.new.flatMap(new.path).map { JSON.string($0.text) }
    return (fileName.map { [(key: "file", value: JSON.name($0))] } ?? [])
      + [
        (key: "path", value: after ?? before ?? "null"),
        (
          key: "address",
          value: JSON.string(difference.newAddress ?? difference.oldAddress ?? "/")
        ),
      ]
      + (difference.isOfPlace ? [(key: "from", value: before ?? "null")] : []) + [
        (key: "old", value: difference.old.map { JSON.value($0, of: old.document) } ?? "null"),
        (key: "new", value: difference.new.map { JSON.value($0, of: new.document) } ?? "null"),
      ]
  }
}
