import Grammar
import Testing

@testable import Editing
@testable import Language

@Suite("Writing commands again")
struct CanonicalTextTests {
  static let lines =
    [
      ("list B 3 . $ '3'", "show B 3 . $ '3'"), ("show #2/#-1", "show '#2/#-1'"),
      ("sh --page-s 5 --coll", "show --page-size=5 --collapsed"),
      (":New York", "jump 'New York'"), (":L'Oréal", "jump \"L'Oréal\""),
      (
        "find x -cSv -e -y --field 'a b'",
        "find --count --smart-case --invert-match --regexp=-y --field='a b' x"
      ),
      ("find -- -v a=b", "find '-v' a\\=b"), ("collapse all", "collapse all"),
      ("collapse 'all' B", "collapse 'all' B"), ("acc off", "accordion off"),
      ("insert M E\\=mc2 'name=a b' --first", "insert --first M E\\=mc2 name='a b'"),
      ("insert M a\\:b:int=1 'c=d'=e :xml='<array/>'", nil),
      (
        "insert M a\\:b:int=1 'c=d'=e x:xml='<array/>'",
        "insert M a\\:b:integer=1 c\\=d=e x:xml=<array/>"
      ),
      ("insert . ''", "insert . ''"), ("set -- option x=y", "set 'option' x=y"),
      ("set 'option' x=", "set 'option' x="), ("delete -- -x to", "delete '-x' 'to'"),
      ("mov A/AC\\ Schnitzer 'to' to N", "move 'A/AC Schnitzer' 'to' to N"),
      ("section ins E --bef 3", "section insert --before=3 E"),
      ("section ins E --bef='3'", "section insert --before='3' E"),
      ("save a 'x y' --f", "save as --force 'x y'"), ("save --backup", "save --backup"),
      ("undo 007", "undo 007"), ("set option a -1", "set option a '-1'"),
      ("help section ins", "help section ins"), ("exit", "quit"),
    ] as [(String, String?)]

  @Test("a command is written with full names and quotes where they must be", arguments: lines)
  func writing(_ line: String, _ expected: String?) throws {
    guard let expected else {
      #expect(throws: CommandError.self) { try SessionCommands.all.parse(line) }
      return
    }
    #expect(try parse(line).canonicalText == expected)
    #expect(try parse(expected).canonicalText == expected)
    #expect(try parse(expected).withoutPlaces == parse(line).withoutPlaces)
  }

  @Test("what is written means the same", arguments: 0..<8)
  func roundTrip(seed: UInt64) throws {
    var texts = RandomCommandTexts(seed: seed)
    for _ in 0..<300 {
      let (a, b, c) = (texts.text(), texts.text(), texts.text())
      let key = Quoting.quotedKey("k" + texts.text())
      for line in [
        "move \(Quoting.quoted(a)) \(Quoting.quoted(b)) to \(Quoting.quoted(c)) --first",
        "insert \(Quoting.quoted(a)) \(Quoting.quoted(b)) \(key)=\(Quoting.quotedTail(c))",
        "set \(Quoting.quoted(a)) \(key)=\(Quoting.quotedTail(c))",
        "section insert --in=\(Quoting.quotedTail(a)) \(Quoting.quoted(b))",
        "find \(Quoting.quoted(a)) -e \(Quoting.quoted(b))",
      ] {
        let command = try parse(line)
        let again = try parse(command.canonicalText)
        #expect(again.canonicalText == command.canonicalText)
        #expect(again.withoutPlaces == command.withoutPlaces, "\(line)")
      }
    }
  }

  @Test(
    "addresses are replaced in their order, those of options first",
    arguments: [
      ("move 1 . to $ --last", ["A/a b", "to", "12"], "move --last 'A/a b' 'to' to '12'"),
      ("section insert --in 3 X", ["B"], "section insert --in=B X"),
      ("section insert X --after 3", ["#2"], "section insert --after='#2' X"),
      ("set 4 a=1", ["option"], "set 'option' a=1"), ("collapse all", [], "collapse all"),
      ("insert 2 a=b", ["x=y"], "insert x\\=y a=b"), ("undo 2", [], "undo 2"),
      ("delete --all x", [], "delete --all x"),
      ("section sort 1 2", ["A", "-b"], "section sort A '-b'"),
      ("unset 1 1", ["A"], "unset A '1'"),
    ] as [(String, [String], String)])
  func replacing(_ line: String, _ addresses: [String], _ expected: String) throws {
    let command = try parse(line)
    #expect(command.addresses.count == addresses.count)
    #expect(command.parsed.canonicalText(replacingAddresses: addresses) == expected)
    let again = try parse(expected)
    #expect(again.addresses.map(\.reference) == addresses.map { .address($0) })
  }
}
