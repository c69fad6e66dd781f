import Catalogues
import Outlines
import PropertyLists
import TestHelpers
import Testing

@testable import Forms

@Suite("Containers under the keys of a form")
struct ContainersInFormsTests {
  static let containers = ["<array/>", "<dict/>", "<array><string>x</string></array>"]
  static let identifiers = ["textfield", "datepicker", "switch", "slider", "valuepicker", "normal"]

  @Test(
    "a row of any kind says nothing under a key that holds a container, and can be looked at",
    arguments: FormKey.allCases, containers)
  func rows(key: FormKey, container: String) throws {
    for identifier in Self.identifiers {
      let keys = [
        ("isExpandable", "<true/>"), ("isExpanded", "<true/>"), ("isVisible", "<true/>"),
        ("additionalRows", "<integer>1</integer>"),
        ("cellIdentifier", "<string>\(identifier)</string>"), ("value", "<string>1</string>"),
        ("primaryTitle", "<string>a</string>"), ("secondaryTitle", "<string>b</string>"),
        ("minimum", "<integer>0</integer>"), ("maximum", "<integer>9</integer>"),
        ("dateFormat", "<string>y</string>"),
      ]
      let row = keys.map { "<key>\($0)</key>" + ($0 == key.rawValue ? container : $1) }.joined()
      let form = try form([row, row, row])
      for entry in form.catalogue.entries {
        let row = form.row(entry)
        #expect(row.text(key) == "")
        #expect(row.flag(key) == nil)
        #expect(row.number(key) == nil)
        #expect(row.holdsOther == (key == .value))
        _ = EntryKinds(of: form.catalogue, form: form).content(of: row.entry)
        _ = (row.title, row.mark, row.summary, row.isPart, row.isDisclosable, row.isExpanded)
        _ = (row.owner?.entry, row.ownedRows.count, row.level, row.choices)
        for text in ["1", "true", ""] { _ = row.assignment(of: text, to: key) }
        _ = try? form.filling(row, with: "1")
        _ = try? form.choosing(nil, at: row)
      }
    }
  }
}
