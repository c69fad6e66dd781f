import PropertyLists

/// The usual headers of columns in tables of people, as programs write them and as people do in
/// several languages.
enum ContactHeaders {
  /// What a column becomes in a card.
  enum Meaning {
    /// A key: `name`, a key and a part of its value: `address.city`, or a list: `categories;`.
    case field(String)
    case numbered(Numbered)
    /// The header is a key of cards, in a table that was made of cards.
    case own
    /// The column is kept under its header.
    case kept
  }

  /// A column of Google for a numbered value, such as `Phone 1 - Value`: its label, its value, or a
  /// part of an address.
  struct Numbered: Hashable {
    let field: String
    let number: Int
    let role: String

    init(_ field: String, _ number: Int, _ role: String) {
      (self.field, self.number, self.role) = (field, number, role)
    }
  }

  /// By what the columns of a table are known.
  enum Source {
    case google
    /// Another program.
    case program
    /// Cardex, which made the table of cards. Either all columns are keys and properties of cards,
    /// or other columns have been added.
    case cards, cardsAndOthers
    case language
  }

  /// The meanings of columns by header, and the source that knows them; `nil` if none does.
  static func meanings(of headers: [String]) -> (source: Source, meanings: [String: Meaning])? {
    var best: (source: Source, meanings: [String: Meaning]) = (.program, [:])
    for (source, known) in programs {
      var meanings: [String: Meaning] = [:]
      for header in headers {
        if let target = known[header] { meanings[header] = .field(target) }
        if source == .google, let value = numbered(header) { meanings[header] = .numbered(value) }
      }
      let distinctive = meanings.keys.count { !words.contains(folded($0)) }
      if distinctive >= 3, meanings.count > best.meanings.count { best = (source, meanings) }
    }
    if !best.meanings.isEmpty {
      addUsual(to: &best.meanings, of: headers)
      return best
    }
    let own = Dictionary(headers.map { ($0, Meaning.own) }, uniquingKeysWith: { $1 })
    let ownCount = headers.count(where: isOwn)
    let keyCount = headers.count(where: isKey)
    if ownCount > 0, keyCount == headers.count { return (.cards, own) }
    let isOfCards = ownCount > 1
    if let meanings = language(of: headers), !isOfCards || meanings.count > keyCount {
      return (.language, meanings)
    }
    return isOfCards ? (.cardsAndOthers, own) : nil
  }

  /// Whether a header can be a key of a card.
  private static func isKey(_ header: String) -> Bool {
    isOwn(header) || VCardMapping.staysAsWritten(header, nil)
      || VCardMapping.objection(toKey: header) == nil
        && !VCardMapping.addressKeys.contains(header)
  }

  /// Adds the usual meanings of columns that are not the program's own.
  private static func addUsual(to meanings: inout [String: Meaning], of headers: [String]) {
    let rest = headers.filter { meanings[$0] == nil }
    let taken = meanings.values.compactMap {
      if case .field(let target) = $0 {
        String(target.prefix { $0 != "." && $0 != ";" })
      } else {
        nil
      }
    }
    let keys =
      VCardMapping.telephones.map(\.key)
      + VCardMapping.properties.filter { $0.form != .address }.map(\.word)
    for (header, key) in zip(rest, UsualNames.keys(for: rest, among: keys, except: Set(taken))) {
      if let key { meanings[header] = .field(key) }
    }
  }

  private static func language(of headers: [String]) -> [String: Meaning]? {
    let known = headers.filter { header in
      languages.contains { $0.headers[word(header)] != nil }
    }
    let found = languages.compactMap { language -> [String]? in
      let targets = known.map { language.headers[word($0)] }
      return targets.contains(nil) ? nil : targets.compactMap(\.self)
    }
    guard known.count > 1, known.count * 2 > headers.count, let targets = found.first,
      found.allSatisfy({ $0 == targets }), targets.contains(where: nameTargets.contains)
    else { return nil }
    var meanings = Dictionary(zip(known, targets), uniquingKeysWith: { $1 })
    // Beside first names, the column of names has last names.
    if targets.contains("firstName"), !targets.contains("lastName"),
      let name = known.first(where: { word($0) == "name" })
    {
      meanings[name] = "lastName"
    }
    return meanings.mapValues { .field($0) }
  }

