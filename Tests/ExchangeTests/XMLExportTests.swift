import Catalogues
import PropertyLists
import Testing

@testable import Exchange

@Suite("Catalogues as XML")
struct XMLExportTests {
  @Test("text in UTF-8 stays as it is")
  func unchanged() throws {
    let text = "<?xml version='1.0' encoding=\"UTF-8\"?>\r\n<plist> <array/><!--x--> </plist>"
    #expect(try Exported(catalogue(text), as: .xml).text == text)
  }

  @Test("text in another encoding becomes UTF-8, and its declaration says so")
  func encodings() throws {
    let latin =
      Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist><string>".utf8) + [0xE9]
      + Array("</string></plist>".utf8)
    let document = try PropertyListDocument(FileBytes(latin))
    #expect(
      try Exported(Catalogue(document), as: .xml).text
        == "<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist><string>é</string></plist>")
  }
}
