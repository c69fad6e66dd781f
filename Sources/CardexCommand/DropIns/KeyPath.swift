import Catalogues
import PropertyLists

/// A path to a value in the syntax of Apple's tools: keys, and positions in arrays from 0.
struct KeyPath {
  let text: String
  let steps: [String]

  /// The child of a container that a step leads to.
  struct Child {
    let step: ValuePath.Step
    /// `nil` if nothing is there.
    let value: NodeIndex?
  }

  /// A path of plutil: steps are separated by dots, and a backslash before a dot makes it a part of
  /// a key.
  init(plutil text: String) {
    self.text = text
    var steps = [""]
    var rest = text[...]
    while let character = rest.popFirst() {
      if character == "\\", rest.first == "." {
        rest.removeFirst()
        steps[steps.count - 1] += "."
      } else if character == "." {
        steps.append("")
      } else {
        steps[steps.count - 1].append(character)
      }
    }
    self.steps = steps
  }

  /// An entry of PlistBuddy: steps are separated by colons, and a backslash before a colon makes it
  /// a part of a key. The first colon may be left out; without steps it is the whole property list.
  init(plistBuddy text: String) {
    self.text = text
    var steps = [""]
    var rest = text.hasPrefix(":") ? text.dropFirst() : text[...]
    while let character = rest.popFirst() {
      if character == "\\", let escaped = rest.first, ":\\".contains(escaped) {
        rest.removeFirst()
        steps[steps.count - 1].append(escaped)
      } else if character == ":" {
        steps.append("")
      } else {
        steps[steps.count - 1].append(character)
      }
    }
    self.steps = steps == [""] ? [] : steps
  }

  /// The place that a path of PlistBuddy leads to, which may be new.
  struct Destination {
    fileprivate(set) var path = ValuePath.root
    /// The container of the value; `nil` for the root, or if the container is still to be made.
    fileprivate(set) var container: NodeIndex?
    /// `nil` if nothing is there.
    fileprivate(set) var value: NodeIndex?
  }

  /// Follows values as far as they exist, and then keys of dictionaries that do not exist yet. In
  /// an array, a last step that is empty or beyond the end means the end.
  ///
  /// - Returns: `nil` if a step leads into a single value, or to an element that does not exist.
  func place(in tree: EditedTree) -> Destination? {
    var place = Destination()
    place.value = tree.root
    for (index, step) in steps.enumerated() {
      place.container = place.value
      guard let container = place.value else {
        // Only an array has an end.
        let isEnd = step.isEmpty && index == steps.count - 1
        place.path = place.path.appending(isEnd ? .position(0) : .name(step))
        continue
      }
      let isArray = tree.document.kind(of: container) == .array
      let child = KeyPath.child(of: container, at: step, in: tree)
      if isArray, child?.value == nil {
        let position = step.isEmpty ? 0 : Int(step) ?? -1
        guard index == steps.count - 1, position >= 0 else { return nil }
        place.path = place.path.appending(.position(tree.count(of: container)))
        place.value = nil
        continue
      }
      guard let child else { return nil }
      place.path = place.path.appending(child.step)
      place.value = child.value
    }
    return place
  }

  /// The value that the path leads to, by keys that are not empty; `nil` if there is none.
  func value(in tree: EditedTree) -> (path: ValuePath, value: NodeIndex)? {
    var (path, value) = (ValuePath.root, tree.root)
    for step in steps {
      guard !step.isEmpty, let child = KeyPath.child(of: value, at: step, in: tree),
        let next = child.value
      else { return nil }
      (path, value) = (path.appending(child.step), next)
    }
    return (path, value)
  }

  /// The child that one step from a container leads to. If a key occurs more than once, the last
  /// one counts; in binary files the first one, as in Core Foundation.
  ///
  /// - Returns: `nil` if the step has no meaning there.
  static func child(of node: NodeIndex, at step: String, in tree: EditedTree) -> Child? {
    switch tree.document.kind(of: node) {
    case .dict:
      let members = tree.members(of: node).filter { member in
        tree.key(of: member).map { tree.document.hasExactText($0, step) } ?? false
      }
      let member = tree.document.source.format == .binary ? members.first : members.last
      return Child(step: .name(step), value: member.map(tree.value))
    case .array:
      guard let position = Int(step) else { return nil }
      let members = tree.members(of: node)
      return Child(
        step: .position(position),
        value: members.indices.contains(position) ? tree.value(of: members[position]) : nil)
    default: return nil
    }
  }
}