  /// A header as it is looked up in languages: folded, and without the number that tells equal
  /// columns apart.
  private static func word(_ header: String) -> String {
    let name = folded(header)
    let word = String(name.reversed().drop { $0.isASCII && $0.isNumber }.reversed())
    return word.isEmpty ? name : word
  }

  private static let nameTargets = ["name", "firstName", "lastName", "company"]

  /// Whether a cell is what a program writes for an empty value.
  static func isNothing(_ cell: String, in header: String) -> Bool { nothing[header] == cell }

  /// What Outlook writes for a missing date.
  static let emptyDates: Set<String> = ["0/0/00", "0.0.00"]

  private static let nothing = [
    "Gender": "Unspecified", "Geschlecht": "Keine Angabe", "Priority": "Normal", "Private": "False",
    "Sensitivity": "Normal", "Priorität": "Normal", "Privat": "Aus", "Vertraulichkeit": "Normal",
    "E-mail Type": "SMTP", "E-mail 2 Type": "SMTP", "E-mail 3 Type": "SMTP", "E-Mail-Typ": "SMTP",
  ]

  // MARK: Cardex

  /// Whether a header is a key that only cards have.
  private static func isOwn(_ header: String) -> Bool {
    let key = VCardMapping.withoutNumber(
      header.hasSuffix("Label") ? String(header.dropLast(5)) : header)
    let isOfCard =
      VCardMapping.nameKeys.contains(key) || VCardMapping.organizationKeys.contains(key)
      || VCardMapping.meaning(ofKey: key) != nil
    return isOfCard && (key.contains { $0.isUppercase } || key != header)
      || ["N", "UID", "REV", "PRODID"].contains(header) || header.hasPrefix("X-")
  }

  // MARK: Google

  private static func numbered(_ header: String) -> Numbered? {
    let parts = header.split(separator: " - ", maxSplits: 1)
    guard parts.count == 2, let space = parts[0].lastIndex(of: " "),
      let number = Int(parts[0][parts[0].index(after: space)...]),
      let field = numberedFields[String(parts[0][..<space])]
    else { return nil }
    let role =
      roles[String(parts[1])] ?? (field == "address" ? addressRoles[String(parts[1])] : nil)
    return role.map { Numbered(field, number, $0) }
  }

  private static let numberedFields = [
    "E-mail": "email", "Phone": "phone", "Address": "address", "Website": "website",
  ]
  private static let roles = ["Label": "label", "Type": "label", "Value": "value"]
  private static let addressRoles = [
    "Formatted": "value", "Street": "street", "City": "city", "PO Box": "poBox", "Region": "region",
    "Postal Code": "postalCode", "Country": "country", "Extended Address": "extension",
  ]

  /// The key of a value with a label, and the label if the key does not express it.
  static func key(of field: String, labelled label: String) -> (key: String, label: String?) {
    // An asterisk marks the preferred value.
    let label = label.hasPrefix("* ") ? String(label.dropFirst(2)) : label
    let word = label.lowercased()
    if word.isEmpty { return (field, nil) }
    if field == "phone" {
      let usual = [
        "mobile": "mobile", "home": "homePhone", "work": "workPhone", "home fax": "homeFax",
        "work fax": "workFax", "pager": "pager", "work mobile": "workMobile", "fax": "fax",
      ]
      return usual[word].map { ($0, nil) } ?? (field, label)
    }
    guard ["home", "work"].contains(word) else { return (field, label) }
    return (word + field.prefix(1).uppercased() + field.dropFirst(), nil)
  }

  // MARK: Tables

  private static func table(_ lines: String) -> [String: String] {
    Dictionary(
      lines.split(separator: "\n").flatMap { $0.split(separator: "|") }.map { pair in
        let halves = pair.split(separator: "=").map(String.init)
        return (halves[0], halves[1])
      }, uniquingKeysWith: { $1 })
  }

