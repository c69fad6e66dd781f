import SeededRandom
import TestHelpers
import Testing

@testable import Catalogues
@testable import PropertyLists

@Suite("Addresses of items")
struct AddressBookTests {
  private static let cars: Plist = [
    ["title": "A", "cars": ["Audi", "audi", "AUDI A4", "Audio", "Citroën"]],
    ["title": "B|x", "cars": ["BMW", "Büssing", "BMW", ""]],
    ["title": "B|y", "cars": ["a/b", "#1", "c\\d"]],
    ["title": "", "cars": []],
  ]
  private static let flat: Plist = [
    "x", "y", "", "x", "/", "#2", "\\", "a\nb\r", "é", "e\u{301}", "\u{301}",
  ]
  private static let mixed: Plist = [
    "loose", ["loose", ["x"], "y"], "A", [], "", "#-1", ["k": "v"], .data, true, "A/B",
  ]
  private static let nested: Plist = [
    "安徽": ["合肥": ["庐阳", "蜀山"], "芜湖": ["镜湖"]], "北京": ["合肥": ["x"], "合肥 ": ["y"]],
  ]

  @Test("every item is found at its address", arguments: [cars, flat, mixed, nested, [], "one"])
  func roundTrip(plist: Plist) throws {
    let catalogue = try Catalogue(plist)
    let book = AddressBook(catalogue)
    var addresses: Set<[UInt8]> = []
    for item in catalogue.allItems {
      let address = book.address(of: item)
      #expect(try book.item(at: Address(address)) == item, "\(address)")
      #expect(addresses.insert(Array(address.utf8)).inserted, "\(address) addresses two items")
    }
  }

