import Terminal

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
  /// The rows for messages, questions and hints; empty on a screen of one row.
  var bottom: Range<Int>

  var listRows: Int { list.count }
  /// The strip has the rows of the list.
  var strip: Range<Int> { list }

  /// - Parameters:
  ///   - stripWidth: The columns of the strip, if there is room for it.
  ///   - hasFilter: Whether there is a field for a filter.
  ///   - fieldRows: How many rows the fields below take; 0 if they are not shown.
  ///   - isEditing: Whether the fields are being edited, and must be seen: on a screen of two rows
  ///     in place of the list.
  ///   - bottomRows: How many rows a message takes.
  init(
    _ size: Size, stripWidth: Int, hasFilter: Bool, fieldRows: Int, isEditing: Bool,
    bottomRows: Int = 1
  ) {
    var first = 0
    var end = size.rows
    bottom = end - (end >= 2 ? bottomRows : 0)..<end
    end = bottom.lowerBound
    if size.rows >= 4 {
      title = 0
      first = 1
    }
    if hasFilter, end - first >= (isEditing ? 3 : 2) {
      filter = first
      first += 1
    }
    let room = end - first
    var fields = min(fieldRows, room - 5, max(size.rows / 4, 3))
    if isEditing { fields = max(min(fieldRows, room - 2), 1) }
    preview = end - max(fields, 0)..<end
    if fields > 0, room > fields + 1 {
      rule = preview.lowerBound - 1
      end = preview.lowerBound - 1
    } else if fields > 0 {
      end = preview.lowerBound
    }
    list = first..<max(end, first + 1)
    self.stripWidth = stripWidth
    listWidth = size.columns - (stripWidth > 0 ? stripWidth + 2 : 0)
  }
}
