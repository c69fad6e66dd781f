import Catalogues
import Platform
import PropertyLists
import TestHelpers
import Testing

@testable import Exchange

@Suite("Catalogues in OpenStep's format")
struct OpenStepExportTests {
  @Test("values are written by their types, and comments stay where they are")
  func values() throws {
    let text = """
      <plist><!-- top */ -->
      <dict>
        <!-- one -->
        <key>plain.word</key><string>two words</string>
        <key>a-b</key><array><string>x</string><!--in--><data>AAH/</data></array>
        <key>n</key><integer>5</integer> <!-- last -->
      </dict>
      </plist>
      """
    let openstep = try Exported(catalogue(text), as: .openstep)
    #expect(
      openstep.text == """
        /* top * / */
        {
            /* one */
            plain.word = "two words";
            "a-b" = (
                x,
                /*in*/
                <0001ff>
            );
            n = 5; /* last */
        }

        """)
    #expect(openstep.losses == ["openstep has no numbers: 1 value of 'n' written as text"])
  }

  @Test(
    "dates of any year come back in GNUstep's notation",
    arguments: [
      "-0005-01-01T00:00:00Z", "0000-12-31T00:00:00Z", "-12345-01-01T00:00:00Z",
      "0099-01-01T00:00:00Z", "12345-06-07T08:09:10Z",
    ])
  func years(_ date: String) throws {
    let openstep = try Exported([.date(date)], as: .openstep) { $0.isTagged = true }
    let again = try PropertyListDocument(FileBytes(Array(openstep.text.utf8)), format: .openStep)
    let dates = again.elements(of: again.root).compactMap(again.scalar).map(again.text)
    #expect(dates == [date])
  }

  @Test("GNUstep's notation keeps types")
  func tags() throws {
    let plist: Plist = [
      "d": .date("2001-01-02T03:04:05Z"), "i": -5, "r": 1.5, "t": true, "f": false,
    ]
    let openstep = try Exported(plist, as: .openstep) { $0.isTagged = true }
    #expect(
      openstep.text == """
        {
            d = <*D2001-01-02 03:04:05 +0000>;
            i = <*I-5>;
            r = <*R1.5>;
            t = <*BY>;
            f = <*BN>;
        }

        """)
    #expect(openstep.losses == [])
  }

  @Test("a strings file is a dictionary without braces, all of it quoted")
  func strings() throws {
    let text = "<plist><dict><!-- A --><key>a</key><string>\"x\"\n\u{85}</string></dict></plist>"
    let strings = try Exported(catalogue(text), as: .strings)
    #expect(strings.text == "/* A */\n\"a\" = \"\\\"x\\\"\\n\u{85}\";\n")
    #expect(throws: ReportedError.notADictionary) { try Exported(["a"], as: .strings) }
  }

  @Test("empty containers")
  func empty() throws {
    #expect(
      try Exported(["a": [], "b": [:]], as: .openstep).text
        == "{\n    a = ();\n    b = {\n    };\n}\n")
  }
}