  @Test("an address does not look like an option")
  func optionLikeNames() throws {
    let catalogue = try Catalogue([
      ["title": "-o", "items": ["c", "-n", "-", "--"]], ["title": "－", "items": ["x"]],
      ["title": ".", "items": ["-o", "-"]], ["title": "./-o", "items": ["c"]],
    ])
    let book = AddressBook(catalogue)
    let addresses = catalogue.allItems.map { book.address(of: $0) }
    #expect(
      Set(addresses).isSuperset(of: [
        "/-o", "/-o/c", "/-o/-n", "/-o/--", "/－/x", "/./-o", ".", "/.\\/-o/c",
      ]))
    #expect(!addresses.contains { $0.hasPrefix("-") || $0.hasPrefix("－") })
    for item in catalogue.allItems {
      for address in [book.address(of: item), book.recordedAddress(of: item)] {
        #expect(try book.item(at: Address(address)) == item, "\(address)")
      }
    }
    let flat = try Catalogue(["-x", "-x", "y"])
    #expect(
      flat.entries.map { AddressBook(flat).address(of: .entry($0)) } == ["/-x#1", "/-x#2", "/y"])
  }

  @Test("a name that ends in a number is found before a namesake is, and both have addresses")
  func numberedNames() throws {
    let names: [Plist] = ["Nr", "Nr#1", "Nr", "Nr", "Gleis #3", "Nr#9", "X#1", "X#1"]
    let catalogue = try Catalogue(.array(names))
    let book = AddressBook(catalogue)
    let addresses = catalogue.entries.map { book.address(of: .entry($0)) }
    #expect(
      addresses == [
        "/#1", "/Nr\\#1", "/Nr#2", "/Nr#3", "/Gleis #3", "/Nr\\#9", "/X\\#1#1", "/X\\#1#2",
      ])
    for (entry, address) in zip(catalogue.entries, addresses) {
      #expect(try book.item(at: Address(address)) == .entry(entry))
    }
    #expect(try book.item(at: Address("/Nr#1")) == .entry(1))
    #expect(try book.item(at: Address("/Nr#9")) == .entry(5))
    #expect(try book.item(at: Address("/nr#9")) == .entry(5))
    #expect(try book.item(at: Address("/Gleis#1")) == .entry(4))
    #expect(throws: AddressError.self) { try book.item(at: Address("/Nr\\#2")) }
    #expect(throws: AddressError.self) { try book.item(at: Address("/Nr#2"), .withoutOrdinals) }
    #expect(try book.item(at: Address("/Nr#1"), .withoutOrdinals) == .entry(1))
  }

  @Test("names that must be exact lead only to items with just that name")
  func exactNames() throws {
    let catalogue = try Catalogue([
      "A": [["name": "Anna"], ["name": "Émile"]], "Ab": [["name": "Annabel"], ["name": "Anne"]],
    ])
    let book = AddressBook(catalogue)
    for (typed, name, inside, meant) in [
      ("A/Ann", "Ann", "A", "A/Anna"), ("a/Anna", "a", nil, "A/Anna"),
      ("A/Emile", "Emile", "A", "A/Émile"), ("Ａ／Anna", "Ａ／Anna", nil, "A/Anna"),
      ("ab", "ab", nil, "Ab"),
    ] {
      #expect(book.address(of: try book.item(at: typed)) == meant)
      #expect(throws: AddressError.inexact(name: name, inside: inside, meant: meant)) {
        try book.item(at: typed, .exact)
      }
      #expect(try book.item(at: meant, .exact) == book.item(at: typed))
    }
    #expect(try book.item(at: "A/E\u{301}mile", .exact) == .entry(1))
    #expect(try book.item(at: "#2/#-1", .exact) == .entry(3))
    #expect(throws: AddressError.self) { try book.item(at: "Ab/Ann", .exact) }
    #expect(throws: AddressError.self) { try book.item(at: "Ab/X", .exact) }
  }

  @Test("candidates show the beginning of their details")
  func candidateDetails() throws {
    let long = String(repeating: "long ", count: 10)
    let catalogue = try Catalogue([
      ["name": "Anna", "phone": "555-123"], ["name": "Anna", "phone": "1\n2"], ["name": "Anna"],
      ["name": "Anna", "phone": "\(long)"], ["name": "Bert", "phone": "5"],
    ])
    #expect(
      throws: AddressError.ambiguous(
        name: "Anna",
        candidates: [
          .init("/Anna#1", detail: "555-123"), .init("/Anna#2", detail: "1…"), .init("/Anna#3"),
          .init("/Anna#4", detail: long.prefix(40) + "…"),
        ], count: 4)
    ) { try AddressBook(catalogue).item(at: Address("Anna")) }
  }

  /// Lists in lists, with names that need escapes, repeat or are blank.
  private static func random(
    depth: Int, _ generator: inout some RandomNumberGenerator
  ) -> Plist {
    let pieces = [
      "a", "A", "b", "/", "#", "\\", "\n", "é", "e\u{301}", "\u{301}", "1", "|", "", " ", "-", "#1",
      "#2",
      "\u{202E}",
    ]
    return .array(
      (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        if depth > 0, Int.random(in: 0..<3, using: &generator) == 0 {
          return random(depth: depth - 1, &generator)
        }
        if Int.random(in: 0..<3, using: &generator) == 0 {
          return ["a", "a#1", "a#2", "a#1#1", "é", "#1"].randomElement(using: &generator) ?? "a"
        }
        let name = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          pieces.randomElement(using: &generator) ?? ""
        }
        return "\(name.joined())"
      })
  }

  @Test(
    "every item is found at its address, whatever its name",
    arguments: 1...60 as ClosedRange<UInt64>)
  func randomRoundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let catalogue = try Catalogue(Self.random(depth: 3, &generator))
    let restored = try RestoredCatalogueTests.restored(
      RestoredCatalogueTests.parts(of: catalogue),
      for: Array(catalogue.document.source.fileBytes), of: catalogue)
    let (book, other) = (AddressBook(catalogue), AddressBook(restored))
    for item in catalogue.allItems {
      let address = book.address(of: item)
      #expect(try book.item(at: Address(address)) == item, "\(address)")
      #expect(other.address(of: item) == address)
      #expect(try other.item(at: Address(address)) == item, "\(address)")
    }
  }

  @Test("every item is found at its position", arguments: [cars, flat, mixed, nested])
  func positions(plist: Plist) throws {
    let catalogue = try Catalogue(plist)
    let book = AddressBook(catalogue)
    for item in catalogue.allItems {
      let steps = book.position(of: item).split(separator: ".")
      let address = steps.map { "#" + $0 }.joined(separator: "/")
      #expect(try book.item(at: Address(address)) == item, "\(address)")
    }
  }

  @Test("names are used, numbered where they repeat, and positions where there are none")
  func addresses() throws {
    let catalogue = try Catalogue(Self.cars)
    let book = AddressBook(catalogue)
    #expect(
      catalogue.allItems.map(book.address) == [
        "", "A", "B#1", "B#2", "#4", "A/Audi", "A/audi", "A/AUDI A4", "A/Audio", "A/Citroën",
        "B#1/BMW#1", "B#1/Büssing", "B#1/BMW#2", "B#1/#4", "B#2/a\\/b", "B#2/\\#1", "B#2/c\\\\d",
      ])
    #expect(book.position(of: .entry(1)) == "1.2")
    #expect(book.position(of: .section(3)) == "3")
  }

  @Test("the address of an entry of the root begins with a slash")
  func rootEntries() throws {
    let book = try AddressBook(Catalogue(["x", ["y"], "x"]))
    #expect(book.address(of: .entry(0)) == "/x#1")
    #expect(book.address(of: .section(1)) == "#2")
    #expect(book.address(of: .entry(1)) == "#2/y")
    #expect(try AddressBook(Catalogue(["x"])).address(of: .entry(0)) == "/x")
  }

  @Test(
    "a name is exact before it is folded before it is a beginning",
    arguments: [
      ("A/Audi", .entry(0)), ("A/audi", .entry(1)), ("A/AUDIO", .entry(3)), ("a/audi a", .entry(2)),
      ("A/citroen", .entry(4)), ("A/CIT", .entry(4)), ("A", .section(1)), ("a/#-1", .entry(4)),
      ("#2/Büs", .entry(6)), ("#-2/#1", .entry(9)), ("#4", .section(4)), ("A/#1", .entry(0)),
      ("B#1", .section(2)), ("B#2", .section(3)), ("b#2/#1", .entry(9)), ("B#1/BMW#1", .entry(5)),
      ("B#1/BMW#2", .entry(7)), ("B#1/bmw#2", .entry(7)), ("B#1/BM#1", .entry(5)),
      ("A/Audi#1", .entry(0)), ("A/CIT#1", .entry(4)), ("A/citroen#1", .entry(4)),
    ] as [(String, Item)])
  func resolving(address: String, item: Item) throws {
    #expect(try AddressBook(Catalogue(Self.cars)).item(at: Address(address)) == item)
  }

  @Test(
    "what is ambiguous, absent or no section is an error with what there is",
    arguments: [
      (
        "A/AUDI",
        .ambiguous(name: "AUDI", candidates: [.init("A/Audi"), .init("A/audi")], count: 2)
      ),
      (
        "A/au",
        .ambiguous(
          name: "au",
          candidates: [.init("A/Audi"), .init("A/audi"), .init("A/AUDI A4"), .init("A/Audio")],
          count: 4)
      ),
      (
        "B",
        .ambiguous(
          name: "B", candidates: [.init("B#1", detail: "x"), .init("B#2", detail: "y")], count: 2)
      ),
      (
        "#2/BMW",
        .ambiguous(name: "BMW", candidates: [.init("B#1/BMW#1"), .init("B#1/BMW#2")], count: 2)
      ),
      ("B#1/BMW#3", .noNamesake(name: "BMW", ordinal: 3, inside: "B#1", count: 2)),
      ("B#1/bmw#3", .noNamesake(name: "bmw", ordinal: 3, inside: "B#1", count: 2)),
      ("B#3", .noNamesake(name: "B", ordinal: 3, inside: nil, count: 2)),
      (
        "A/AUDI#1",
        .ambiguous(name: "AUDI", candidates: [.init("A/Audi"), .init("A/audi")], count: 2)
      ),
      ("A/Audi#2", .noNamesake(name: "Audi", ordinal: 2, inside: "A", count: 1)),
      ("A/Citroxn#1", .notFound(name: "Citroxn#1", inside: "A", nearest: ["A/Citroën"])),
      ("A/Citroxn", .notFound(name: "Citroxn", inside: "A", nearest: ["A/Citroën"])),
      ("A/zzzzzz", .notFound(name: "zzzzzz", inside: "A", nearest: [])),
      ("C", .notFound(name: "C", inside: nil, nearest: ["A/Citroën", "B#2/c\\\\d"])),
      ("A/Audi/x", .notASection("A/Audi")), ("#5", .outOfRange(position: 5, inside: nil, count: 4)),
      ("A/#6", .outOfRange(position: 6, inside: "A", count: 5)),
      ("A/#-6", .outOfRange(position: -6, inside: "A", count: 5)),
      ("#4/#1", .outOfRange(position: 1, inside: "#4", count: 0)),
    ] as [(String, AddressError)])
  func errors(address: String, error: AddressError) throws {
    let book = try AddressBook(Catalogue(Self.cars))
    #expect(throws: error) { try book.item(at: Address(address)) }
  }

  @Test("the nearest name is first of at most three")
  func nearest() throws {
    let book = try AddressBook(Catalogue(["Mazdas", "Mazd", "Masta", "Mazada", "Toyota"]))
    let error = try #require(throws: AddressError.self) { try book.item(at: Address("/Masda")) }
    #expect(
      error == .notFound(name: "Masda", inside: nil, nearest: ["/Masta", "/Mazdas", "/Mazd"]))
  }

  @Test(
    "a name is near if it differs by up to half of what was typed, or three edits",
    arguments: [
      ("a", "x", false), ("ab", "ax", true), ("ab", "xy", false), ("abc", "abx", true),
      ("abc", "axy", false), ("abcd", "abxy", true), ("abcd", "axyz", false),
      ("abcde", "abcxy", true), ("abcde", "abxyz", false), ("abcdef", "abcxyz", true),
      ("abcdef", "abwxyz", false), ("abcdefgh", "abcdexyz", true),
      ("abcdefgh", "abcdwxyz", false), ("abcdefghijkl", "abcdefghwxyz", false),
      ("abc", "abcxyz", true), ("abc", "abcwxyz", false),
    ])
  func nearness(name: String, typed: String, isNear: Bool) throws {
    let book = try AddressBook(Catalogue([.text("string", name)]))
    let nearest = isNear ? ["/" + name] : []
    #expect(throws: AddressError.notFound(name: typed, inside: nil, nearest: nearest)) {
      try book.item(at: Address("/" + typed))
    }
  }

  @Test("of many entries, those that begin with a missing name are named in order")
  func beginningsAmongMany() throws {
    let names = (0..<20_500).map { $0 > 20_497 ? "Okonkwo \($0)" : "Entry \($0)" }
    let list = Plist.array(names.map { .text("string", $0) })
    let book = try AddressBook(Catalogue(["A": list, "B": list]), comparedNames: 1)
    let nearest = ["A/Okonkwo 20498", "A/Okonkwo 20499", "B/Okonkwo 20498"]
    #expect(throws: AddressError.notFound(name: "Oko", inside: nil, nearest: nearest)) {
      try book.item(at: Address("Oko"))
    }
  }

  @Test(
    "only the first names are compared with one that is not found",
    arguments: [
      (0, []), (1, ["/Mazdas"]), (2, ["/Mazdas", "/Mazd"]), (3, ["/Masta", "/Mazdas", "/Mazd"]),
      (20_000, ["/Masta", "/Mazdas", "/Mazd"]),
    ])
  func comparedNames(count: Int, nearest: [String]) throws {
    let book = AddressBook(try Catalogue(["Mazdas", "Mazd", "Masta"]), comparedNames: count)
    #expect(throws: AddressError.notFound(name: "Masda", inside: nil, nearest: nearest)) {
      try book.item(at: Address("/Masda"))
    }
  }
}
