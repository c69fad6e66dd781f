/// What a page is called that is given no title.
package enum PageTitle {
  /// The words of a name as people write them: `cars_total` is `Cars total`, `CarsTotal` as well. A
  /// name with blanks has been written by people.
  package static func words(of name: String) -> String {
    if name.contains(where: \.isWhitespace) { return name }
    let characters = Array(name)
    var words = [""]
    for (place, character) in characters.enumerated() {
      let before = place > 0 ? characters[place - 1] : nil
      let after = place + 1 < characters.count ? characters[place + 1] : nil
      let isInNumber = before?.isNumber ?? false && after?.isNumber ?? false
      if character == "_" || character == "-" && !isInNumber {
        words.append("")
      } else if character.isUppercase, words[words.count - 1].count > 1,
        before?.isLowercase ?? false || after?.isLowercase ?? false
      {
        // Several capitals are an abbreviation.
        words.append(after?.isUppercase ?? true ? String(character) : character.lowercased())
      } else {
        words[words.count - 1].append(character)
      }
    }
    words.removeAll(where: \.isEmpty)
    guard let first = words.first else { return name }
    // As in `iPhone`.
    let isBrand = first.dropFirst().first?.isUppercase ?? false
    if !isBrand { words[0] = first.prefix(1).uppercased() + first.dropFirst() }
    return words.joined(separator: " ")
  }
}
