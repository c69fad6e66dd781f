import Catalogues
import Testing

@testable import Presentation

@Suite("Texts that lead somewhere")
struct LinkTests {
  @Test(
    "telephone numbers, by their keys or with the code of a country",
    arguments: [
      ("+44 7700 900114", "tel:+447700900114"), ("+1 (555) 010-3999", "tel:+15550103999"),
      ("+49\u{A0}30\u{2011}23125", "tel:+493023125"), ("+49 (0)30 23125", "tel:+493023125"),
    ])
  func telephones(_ text: String, _ address: String) {
    #expect(Link(text, isTelephone: false)?.address == address)
    #expect(Link(text, isTelephone: true)?.address == address)
  }

  @Test(
    "numbers that only their keys tell",
    arguments: [
      ("0123", "tel:0123"), ("112", "tel:112"), ("030 / 23125", "tel:03023125"),
      ("(030) 23125-17", "tel:0302312517"), ("13800138000", "tel:13800138000"),
      ("01.23.45.67.89", "tel:0123456789"), ("+49 30/23125", "tel:+493023125"),
    ])
  func localNumbers(_ text: String, _ address: String) {
    #expect(Link(text, isTelephone: true)?.address == address)
    #expect(Link(text, isTelephone: false) == nil)
  }

  @Test(
    "what is not one number is no link, whatever its key",
    arguments: [
      "", "12", "+", "+49", "+0 123 4567890", "030 23125 ext. 7", "030 23125, 23126",
      "030 23125/030 23126",
      "23125 / 23126", "030/1/2", "(030", "030)", "()30 23125", "030 23125-", "1234567890123456",
      "+49 30 ((23125)", "030 - - 23125", "030\n23125", "٠٣٠٢٣١٢٥", "030\u{202E}23125", "030x23125",
    ])
  func noTelephones(_ text: String) {
    #expect(Link(text, isTelephone: true) == nil)
  }

  @Test(
    "addresses of mail, in which what would be more than an address is escaped",
    arguments: [
      ("anna@example.com", "mailto:anna@example.com"),
      ("a.b+c@mail.example.co.uk", "mailto:a.b+c@mail.example.co.uk"),
      ("1@example.com", "mailto:1@example.com"),
      ("a?subject=x&b@example.com", "mailto:a%3Fsubject%3Dx%26b@example.com"),
    ])
  func mail(_ text: String, _ address: String) {
    #expect(Link(text, isTelephone: false)?.address == address)
  }

  @Test(
    "addresses of the web, as they are",
    arguments: [
      "https://example.com", "http://example.com:8080/a?b=c&d#e", "HTTPS://Example.COM/",
      "https://de.wikipedia.org/wiki/Köln", "https://localhost/~x/a,b;c", "https://127.0.0.1/",
    ])
  func web(_ text: String) {
    #expect(Link(text, isTelephone: false)?.address == text)
  }

  @Test(
    "no other scheme, no user, nothing that only looks like an address",
    arguments: [
      "javascript:alert(1)", "javascript://example.com/%0aalert(1)", "data:text/html,x",
      "file:///etc/passwd", "ftp://example.com", "//example.com", "example.com", "tel:112",
      "mailto:a@example.com", "https:", "https://", "https:///x", "https://a@example.com",
      "https://example.com\\@b.com", "https://example.com:x", "https://example.com:99999",
      "https://exa mple.com", " https://example.com", "https://example.com/\"x",
      "https://a.com/<b>",
      "https://example.com/\u{202E}x", "https://example.com\n", "https://exämple.com",
      "https://-a.com", "https://a..com", "see https://example.com", "a@b", "a@b.c", "@example.com",
      "a@@example.com", "a b@example.com", "a..b@example.com", ".a@example.com",
      "a@example.com,b@c.de",
      "a@example.1", "a@-example.com", "ä@example.com",
    ])
  func noAddresses(_ text: String) {
    #expect(Link(text, isTelephone: false) == nil)
    #expect(Link(text, isTelephone: true) == nil)
  }

  @Test("no text is too long to say so")
  func long() {
    #expect(Link("https://a.de/" + String(repeating: "x", count: 3000), isTelephone: true) == nil)
    #expect(Link(String(repeating: "1", count: 3000), isTelephone: true) == nil)
  }

  @Test(
    "keys of telephone numbers",
    arguments: [
      "phone", "phoneNum", "Phone_Number", "tel", "mobile", "homePhone", "workFax", "phone2",
      "phones",
      "电话", "手机", "customerPhoneNumber", "Telefon",
    ])
  func keys(_ key: String) {
    #expect(UsualNames.meansTelephones(key))
  }

  @Test(
    "keys of other numbers", arguments: ["", "name", "headphone", "number", "hotel", "fn", "7"])
  func otherKeys(_ key: String) {
    #expect(!UsualNames.meansTelephones(key))
  }
}
