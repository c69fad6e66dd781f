package import Catalogues
import Platform
package import PropertyLists

/// A difference between two catalogues, and the item or field that it concerns.
package struct CatalogueDifference {
  package let kind: TreeDifference.Kind
  /// The address of the item in each catalogue; `nil` where the item does not exist.
  package let oldAddress: String?
  package let newAddress: String?
  /// The path of the value inside the item; empty for the item itself.
  package let field: String
  /// The key that an entry is stored under, if the difference is about the entry itself.
  package let key: String?
  /// Whether the value is the label or the title of the item.
  package let isName: Bool
  /// The value in each catalogue; `nil` where it does not exist.
  package let old: NodeIndex?
  package let new: NodeIndex?
  /// Whether the place or the key of the value differs, not the value itself.
  package let isOfPlace: Bool
}

/// Finds the item that a value belongs to. Not safe for concurrent use.
package final class ItemFinder {
  private let catalogue: Catalogue
  private let book: AddressBook
  /// Ascending.
  private let items: [(node: NodeIndex, item: Item)]
  private var ancestors: Ancestors

  /// - Parameter catalogue: A catalogue that has not been edited.
  /// - Complexity: O(*n* log *n*) in the number of items.
  package init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
    book = AddressBook(catalogue)
    ancestors = Ancestors(catalogue.document)
    var items = catalogue.sections(in: .root).compactMap { section in
      catalogue.sections[section].node.map { (node: $0, item: Item.section(section)) }
    }
    items += catalogue.entries.map { (node: catalogue.value(of: $0), item: .entry($0)) }
    // The sections around an entry come before it.
    self.items = items.sorted { $0.node < $1.node }
  }

  /// The item that a value represents; `nil` if it is not an item's value.
  package func item(of node: NodeIndex) -> Item? {
    let index = items.partitionPoint { $0.node >= node }
    return index < items.count && items[index].node == node ? items[index].item : nil
  }

  /// The item that a value is or is in, and the path of the value inside of it.
  package func item(at place: TreePlace) -> (item: Item, path: [NodeIndex]) {
    let nodes = place.containers + [place.node]
    for index in nodes.indices.reversed() {
      if let item = item(of: nodes[index]) { return (item, Array(nodes[(index + 1)...])) }
    }
    return (.section(.root), Array(nodes.dropFirst()))
  }

  /// The item that a value is or is in, and the path of the value inside of it.
  func item(at node: NodeIndex) -> (item: Item, path: [NodeIndex]) {
    item(at: TreePlace(node: node, containers: ancestors.find(node)))
  }

  /// The address of an item, `/` for the root.
  package func address(of item: Item) -> String { book.fullAddress(of: item) }

  /// The address of an item's section with the item's position in it: `B/#3`.
  package func numberedAddress(of item: Item) -> String {
    let section = book.address(of: .section(catalogue.parent(of: item)))
    return section + "/#\(catalogue.position(of: item) + 1)"
  }

  /// The name of a path inside an item: keys and positions from 0, joined by dots.
  package func field(_ path: [NodeIndex]) -> String {
    let document = catalogue.document
    let names = path.map { node in
      document.key(before: node).flatMap(document.scalar).map(document.text)
        ?? String(ancestors.place(of: node))
    }
    if names.count == 1 { return names[0] }
    let name = catalogue.shape.isStringCatalog ? LocalizedField.name(of: names) : nil
    return name ?? FieldPath(components: names).text
  }

  /// The key that an entry is stored under.
  func key(of item: Item) -> String? {
    guard case .entry(let entry) = item else { return nil }
    return catalogue.key(of: entry).map(catalogue.document.text)
  }

  /// Whether a value is the label of an entry or the title of a section.
  package func isName(_ node: NodeIndex, of item: Item) -> Bool {
    switch item {
    case .entry(let entry): catalogue.labelNode(of: entry)?.node == node
    case .section(let section): catalogue.sections[section].titleNode == node
    }
  }
}

extension CatalogueDifference {
  /// The differences between two catalogues that have not been edited.
  ///
  /// - Parameters: Those of `TreeComparison`.
  package static func differences(
    from old: Catalogue, to new: Catalogue, keys: [String]? = nil, ignoresOrder: Bool = false,
    isForEdits: Bool = false
  ) -> [CatalogueDifference] {
    let comparison = TreeComparison(
      from: old.document, to: new.document, keys: keys, ignoresOrder: ignoresOrder,
      isForEdits: isForEdits)
    if comparison.differences.isEmpty { return [] }
    let (olds, news) = (ItemFinder(old), ItemFinder(new))
    return comparison.differences.map { CatalogueDifference($0, olds, news) }
  }

  private init(_ difference: TreeDifference, _ olds: ItemFinder, _ news: ItemFinder) {
    let oldItem = difference.old.map(olds.item)
    let newItem = difference.new.map(news.item)
    let isItem = (oldItem ?? newItem)?.path.isEmpty ?? false
    if let old = difference.old, let item = oldItem {
      isName = olds.isName(old.node, of: item.item)
    } else if let new = difference.new, let item = newItem {
      isName = news.isName(new.node, of: item.item)
    } else {
      isName = false
    }
    kind = difference.kind == .changed && isName ? .renamed : difference.kind
    let keys = [newItem.map { news.key(of: $0.item) }, oldItem.map { olds.key(of: $0.item) }]
    key = isItem ? keys.compactMap { $0 ?? nil }.first : nil
    let isMove = kind == .moved && isItem
    oldAddress = oldItem.map { olds.address(of: $0.item) }
    newAddress = newItem.map { item in
      isMove ? news.numberedAddress(of: item.item) : news.address(of: item.item)
    }
    field =
      isItem
      ? ""
      : newItem.map { news.field($0.path) }
        ?? oldItem.map { olds.field($0.path) } ?? ""
    old = difference.old?.node
    new = difference.new?.node
    isOfPlace = [.moved, .renamed].contains(difference.kind)
  }
}
