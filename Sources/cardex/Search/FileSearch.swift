import Indexes
import Catalogues
import Commands
import ICUText
import Searching

/// The search of one file.
struct FileSearch {
  let file: InputFile
  let options: ParsedOptions
  let configuration: SearchConfiguration
  let matcher: Matcher
  let output: Output
  let printsName: Bool

  /// A failure of this file only, or one that ends the program.
  enum Problem: Error {
    case input(Failure)
    case output(Failure)
  }

  /// Searches and prints.
  ///
  /// - Returns: Whether something was found; with `-L`, whether the file was listed.
  func run() throws(Problem) -> Bool {
    let name = file.name(options)
    let catalogue: Catalogue
    do throws(Failure) {
      catalogue = try CatalogueLoader(options).load(file)
    } catch {
      throw .input(error)
    }
    switch configuration.result {
    case .quiet: return try find(in: catalogue, limit: 1) { _ in } > 0
    case .filesWithMatches:
      let isFound = try find(in: catalogue, limit: min(configuration.limit, 1)) { _ in } > 0
      if isFound { try print(name, end: nameListEnd) }
      return isFound
    case .filesWithoutMatch:
      let isMissing = try find(in: catalogue, limit: 1) { _ in } == 0
      if isMissing { try print(name, end: nameListEnd) }
      return isMissing
    case .count:
      let count = try find(in: catalogue, limit: configuration.limit) { _ in }
      let prefix = printsName ? name + configuration.nameEnd : ""
      try print(prefix + String(count), end: configuration.lineEnd)
      return count > 0
    case .entries(let style):
      return try printEntries(of: catalogue, name: name, style: style)
    }
  }

  private var nameListEnd: String { options.has(.null) ? "\0" : configuration.lineEnd }

  private func print(_ text: String, end: String) throws(Problem) {
    do throws(Failure) {
      try output.write(text + end)
    } catch {
      throw .output(error)
    }
  }

  private func printEntries(
    of catalogue: Catalogue, name: String, style: SearchConfiguration.Style
  ) throws(Problem) -> Bool {
    let context = HitContext(
      catalogue: catalogue, fileName: name, printsName: printsName,
      configuration: configuration, matcher: matcher, output: output)
    let printer = context.printer(for: style)
    var failure: Failure?
    let found = Result { () throws(Problem) in
      try find(in: catalogue, limit: configuration.limit) { entry in
        do throws(Failure) {
          try printer.print(entry)
        } catch {
          failure = error
        }
        return failure == nil
      }
    }
    // What was found before an expression failed is printed all the same.
    do throws(Failure) {
      if let failure { throw failure }
      try printer.finish()
    } catch {
      throw .output(error)
    }
    return try found.get() > 0
  }

  private func find(
    in catalogue: Catalogue, limit: Int, _ hit: (Int) -> Void
  ) throws(Problem) -> Int {
    try find(in: catalogue, limit: limit) { entry in
      hit(entry)
      return true
    }
  }

  /// Calls the closure with each entry found until it returns false or the limit is reached.
  ///
  /// - Returns: How many were found.
  private func find(
    in catalogue: Catalogue, limit: Int, _ hit: (Int) -> Bool
  ) throws(Problem) -> Int {
    var count = 0
    guard limit > 0 else { return 0 }
    let records = EntryRecords(catalogue: catalogue, fields: configuration.fields)
    do throws(RegularExpression.Failure) {
      try RecordSearch(matcher, isInverted: configuration.isInverted).search(records) { entry in
        count += 1
        return hit(entry) && count < limit
      }
    } catch {
      throw .input(Failure("\(file.name(options)): the expression failed: \(error)"))
    }
    return count
  }
}