  /// Folded headers that people write in some language, which do not identify a program.
  private static let words = Set(languages.flatMap(\.headers.keys))

  private static let programs: [(source: Source, headers: [String: String])] = [
    (
      .google,
      table(
        """
        Name=name|Given Name=firstName|First Name=firstName|Additional Name=middleName
        Middle Name=middleName|Family Name=lastName|Last Name=lastName|Name Prefix=namePrefix
        Name Suffix=nameSuffix|Nickname=nickname|Birthday=birthday|Notes=note|Photo=photo
        Group Membership=categories;|Labels=categories;|Organization Name=company
        Organization Title=jobTitle|Organization Department=department
        Organization 1 - Name=company|Organization 1 - Title=jobTitle
        Organization 1 - Department=department
        """)
    ),
    (.program, outlook), (.program, germanOutlook), (.program, germanThunderbird),
    (
      .program,
      table(
        """
        First Name=firstName|Last Name=lastName|Display Name=name|Nickname=nickname
        Primary Email=email|Secondary Email=email|Work Phone=workPhone|Home Phone=homePhone
        Fax Number=fax|Pager Number=pager|Mobile Number=mobile|Home Address=homeAddress.street
        Home Address 2=homeAddress.extension|Home City=homeAddress.city
        Home State=homeAddress.region|Home ZipCode=homeAddress.postalCode
        Home Country=homeAddress.country|Work Address=workAddress.street
        Work Address 2=workAddress.extension|Work City=workAddress.city
        Work State=workAddress.region|Work ZipCode=workAddress.postalCode
        Work Country=workAddress.country|Job Title=jobTitle|Department=department
        Organization=company|Web Page 1=workWebsite|Web Page 2=homeWebsite
        Birth Year=birthday.year|Birth Month=birthday.month|Birth Day=birthday.day|Notes=note
        """)
    ),
  ]

  /// Adds the headers of the parts of addresses.
  private static func add(
    _ addresses: [(name: String, key: String)], _ parts: [(header: String, part: String)],
    to headers: inout [String: String], _ header: (_ name: String, _ part: String) -> String
  ) {
    for (name, key) in addresses {
      for part in parts { headers[header(name, part.header)] = "\(key).\(part.part)" }
    }
  }

  private static let outlook: [String: String] = {
    var result = table(
      """
      Title=namePrefix|First Name=firstName|Middle Name=middleName|Last Name=lastName
      Suffix=nameSuffix|Company=company|Department=department|Job Title=jobTitle
      Business Fax=workFax|Business Phone=workPhone|Business Phone 2=workPhone|Home Fax=homeFax
      Home Phone=homePhone|Home Phone 2=homePhone|Mobile Phone=mobile|Other Fax=fax
      Other Phone=phone|Pager=pager|Primary Phone=phone|Anniversary=anniversary
      Birthday=birthday|Categories=categories;|E-mail Address=email|E-mail 2 Address=email
      E-mail 3 Address=email|Notes=note|Web Page=website|Personal Web Page=homeWebsite
      Business Address PO Box=workAddress.poBox|Home Address PO Box=homeAddress.poBox
      Other Address PO Box=address.poBox|Nickname=nickname
      """)
    let addresses = [("Business", "workAddress"), ("Home", "homeAddress"), ("Other", "address")]
    let parts = [
      ("Street", "street"), ("City", "city"), ("State", "region"), ("Postal Code", "postalCode"),
      ("Country", "country"), ("Country/Region", "country"),
    ]
    add(addresses, parts, to: &result) { "\($0) \($1)" }
    return result
  }()

