import PropertyLists

/// The usual names of keys, and what they say about the values.
///
/// Names are compared ignoring case, spaces and punctuation, so that `Phone_Num ` and `phoneNum`
/// are the same.
enum FieldNames {
  static func normalized(_ key: String) -> String {
    key.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// The rank of a name as that of a label: the smaller the better; `nil` for an unusual name.
  static func labelRank(_ name: String) -> Int? {
    rank(name, exact: labels, suffixes: ["name", "title", "label"])
  }

  /// Whether a label rank is that of a name that only ends in a usual name.
  static func isSuffixRank(_ rank: Int) -> Bool { rank >= labels.count }

  /// The normalized first word that most keys, and at least three, have in common, such as `order`
  /// for `orderTime` and `order_state`.
  static func subject(of keys: [String]) -> String? {
    let words = keys.map { key in
      normalized(String(key.prefix(1)))
        + String(key.dropFirst().prefix { $0.isLowercase || $0.isNumber })
    }
    let counts = Dictionary(grouping: words) { $0 }
    guard let (word, uses) = counts.max(by: { $0.value.count < $1.value.count }),
      uses.count > 2, uses.count * 2 > keys.count
    else { return nil }
    return word
  }

  /// The rank of a name as that of a section's title, like `labelRank`.
  static func titleRank(_ name: String) -> Int? {
    rank(name, exact: titles, suffixes: ["title", "name", "header", "label"])
  }

  /// The rank of a name as that of a detail, like `labelRank`.
  static func detailRank(_ name: String) -> Int? {
    rank(name, exact: details, suffixes: ["phone", "number", "title", "text"])
  }

  private static func rank(_ name: String, exact: [String], suffixes: [String]) -> Int? {
    if let position = exact.firstIndex(of: name) { return position }
    guard let position = suffixes.firstIndex(where: name.hasSuffix) else { return nil }
    return exact.count + position
  }

  private static let labels = [
    "name", "fullname", "displayname", "title", "label", "headline", "primarytitle", "text", "姓名",
    "名称", "名字", "标题", "nom", "nombre", "titel", "question", "secondarytitle", "caption",
    "subject", "key",
  ]

  private static let titles = [
    "title", "header", "sectiontitle", "name", "label", "group", "groupname", "section", "category",
    "letter", "initial", "indextitle", "key", "标题", "名称", "分组", "分类",
  ]

  private static let details = [
    "phonenum", "phonenumber", "phone", "tel", "telephone", "mobile", "homephone",
    "workphone", "workmobile", "电话", "手机", "author",
    "subtitle", "secondarytitle", "detail", "details", "desc", "description", "intro",
    "introduction", "summary", "comment", "answer", "email", "mail", "value", "company", "party",
    "price", "year", "date", "作者", "描述", "简介",
  ]

  /// Whether the key holds the name of a picture.
  static func isPicture(_ name: String) -> Bool {
    if ["img", "pic", "image", "photo", "icon"].contains(where: name.hasSuffix) { return true }
    let name = Array(name.utf8)
    let holds: (String) -> Bool = { word in
      name.firstIndex(of: Array(word.utf8)) != nil && name.count <= word.utf8.count + 10
    }
    return ["icon", "image", "img", "picture", "avatar", "logo", "thumb", "photo", "poster"]
      .contains(where: holds) && !holds("phone")
  }

  /// Whether the key holds the name of a picture, not its size.
  static func isPictureName(_ name: String) -> Bool { isPicture(name) && !isSize(name) }

  /// Whether a value is the name of a picture file.
  static func isPictureFile(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    guard value.count < 256, let dot = value.suffix(5).lastIndex(of: UInt8(ascii: ".")) else {
      return false
    }
    let ending = value[(dot + 1)...].lazy.map { $0 | 0x20 }
    return pictureEndings.contains { $0.elementsEqual(ending) }
  }

  private static let pictureEndings: [[UInt8]] = [
    "png", "jpg", "jpeg", "gif", "webp", "svg", "bmp", "tiff", "tif", "heic", "ico",
  ].map { Array($0.utf8) }

  /// Whether the key is about how a row is shown or stored, not about its content.
  static func isTechnical(_ name: String) -> Bool {
    isInternal(name)
      || ["style", "class", "type", "color", "detailcolor", "url", "link", "footer"].contains(name)
      || ["url", "link", "color", "style", "class", "type"].contains(where: name.hasSuffix)
  }

  /// Whether only programs read a key, regardless of its value.
  static func isInternal(_ name: String) -> Bool {
    [
      "id", "identifier", "cellidentifier", "cellstyle", "vc", "sel", "selector", "acclz", "acimg",
      "storyboard", "segue", "uuid", "guid", "pid", "cid", "uid", "gid", "sid", "tid", "accessory",
      "indentationlevel", "rowheight", "canmove", "canedit",
    ].contains(name) || name.hasSuffix("identifier")
  }

  /// Whether the key is about the disclosure or visibility of rows, or about the accessory at the
  /// end of a row.
  static func isState(_ name: String) -> Bool {
    [
      "iscollapsible", "iscollapsed", "isexpandable", "isexpanded", "isvisible", "additionalrows",
      "accessorytype",
    ].contains(name)
  }

  /// Whether the key is about the size or position of a picture or a cell.
  static func isSize(_ name: String) -> Bool {
    ["width", "height", "size", "length"].contains(where: name.hasSuffix)
      || ["x", "y", "w", "h"].contains(name)
  }

  /// Whether a list under this key is usually a field of a record, not a section's members.
  static func isAttributeList(_ name: String, ofDictionaries: Bool) -> Bool {
    let always = [
      "options", "choices", "answers", "phones", "phonenumbers", "emails", "mails", "addresses",
      "urls", "links", "websites", "attachments",
    ]
    let ofScalars = [
      "tags", "keywords", "values", "titles", "images", "photos", "pictures", "pics", "imgs",
      "icons", "aliases", "colors", "languages",
    ]
    return always.contains(name)
      || !ofDictionaries && (ofScalars.contains(name) || UsualNames.isOfPeople(name))
  }

  /// Whether a list under this key holds a section's members, whatever else the section holds.
  static func isMemberList(_ name: String) -> Bool {
    [
      "members", "mems", "items", "entries", "rows", "cells", "children", "list", "contents",
      "records", "elements", "objects", "成员", "列表",
    ].contains(name)
  }

  /// Whether a flat list's entries are grouped by the value under this key.
  static func isGroupColumn(_ name: String) -> Bool {
    [
      "category", "categoryname", "group", "groupname", "section", "sectiontitle", "sectionname",
      "分类", "类别", "分组", "组别",
    ].contains(name)
  }

  /// Whether a text under this key is a section's header, unless it is the title.
  static func isHeader(_ name: String) -> Bool {
    ["header", "headertext", "headertitle", "sectionheader"].contains(name)
  }

  static func isFooter(_ name: String) -> Bool {
    ["footer", "foot", "footertext", "footertitle", "sectionfooter"].contains(name)
  }
}
