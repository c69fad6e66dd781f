import Catalogues
import Exchange
import Presentation
import PropertyLists

/// Values that lead somewhere, as `DocumentLink` values: addresses of the web and of mail, telephone
/// numbers, pictures in files.
struct LinkList {
  private let file: OpenFile
  private let client: Client

  /// Values after these are not looked at.
  private static let mostNodes = 200_000

  init(_ file: OpenFile, _ client: Client) { (self.file, self.client) = (file, client) }

  var json: String {
    guard let reading = file.reading else { return "[]" }
    let document = reading.document
    let files = NeighbouringFiles(reading.path, client)
    var links: [String] = []
    var telephones: [String: Bool] = [:]
    func isTelephone(_ key: String) -> Bool {
      if let known = telephones[key] { return known }
      let isOne = UsualNames.meansTelephones(key)
      telephones[key] = isOne
      return isOne
    }
    var node = document.root
    let end = min(document.end(of: document.root), NodeIndex(rawValue: LinkList.mostNodes))
    var key: String?
    while node < end {
      switch document.kind(of: node) {
      case .array, .dict:
        node = document.firstChild(of: node)
        continue
      case .key: key = document.key(node).map(document.exactText)
      case .string:
        if let text = document.plainText(of: node), !text.isEmpty {
          let target =
            Link(text, isTelephone: key.map(isTelephone) ?? false)?.address
            ?? files.picture(named: text).map(FileURI.uri)
          if let target, let range = reading.contentRange(of: node) {
            links.append(
              JSON.object([("range", file.json(range)), ("target", JSON.string(target))]))
          }
        }
      default: break
      }
      node = document.end(of: node)
    }
    return JSON.array(links)
  }
}
