import Terminal

/// Where the parts of the screen are.
struct Layout {
  /// The rows of the screen that show the list and the strip.
  let list: Range<Int>
  /// The columns of the list.
  let listWidth: Int
  /// The columns of the strip, without the blank column on either side; 0 if there is no strip.
  let stripWidth: Int
  let title: Int?
  let filter: Int?
  /// The row of the rule above the fields; `nil` if the fields are beside the list, if no fields are
  /// shown, or if the screen has no room for the rule.
  let rule: Int?
  /// The column of the rule beside the list, if the fields are there.
  let sideRule: Int?
  let fields: Range<Int>
  let fieldColumns: Range<Int>
  /// The rows of the fields in which there may be a picture.
  var pictureRows: Range<Int> {
    sideRule == nil
      ? fields
      : Range(
        cellsFrom: fields.lowerBound,
        to: min(fields.lowerBound + Layout.pictureHeight, fields.upperBound))
  }

  /// The width of a screen from which on the fields are beside the list.
  private static let wide = 100
  private static let pictureHeight = 8
  /// The least height with room for a form, a row of the list and something else.
  private static let leastBesideForm = 5
  /// The rows for messages, questions and hints; empty on a screen of one row.
  let bottom: Range<Int>

  /// - Parameter bottomRows: How many rows a message takes.
  init(_ state: BrowserState, bottomRows: Int) {
    let size = state.size
    bottom = Range(cellsFrom: size.rows - (size.rows >= 2 ? bottomRows : 0), to: size.rows)
    title = size.rows >= 4 ? 0 : nil
    var first = title == nil ? 0 : 1
    var end = bottom.lowerBound
    // Fields that are edited must be seen; on a screen of two rows they cover the list.
    let form: FieldsForm? = if case .fields(let form) = state.mode { form } else { nil }
    let showsFilter = state.list.filter != nil || state.keys.style == .search
    filter = showsFilter && end - first >= (form == nil ? 2 : Layout.leastBesideForm) ? first : nil
    if filter != nil { first += 1 }
    let room = end - first
    let isBeside =
      size.columns >= Layout.wide && room >= 4 && (form != nil || state.showsFields)
    var columns = size.columns
    if isBeside {
      let width = max(size.columns / 3, 36)
      columns -= width + 1
      fields = Range(cellsFrom: first, to: end)
      fieldColumns = Range(cellsFrom: size.columns - width, to: size.columns)
      (rule, sideRule) = (nil, columns)
    } else {
      let height: Int
      if let form {
        height = max(min(form.rows.count, room - (room < Layout.leastBesideForm ? 1 : 2)), 1)
      } else {
        height = state.showsFields && size.rows >= 12 ? max(min(size.rows / 4, room - 5), 0) : 0
      }
      fields = Range(cellsFrom: end - height, to: end)
      fieldColumns = 0..<size.columns
      rule = height > 0 && room > height + 1 ? fields.lowerBound - 1 : nil
      sideRule = nil
      end = rule ?? fields.lowerBound
    }
    list = Range(cellsFrom: first, to: max(end, first + 1))
    let titles = state.list.all
    let hasStrip = size.columns >= 16 && size.rows >= 3 && titles.titles.count > 1
    stripWidth = hasStrip ? min(titles.titleWidth, size.columns / 6) : 0
    listWidth = columns - (stripWidth > 0 ? stripWidth + 2 : 0)
  }
}
