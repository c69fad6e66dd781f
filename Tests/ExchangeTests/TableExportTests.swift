import Catalogues
import Platform
import PropertyLists
import TestHelpers
import Testing

@testable import Exchange

@Suite("Catalogues as tables")
struct TableExportTests {
  @Test("a row is an entry, with its section, and keys in the order of first use")
  func rows() throws {
    let csv = try Exported(people, as: .csv)
    #expect(
      csv.text == """
        section,name,phone,born,age,photo,tags,isFriend
        A,Anna,0123,1970-01-02T03:04:05Z,30,,,
        A,"Arno ""Q""\",,,,,"[""x"",{""a"":1.5}]",
        "B, C",Bo,1,,,,,true

        """)
    #expect(csv.losses == ["csv has no data: 1 value of 'photo' left out"])
  }

  @Test("only what must be quoted is quoted")
  func quotes() throws {
    let plist: Plist = [
      ["a": " x ", "b": "1;2"], ["a": "line\nend", "b": "\r"], ["a": "t\tb", "b": "'"],
    ]
    #expect(try Exported(plist, as: .csv).text == "a,b\n x ,1;2\n\"line\nend\",\"\r\"\nt\tb,'\n")
    #expect(
      try Exported(plist, as: .tsv).text == "a\tb\n x \t1;2\n\"line\nend\"\t\"\r\"\n\"t\tb\"\t'\n")
  }

  @Test("characters that XML does not have are in names of columns as in values")
  func controlCharacters() throws {
    let json = #"[{"a\u0001":"b\u0002","a\\u0001":"c"},{"a\\u0001":"d","a\u0001":"e"}]"#
    let document = try PropertyListDocument(FileBytes(Array(json.utf8)), format: .json)
    #expect(
      try Exported(Catalogue(document), as: .csv).text
        == "a\u{1},a\\u0001\nb\u{2},c\ne,d\n")
  }

  @Test("a column without a name is said to get one")
  func emptyKey() throws {
    let csv = try Exported([["a": "1", "": "2"]], as: .csv)
    #expect(csv.text == "a,\n1,2\n")
    #expect(csv.losses == ["csv has no empty keys: 1 read again as the number of its column"])
  }

  @Test(
    "a table is not taken for a file in another format because of the names of its columns",
    arguments: ["BEGIN:VCARD", "begin:vcard", " BEGIN:VCARD", "<plist>", "<?xml", "bplist00"],
    [ExportFormat.csv, .tsv])
  func misleadingNames(_ name: String, format: ExportFormat) throws {
    let text = try Exported([[name: "1", "b": "2"]], as: format).text
    let recognized = Array(text.utf8).withUnsafeBufferPointer {
      FileFormat.recognized($0, at: format == .csv ? "a.csv" : "a.tsv")
    }
    #expect(recognized == (format == .csv ? .csv : .tsv))
  }

  @Test("names of columns are quoted if they could be taken for something else")
  func names() throws {
    let plist: Plist = [["a;b": "1;2", "c|d": "", "sep=x": "", "e\tf": "\t"]]
    #expect(
      try Exported(plist, as: .csv).text
        == "\"a;b\",\"c|d\",\"sep=x\",\"e\tf\"\n1;2,,,\t\n")
    #expect(try Exported([["\u{FEFF}a": "1"]], as: .csv).text == "\"\u{FEFF}a\"\n1\n")
  }

  @Test("a row of which nothing can be written is a row")
  func nothingInRow() throws {
    let csv = try Exported([["a": "x"], ["a": .data], ["a": "y"]], as: .csv)
    #expect(csv.text == "a\nx\n\"\"\ny\n")
    let empty = try Exported([[:], [:]], as: .csv)
    #expect(empty.text == "")
    #expect(empty.losses == ["csv has no entries without fields: 2 left out"])
  }

  @Test("an empty text alone in its row is quoted, since an empty line is no row")
  func emptyRows() throws {
    #expect(try Exported([["a": ""], ["a": "x"]], as: .csv).text == "a\n\"\"\nx\n")
  }

  @Test("tags keep data and dates")
  func tags() throws {
    let csv = try Exported([["a": .data, "b": .date("2001-01-01T00:00:00Z")]], as: .csv) {
      $0.isTagged = true
    }
    #expect(
      csv.text
        == "a,b\n\"{\"\"$data\"\":\"\"AAEC\"\"}\",\"{\"\"$date\"\":\"\"2001-01-01T00:00:00Z\"\"}\"\n"
    )
    #expect(csv.losses == [])
  }

  @Test("formulas are disarmed for spreadsheets, numbers are not")
  func spreadsheets() throws {
    let plist: Plist = [
      ["a": "=1+1", "b": -5, "c": "＠x"], ["a": "-\"1\"", "b": "+49", "c": "a=b"],
      ["a": "'=", "b": "'x", "c": "'"],
    ]
    let csv = try Exported(plist, as: .csv) { $0.isForSpreadsheets = true }
    #expect(
      csv.text
        == "\u{FEFF}a,b,c\r\n\"'=1+1\",-5,\"'＠x\"\r\n\"'-\"\"1\"\"\",\"'+49\",a=b\r\n\"''=\",'x,'\r\n"
    )
  }

  @Test("entries under keys, single values and repeated keys")
  func otherShapes() throws {
    let keyed: Plist = ["x": ["name": "N", "key": "K"], "y": ["name": "M"]]
    #expect(try Exported(keyed, as: .csv).text == "key_,name,key\nx,N,K\ny,M,\n")
    #expect(try Exported(["a", "b,c"], as: .csv).text == "value\na\n\"b,c\"\n")
    let repeated = try Exported([.dict([("a", "1"), ("a", "2")]), ["a": "3"]], as: .csv)
    #expect(repeated.text == "a\n1\n3\n")
    #expect(repeated.losses == ["csv has no repeated keys: 1 value of 'a' left out"])
    #expect(try Exported([], as: .csv).text == "")
  }

  @Test("fields of sections are missed")
  func sectionFields() throws {
    let plist: Plist = [["title": "A", "footer": "f", "items": [["name": "a"], ["name": "b"]]]]
    let csv = try Exported(plist, as: .csv)
    #expect(csv.text == "section,name\nA,a\nA,b\n")
    #expect(csv.losses == ["csv has no fields of sections: 1 value of 'footer' left out"])
  }
}
