import PropertyLists

/// The names that different programs give to the same fields of people and other things.
package enum UsualNames {
  /// Groups of normalized names for the same field, including the names of vCard's properties.
  private static let names: [[String]] = [
    ["fn", "name", "fullname", "displayname", "formattedname", "姓名", "名字", "名称"],
    ["tel", "phone", "phonenum", "phonenumber", "telephone", "telephonenumber", "telefon", "电话"],
    ["cell", "mobile", "cellphone", "mobilephone", "mobilenumber", "mobil", "handy", "手机"],
    ["homephone", "telefonprivat"],
    ["workphone", "businessphone", "officephone"],
    ["firstname", "givenname", "forename", "vorname"],
    ["lastname", "familyname", "surname", "nachname"],
    ["street", "straße", "strasse"],
    ["city", "town", "stadt", "ort"],
    ["postalcode", "postcode", "zip", "zipcode", "plz", "postleitzahl"],
    ["email", "mail", "emailaddress", "mailaddress", "邮箱", "电子邮件"],
    ["org", "company", "organization", "organisation", "employer", "firma", "公司"],
    ["jobtitle", "role", "position", "职位"],
    [
      "note", "notes", "comment", "comments", "remark", "remarks", "notiz", "notizen", "bemerkung",
      "备注",
    ],
    ["bday", "birthday", "birthdate", "dateofbirth", "born", "geburtstag", "生日"],
    ["adr", "address", "adresse", "地址"],
    ["url", "website", "homepage", "webpage", "web"],
    ["nickname", "nick"],
    ["photo", "picture", "image", "img", "avatar", "portrait"],
    ["categories", "category", "tags"],
  ]

  /// Wider groups, for keys without a match in `names`: the only telephone may be a mobile phone.
  private static let substitutes: [[String]] = [names[1] + names[2]]

  /// Whether a key is a usual name of telephone numbers, also in the plural or with a number.
  package static func meansTelephones(_ key: String) -> Bool {
    let key = VCardMapping.withoutNumber(key)
    if VCardMapping.meaning(ofKey: key)?.property.name == "TEL" { return true }
    let name = FieldNames.normalized(key)
    let names = [name, name.hasSuffix("s") ? String(name.dropLast()) : name]
    return names.contains { name in
      telephones.contains { $0.contains(name) }
        || ["phonenum", "phonenumber", "telephone", "telefon"].contains(where: name.hasSuffix)
    }
  }

  /// Whether a key is a usual name of birthdays or anniversaries.
  static func meansBirthdays(_ key: String) -> Bool {
    let name = FieldNames.normalized(key)
    return name == "anniversary" || names.contains { $0.contains("bday") && $0.contains(name) }
  }

  /// Whether one of two keys is a usual name of first names and the other of last names.
  static func areNameParts(_ one: String, _ other: String) -> Bool {
    func parts(_ key: String) -> (isFirst: Bool, isLast: Bool) {
      let name = FieldNames.normalized(key)
      return (firstNames.contains(name), lastNames.contains(name))
    }
    let (first, second) = (parts(one), parts(other))
    return first.isFirst && second.isLast || first.isLast && second.isFirst
  }

  private static let firstNames = names.first { $0.contains("firstname") } ?? []
  private static let lastNames = names.first { $0.contains("lastname") } ?? []

  /// Whether a normalized key is a usual field of people, so that a list of texts under it is a
  /// field with several values.
  static func isOfPeople(_ name: String) -> Bool {
    names.contains { $0.contains(name) && !$0.contains("name") }
      || VCardMapping.nameKeys.contains { FieldNames.normalized($0) == name }
  }

  private static let telephones = names.filter { group in
    ["tel", "mobile", "homephone", "workphone"].contains(where: group.contains)
  }

  /// Whether two keys are usual names of the same field.
  static func mean(_ one: String, _ other: String) -> Bool {
    let (one, other) = (FieldNames.normalized(one), FieldNames.normalized(other))
    return names.contains { $0.contains(one) && $0.contains(other) }
  }

  /// For each column of another file, the key of the field that it means; `nil` if it means none of
  /// the keys.
  ///
  /// A column means the key with the same name; else a key with the same name ignoring case, spaces
  /// and punctuation, but not signs such as `€`; else a key that is a usual name of the same field.
  /// Each key is meant by one column: the one with the closest match, or the first.
  ///
  /// - Parameter taken: Keys that are already meant by other columns.
  /// - Complexity: O(*n*) in the numbers of columns and keys.
  package static func keys(
    for columns: [String], among keys: [String], except taken: Set<String> = []
  ) -> [String?] {
    var taken = taken
    var result = [String?](repeating: nil, count: columns.count)
    /// Gives each column without a key the first free key that shares one of its names.
    func find<Name: Hashable>(_ names: (String) -> [Name]) {
      var free: [Name: [String]] = [:]
      for key in keys.reversed() where !taken.contains(key) {
        for name in names(key) { free[name, default: []].append(key) }
      }
      for (number, column) in columns.enumerated() where result[number] == nil {
        for name in names(column) where result[number] == nil {
          while result[number] == nil, let key = free[name]?.popLast() {
            if taken.insert(key).inserted { result[number] = key }
          }
        }
      }
    }
    find { [Array($0.utf8)] }
    find { text in
      let name = FieldNames.normalized(text)
      return name.isEmpty ? [] : [[name, signs(of: text)]]
    }
    for groups in [names, substitutes] {
      find { text in
        let name = FieldNames.normalized(text)
        return groups.indices.filter { groups[$0].contains(name) }
      }
    }
    return result
  }

  /// The signs that tell names apart that have the same letters and digits, such as `C#` and `C++`.
  private static func signs(of name: String) -> String {
    name.filter { $0.isSymbol || "#%&*@".contains($0) }
  }
}
