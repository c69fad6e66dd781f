package import Catalogues
import ICUText
import Platform
import PropertyLists

extension OperationEditor {
  /// An operation in which dates as people write them are in the form of files, and contents of
  /// files are texts or data.
  ///
  /// - Returns: `nil` if it has no such values.
  /// - Throws: `SessionError` for a time that the local clocks skip.
  package func withWrittenValues(_ operation: Operation) throws(SessionError) -> Operation? {
    switch operation {
    case .insert(var new, let destination):
      guard let fields = try withWrittenDates(new.fields, near: destination.item) else {
        return nil
      }
      new.fields = fields
      return .insert(new, at: destination)
    case .insertByLetter(let label, let fields, let locale):
      return try withWrittenDates(fields, near: .section(.root)).map {
        .insertByLetter(label: label, fields: $0, locale)
      }
    case .set(let fields, let item):
      return try withWrittenDates(fields, near: item, isOwn: true).map { .set($0, of: item) }
    case .editTree(let edit): return try withWrittenValues(edit).map(Operation.editTree)
    default: return nil
    }
  }

  /// An edit by paths in which dates as people write them are in the form of files, and contents of
  /// files are texts or data; `nil` if it has no such values.
  ///
  /// - Parameter isFirst: Whether no earlier edit may still change the values at its paths.
  package func withWrittenValues(
    _ edit: TreeEdit, isFirst: Bool = true
  ) throws(SessionError) -> TreeEdit? {
    switch edit {
    case .set(let assignments, _)
    where !isFirst && assignments.contains(where: { $0.type == .file }):
      return nil
    case .set(let assignments, let makesParents):
      return try withWrittenValues(assignments) { $0.kindToSet($1) }
        .map { .set($0, makesParents: makesParents) }
    case .insert(let assignments):
      return try withWrittenValues(assignments) { $0.kindToInsert($1) }.map { .insert($0) }
    default: return nil
    }
  }

  private func withWrittenValues(
    _ assignments: [PathAssignment], _ kind: (EditedTree, PathAssignment) -> NodeKind?
  ) throws(SessionError) -> [PathAssignment]? {
    let dates = assignments.map { $0.type == .file ? nil : TypedDate($0.value.halfWidth) }
    guard dates.contains(where: { $0 != nil }) || assignments.contains(where: { $0.type == .file })
    else { return nil }
    let tree = try treeToRead()
    var isOther = false
    var result: [PathAssignment] = []
    for (assignment, date) in zip(assignments, dates) {
      if assignment.type == .file {
        isOther = true
        let old = try? tree.find(assignment.path).values.first
        let kind = old.map { tree.document.kind(of: tree.current($0)) }
        result.append(
          try rethrowing(assignment.resolved(insteadOf: kind), as: SessionError.path))
        continue
      }
      guard let date, kind(tree, assignment) == .date else {
        result.append(assignment)
        continue
      }
      guard let written = date.written else { throw .reported(.skippedTime(assignment.value)) }
      isOther = true
      result.append(PathAssignment(assignment.path, type: assignment.type, value: written))
    }
    return isOther ? result : nil
  }

  private func withWrittenDates(
    _ fields: [FieldAssignment], near item: Item, isOwn: Bool = false
  ) throws(SessionError) -> [FieldAssignment]? {
    var hasDates = false
    var result: [FieldAssignment] = []
    for field in fields {
      guard let date = TypedDate(field.value.halfWidth),
        editor.isDate(field, near: item, isOwn: isOwn)
      else {
        result.append(field)
        continue
      }
      guard let written = date.written else { throw .reported(.skippedTime(field.value)) }
      hasDates = true
      result.append(FieldAssignment(key: field.key, type: field.type, value: written))
    }
    return hasDates ? result : nil
  }
}

/// A date as people write it: `now`, a day, or a day and a time, in the time zone of the
/// environment.
struct TypedDate: Equatable {
  /// The date in UTC, as files have it: `2024-03-01T09:30:00Z`; `nil` if the clocks go forward past
  /// this time.
  let written: String?

  /// Reads `now`, `YYYY-MM-DD`, and that followed by `hh:mm` or `hh:mm:ss` after a blank or `T`. A
  /// day begins at midnight, or when the clocks first show it.
  ///
  /// - Returns: `nil` for other texts, and if there is no such day or time.
  init?(_ text: String) {
    if text == "now" {
      self.init(second: time(nil))
      return
    }
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) {
      $0 == " " || $0 == "T"
    }
    guard let day = CalendarDay(iso: String(parts[0])) else { return nil }
    var local = tm()
    (local.tm_year, local.tm_mon) = (Int32(day.year) - 1900, Int32(day.month) - 1)
    (local.tm_mday, local.tm_isdst) = (Int32(day.day), -1)
    if parts.count > 1 {
      guard let numbers = TypedDate.clock(parts[1]) else { return nil }
      (local.tm_hour, local.tm_min, local.tm_sec) = (numbers[0], numbers[1], numbers[2])
    }
    let wanted = local
    var second = mktime(&local)
    let isSkipped = (local.tm_hour, local.tm_min) != (wanted.tm_hour, wanted.tm_min)
    if isSkipped, parts.count > 1 {
      self.init(written: nil)
      return
    }
    if isSkipped {
      // By the clocks before they go forward, midnight is the moment when they do.
      local = wanted
      local.tm_isdst = 0
      second = mktime(&local)
    }
    self.init(second: second)
  }

  /// Hours, minutes and seconds.
  private static func clock(_ text: Substring) -> [Int32]? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.count == 2 && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        ? Int32(part) : nil
    }
    guard (2...3).contains(parts.count), numbers.count == parts.count, numbers[0] < 24,
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    return numbers.count == 2 ? numbers + [0] : numbers
  }

  private init(written: String?) { self.written = written }

  private init(second: Int) {
    var (second, utc) = (second, tm())
    gmtime_r(&second, &utc)
    func digits(_ number: Int32, _ count: Int = 2) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(count - digits.count, 0)) + digits
    }
    let day = [digits(utc.tm_year + 1900, 4), digits(utc.tm_mon + 1), digits(utc.tm_mday)]
    let time = [utc.tm_hour, utc.tm_min, utc.tm_sec].map { digits($0) }
    self.init(written: day.joined(separator: "-") + "T" + time.joined(separator: ":") + "Z")
  }
}

extension ReportedError {
  /// A date with a time that the local clocks never show.
  fileprivate static func skippedTime(_ text: String) -> ReportedError {
    ReportedError(
      "there is no '\(text.excerpt())' here: the clocks go forward past that time",
      hint: "a time in UTC is written with 'Z': 2024-03-31T01:30:00Z")
  }
}
