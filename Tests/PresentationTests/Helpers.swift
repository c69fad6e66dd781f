import Catalogues
import Platform
import PropertyLists

extension Catalogue {
  /// The catalogue of a list of sections, each with a title and the names of its entries; `nil` is
  /// no title.
  convenience init(sections: [(title: String?, names: [String])]) throws {
    let texts = sections.map { section in
      "<dict>\(section.title.map { "<key>title</key><string>\($0)</string>" } ?? "")"
        + "<key>items</key><array>\(section.names.map { "<string>\($0)</string>" }.joined())</array>"
        + "</dict>"
    }
    try self.init(list: texts.joined())
  }

  /// The catalogue of a list with these elements.
  convenience init(list: String) throws {
    let text = "<plist><array>\(list)</array></plist>"
    try self.init(PropertyListDocument(FileBytes(text.utf8)))
  }
}
