import Foundation
import Testing

@testable import PropertyLists

@Suite("Entities")
struct EntityTests {
  @Test(
    "a reference to an entity that XML does not define is an error at the reference",
    arguments: [
      Fault(
        "in a string", "<plist><string>é&nbsp;</string></plist>",
        .undefinedEntity("nbsp"), (1, 17)),
      Fault(
        "in a key", "<plist><dict>\r<key>&eacute;</key></dict></plist>",
        .undefinedEntity("eacute"), (2, 6)),
      Fault("in an attribute", "<plist><string a='é&x;'/></plist>", .undefinedEntity("x"), (1, 20)),
      Fault("between elements", "<plist>\n&x;<true/></plist>", .undefinedEntity("x"), (2, 1)),
    ])
  func undefined(fault: Fault) {
    fault.check()
  }

  @Test("a declaration of attributes is an error where it begins")
  func attributes() {
    Fault(
      "enumeration",
      "<!DOCTYPE plist [\n <!ATTLIST string a (x | y) 'x' b CDATA 'v'>]><plist><true/></plist>",
      .attributeDeclaration, (2, 2)
    ).check()
  }

  @Test("a declaration of attributes that is not valid either is the same error")
  func invalidAttributes() {
    for type in ["(x | x) 'x'", "NOTATION (n | n) #IMPLIED", "ID 'x'"] {
      Fault(
        type, "<!DOCTYPE plist [<!ATTLIST string a \(type)>]><plist><true/></plist>",
        .attributeDeclaration, (1, 18)
      ).check()
    }
  }

  @Test(
    "a declaration of an entity is an error where it begins",
    arguments: [
      "<!ENTITY a 'b'>", "<!ENTITY a SYSTEM 'file:///etc/hostname'>",
      "<!ENTITY a PUBLIC 'p' 'file:///etc/hostname'>", "<!ENTITY % a 'b'>",
      "<!ENTITY % a SYSTEM 'file:///etc/hostname'>", "<!ENTITY a SYSTEM 'b' NDATA n>",
      "<!ENTITY é '漢'>", "<!ENTITY amp '&#38;#38;'>",
    ])
  func declared(declaration: String) {
    let text = """
      <?xml version='1.0'?>\r<!--é--><!DOCTYPE plist [
      <!NOTATION n SYSTEM 'n'> \(declaration)]>
      <plist><string/></plist>
      """
    Fault("declaration", text, .entityDeclaration, (3, 26)).check()
  }

  @Test("a declaration that defines no entity is allowed")
  func otherDeclarations() throws {
    let document = try parse(
      """
      <!DOCTYPE plist SYSTEM "nowhere.dtd" [<!ELEMENT plist ANY>
      <!NOTATION n SYSTEM 'n'><!-- c --><?pi?>]>
      <plist><string>a</string></plist>
      """.utf8)
    #expect(document.text(of: document.root) == "a")
    #expect(document.element(document.root) == "<string>a</string>")
  }

  @Test("entities that multiply are refused")
  func bomb() {
    let declarations = (1...30).map { level in
      "<!ENTITY e\(level) '\(String(repeating: "&e\(level - 1);", count: 10))'>"
    }
    let text = """
      <!DOCTYPE plist [<!ENTITY e0 'x'>\(declarations.joined())]>
      <plist><string>&e30;</string></plist>
      """
    #expect(failure(parsing: text.utf8)?.problem == .entityDeclaration)
  }

  @Test(
    "no other file is read",
    arguments: [
      ("<!DOCTYPE plist [<!ENTITY a SYSTEM 'URL'>]>", "&a;"),
      ("<!DOCTYPE plist [<!ENTITY % a SYSTEM 'URL'>%a;]>", "&secret;"),
      ("<!DOCTYPE plist SYSTEM 'URL'>", "&secret;"),
      ("<!DOCTYPE plist PUBLIC 'p' 'URL'>", "&secret;"),
      ("<?xml-stylesheet href='URL'?>", "&secret;"),
      ("", "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='URL' parse='text'/>"),
    ])
  func externalFiles(prologue: String, content: String) throws {
    let secret = "a7f3b9"
    try withTemporaryFile(holding: "<!ENTITY secret '\(secret)'>".utf8) { path in
      let url = "file://\(path)"
      let text = "\(prologue)<plist><string>\(content)</string></plist>"
        .replacing("URL", with: url)
      let error = try #require(failure(parsing: text.utf8))
      #expect(!error.description.contains(secret))
      #expect(!String(reflecting: error).contains(secret))
    }
  }

  @Test("an external document type is not read for its defaults")
  func externalDefaults() throws {
    try withTemporaryFile(holding: "a7f3b9 is no declaration <".utf8) { path in
      let text = "<!DOCTYPE plist SYSTEM '\(path)'><plist><string>x</string></plist>"
      let document = try parse(text.utf8)
      #expect(document.text(of: document.root) == "x")
      #expect(!String(decoding: document.source.bytes, as: UTF8.self).contains("a7f3b9"))
    }
  }
}