  private static let germanOutlook: [String: String] = {
    var result = table(
      """
      Anrede=namePrefix|Vorname=firstName|Weitere Vornamen=middleName|Nachname=lastName
      Suffix=nameSuffix|Firma=company|Abteilung=department|Position=jobTitle
      Fax geschäftlich=workFax|Telefon geschäftlich=workPhone|Telefon geschäftlich 2=workPhone
      Fax privat=homeFax|Telefon privat=homePhone|Telefon privat 2=homePhone
      Mobiltelefon=mobile|Weiteres Fax=fax|Weiteres Telefon=phone|Pager=pager
      Haupttelefon=phone|Jahrestag=anniversary|Geburtstag=birthday|Kategorien=categories;
      E-Mail-Adresse=email|E-Mail 2: Adresse=email|E-Mail 3: Adresse=email|Notizen=note
      Webseite=website
      """)
    let addresses = [("geschäftlich", "workAddress"), ("privat", "homeAddress")]
    let parts = [
      ("Straße", "street"), ("Ort", "city"), ("Bundesland/Kanton", "region"),
      ("Region", "region"), ("Postleitzahl", "postalCode"), ("Land/Region", "country"),
    ]
    add(addresses, parts, to: &result) { "\($1) \($0)" }
    return result
  }()

  private static let germanThunderbird: [String: String] = {
    var result = table(
      """
      Vorname=firstName|Nachname=lastName|Anzeigename=name|Spitzname=nickname
      Primäre E-Mail-Adresse=email|Sekundäre E-Mail-Adresse=email|Tel. dienstlich=workPhone
      Tel. privat=homePhone|Fax-Nummer=fax|Pager-Nummer=pager|Mobil-Tel.-Nr.=mobile
      Arbeitstitel=jobTitle|Abteilung=department|Organisation=company|Webseite 1=workWebsite
      Webseite 2=homeWebsite|Geburtsjahr=birthday.year|Geburtsmonat=birthday.month
      Geburtstag=birthday.day|Notizen=note
      """)
    let addresses = [("Dienstlich", "workAddress"), ("Privat", "homeAddress")]
    let parts = [
      ("Adresse", "street"), ("Adresse 2", "extension"), ("Ort", "city"), ("Stadt", "city"),
      ("Bundesland", "region"), ("PLZ", "postalCode"), ("Land", "country"),
    ]
    add(addresses, parts, to: &result) { "\($0): \($1)" }
    return result
  }()

