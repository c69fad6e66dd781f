/// Where the parts of the screen are.
struct Layout: Equatable {
  /// The rows of the screen that show the list.
  var list: Range<Int>
  /// The columns of the list.
  var listWidth: Int
  /// The columns of the strip, with a blank one on both sides; 0 if there is none.
  var stripWidth: Int
  var title: Int?
  var filter: Int?
  /// The rule above the fields.
  var rule: Int?
  var preview: Range<Int>
  /// The row for messages, questions and hints.
  var bottom: Int?

  var listRows: Int { list.count }
  /// The strip has the rows of the list.
  var strip: Range<Int> { list }

  /// - Parameters:
  ///   - stripWidth: The columns of the strip, if there is room for it.
  ///   - hasFilter: Whether there is a field for a filter.
  ///   - fieldRows: How many rows the fields below take; 0 if they are not shown.
  ///   - isEditing: Whether the fields are being edited, and must be seen.
  init(_ size: Size, stripWidth: Int, hasFilter: Bool, fieldRows: Int, isEditing: Bool) {
    var first = 0
    var end = size.rows
    if size.rows >= 2 {
      end -= 1
      bottom = end
    }
    if size.rows >= 4 {
      title = 0
      first = 1
    }
    if hasFilter, end - first >= 2 {
      filter = first
      first += 1
    }
    let least = isEditing ? 1 : 4
    var fields = min(fieldRows, end - first - 1 - least)
    if !isEditing { fields = min(fields, max(size.rows / 4, 3)) }
    if fieldRows > 0, fields > 0 {
      preview = end - fields..<end
      rule = end - fields - 1
      end = end - fields - 1
    } else {
      preview = end..<end
    }
    list = first..<max(end, first + 1)
    self.stripWidth = stripWidth
    listWidth = size.columns - (stripWidth > 0 ? stripWidth + 2 : 0)
  }
}
