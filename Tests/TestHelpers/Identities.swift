package import Catalogues
package import PropertyLists

// Identities as tests write them: by the numbers that one can count in their examples.

extension NodeIndex: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self.init(rawValue: value) }
}

extension Entry.ID: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self.init(rawValue: value) }
}

extension Section.ID: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self.init(rawValue: value) }
}