  /// A header as it is looked up: in lower case, letters and digits only.
  private static func folded(_ header: String) -> String {
    header.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  private static let languages: [(name: String, headers: [String: String])] = [
    (
      "English",
      """
      name=name|fn=name|tel=phone|org=company|url=website|bday=birthday|full name=name|first name=firstName|given name=firstName|middle name=middleName
      last name=lastName|surname=lastName|family name=lastName|nickname=nickname
      phone=phone|telephone=phone|phone number=phone|mobile=mobile|mobile phone=mobile|cell=mobile
      cell phone=mobile|home phone=homePhone|work phone=workPhone|fax=fax|email=email
      e-mail=email|mail=email|email address=email|company=company|organization=company
      department=department|job title=jobTitle|address=address.street|street=address.street
      city=address.city|town=address.city|state=address.region|zip=address.postalCode
      zip code=address.postalCode|postal code=address.postalCode|postcode=address.postalCode
      country=address.country|birthday=birthday|date of birth=birthday|anniversary=anniversary
      notes=note|note=note|comment=note|website=website|web page=website|title=jobTitle
      """
    ),
    (
      "German",
      """
      name=name|vollständiger name=name|vorname=firstName|nachname=lastName|familienname=lastName
      spitzname=nickname|anrede=namePrefix|titel=namePrefix|telefon=phone|telefonnummer=phone|tel=phone
      telefon privat=homePhone|telefon geschäftlich=workPhone|handy=mobile|mobil=mobile
      mobiltelefon=mobile|fax=fax|e-mail=email|email=email|mail=email|e-mail-adresse=email
      firma=company|unternehmen=company|organisation=company|abteilung=department
      position=jobTitle|beruf=jobTitle|adresse=address.street|straße=address.street
      strasse=address.street|ort=address.city|stadt=address.city|plz=address.postalCode
      postleitzahl=address.postalCode|bundesland=address.region|land=address.country
      geburtstag=birthday|geburtsdatum=birthday|notiz=note|notizen=note|bemerkung=note
      bemerkungen=note|webseite=website|website=website|homepage=website
      """
    ),
    (
      "French",
      """
      nom=lastName|nom complet=name|nom de famille=lastName|prénom=firstName|prenom=firstName
      surnom=nickname|civilité=namePrefix|téléphone=phone|telephone=phone|tél=phone
      numéro de téléphone=phone|mobile=mobile|portable=mobile|téléphone portable=mobile
      téléphone fixe=homePhone|téléphone domicile=homePhone|téléphone bureau=workPhone
      télécopie=fax|fax=fax|courriel=email|e-mail=email|email=email|mail=email
      adresse e-mail=email|adresse électronique=email|société=company|entreprise=company
      organisation=company|service=department|fonction=jobTitle|poste=jobTitle
      adresse=address.street|rue=address.street|ville=address.city|région=address.region
      code postal=address.postalCode|pays=address.country|anniversaire=birthday
      date de naissance=birthday|note=note|notes=note|remarque=note|remarques=note
      site web=website|site internet=website
      """
    ),
    (
      "Spanish",
      """
      nombre=firstName|nombre completo=name|nombres=firstName|apellido=lastName|apellidos=lastName
      apodo=nickname|teléfono=phone|telefono=phone|móvil=mobile|movil=mobile|celular=mobile
      teléfono móvil=mobile|teléfono particular=homePhone|teléfono del trabajo=workPhone|fax=fax
      correo=email|correo electrónico=email|correo electronico=email|email=email|e-mail=email
      empresa=company|organización=company|departamento=department|cargo=jobTitle
      puesto=jobTitle|dirección=address.street|direccion=address.street|calle=address.street
      ciudad=address.city|provincia=address.region|código postal=address.postalCode
      codigo postal=address.postalCode|cp=address.postalCode|país=address.country
      pais=address.country|cumpleaños=birthday|fecha de nacimiento=birthday|notas=note|nota=note
      sitio web=website|página web=website
      """
    ),
    (
      "Italian",
      """
      nome=firstName|nome completo=name|cognome=lastName|soprannome=nickname|telefono=phone
      cellulare=mobile|telefono cellulare=mobile|telefono casa=homePhone
      telefono ufficio=workPhone|fax=fax|e-mail=email|email=email|posta elettronica=email
      indirizzo e-mail=email|azienda=company|società=company|reparto=department
      qualifica=jobTitle|posizione=jobTitle|indirizzo=address.street|via=address.street
      città=address.city|provincia=address.region|cap=address.postalCode|paese=address.country
      compleanno=birthday|data di nascita=birthday|note=note|nota=note|sito web=website
      """
    ),
    (
      "Chinese",
      """
      姓名=name|名字=name|姓=lastName|名=firstName|昵称=nickname|电话=phone|电话号码=phone|手机=mobile
      手机号=mobile|手机号码=mobile|传真=fax|邮箱=email|电子邮件=email|电子邮箱=email|公司=company|单位=company
      部门=department|职位=jobTitle|职务=jobTitle|地址=address.street|城市=address.city|省份=address.region
      邮编=address.postalCode|邮政编码=address.postalCode|国家=address.country|生日=birthday
      出生日期=birthday|备注=note|网站=website|网址=website
      """
    ),
    (
      "Japanese",
      """
      氏名=name|名前=name|姓=lastName|名=firstName|電話=phone|電話番号=phone|携帯=mobile|携帯電話=mobile
      携帯番号=mobile|自宅電話=homePhone|勤務先電話=workPhone|ファックス=fax|メール=email|メールアドレス=email
      会社=company|会社名=company|部署=department|役職=jobTitle|住所=address.street|市区町村=address.city
      都道府県=address.region|郵便番号=address.postalCode|国=address.country|誕生日=birthday
      生年月日=birthday|備考=note|メモ=note|ウェブサイト=website
      """
    ),
  ].map { name, lines in
    let known = table(lines).map { (folded($0.key), $0.value) }
    return (name, Dictionary(known, uniquingKeysWith: { $1 }))
  }
}
