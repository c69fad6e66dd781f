import Catalogues
import PropertyLists
import TestHelpers
import Testing

@testable import Exchange

@Suite("Catalogues as recfiles")
struct RecordExportTests {
  @Test("entries of sections are records of a type, after what is said of them")
  func sections() throws {
    let records = try Exported(people, as: .rec)
    #expect(
      records.text == """
        %rec: section
        %at: /
        %typedef: plist_array size 0
        %type: items plist_array

        title: A
        items:

        title: B, C
        items:

        %rec: A
        %at: .[0].items
        %path: tags_0 .tags[0]
        %path: tags_1_a .tags[1].a
        %typedef: plist_data regexp |^[A-Za-z0-9+/=[:space:]]*$|
        %type: born date
        %type: age int
        %type: photo plist_data
        %type: tags_1_a real

        name: Anna
        phone: 0123
        born: 1970-01-02T03:04:05Z
        age: 30

        name: Arno "Q"
        photo: AAEC
        tags_0: x
        tags_1_a: 1.5

        %rec: B_C
        %at: .[1].items
        %type: isFriend bool

        phone: 1
        name: Bo
        isFriend: true

        """)
    #expect(records.losses == [])
  }

  @Test("a flat list is one type, and lists under keys are types of their own")
  func lists() throws {
    let list: Plist = [["a": "1"], ["a": 2, "b": "x\ny"], ["a": "3"]]
    #expect(
      try Exported(list, as: .rec).text == """
        %rec: entry
        %at: /
        %path: a_integer .a
        %type: a_integer int

        a: 1

        a_integer: 2
        b: x
        + y

        a: 3

        """)
    let named: Plist = ["Fruit": [["name": "Apple"]], "Nut": [["name": "Hazel"]]]
    #expect(
      try Exported(named, as: .rec).text == """
        %rec: Fruit

        name: Apple

        %rec: Nut

        name: Hazel

        """)
  }

  @Test("dictionaries under keys are records with a field for the key")
  func keys() throws {
    let sites: Plist = [
      "a b": ["key": "x", "url": "http://a"], "c": ["key": "y", "url": "http://c"],
    ]
    #expect(
      try Exported(sites, as: .rec).text == """
        %rec: entry
        %at: /
        %member: key_2

        key_2: a b
        key: x
        url: http://a

        key_2: c
        key: y
        url: http://c

        """)
  }

  @Test("what is neither a section nor an entry is a record of its own")
  func root() throws {
    let plist: Plist = ["version": 2, "list": [["a": "1"], "b"], "empty": [], "last": ["x": true]]
    let records = try Exported(plist, as: .rec)
    #expect(
      records.text == """
        %rec: catalogue
        %value: /
        %path: last_x .last.x
        %typedef: plist_array size 0
        %type: version int
        %type: list,empty plist_array
        %type: last_x bool

        version: 2
        list:
        empty:
        last_x: true

        %rec: list
        %at: .list
        %path: value /

        a: 1

        value: b

        """)
  }

  @Test("texts that a field cannot have are in JSON")
  func controls() throws {
    let json = #"[{"a": "x\\\ny", "b": "\u0000\r", "c": "\\x"}]"#
    let read = try Catalogue(PropertyListDocument(FileBytes(json.utf8), format: .json))
    let records = try Exported(read, as: .rec).text
    #expect(
      records.hasSuffix(
        #"""
        a: "x\\\ny"
        b: "\u0000\r"
        c: \x

        """#))
    let again = try Catalogue(PropertyListDocument(FileBytes(records.utf8), format: .rec))
    #expect(try Exported(again, as: .json).text == Exported(read, as: .json).text)
  }

  @Test("keys that occur twice and comments are left out, and that is said")
  func losses() throws {
    let catalogue = try catalogue(
      """
      <plist><array><!-- c --><dict><key>a</key><string>1</string>\
      <key>a</key><array><string>2</string></array></dict></array></plist>
      """)
    let records = try Exported(catalogue, as: .rec)
    #expect(records.text == "%rec: entry\n%at: /\n\na: 1\n")
    #expect(
      records.losses == [
        "rec has no repeated keys: 1 value of 'a' left out", "rec has no comments: 1 left out",
      ])
  }
}
