import Catalogues
import Exchange
import Platform
import PropertyLists

/// The lines of a log in the Static Analysis Results Interchange Format: one log for all files, with
/// a line for each finding.
final class SARIFLog {
  private var count = 0
  private var isComplete = true

  /// The lines that add a finding.
  func lines(
    adding finding: ReportedFinding, of file: InputFile, _ options: ParsedOptions
  ) -> [String] {
    if finding.isError { isComplete = false }
    var location = [
      (
        key: "physicalLocation",
        value: JSON.object(
          [
            (
              key: "artifactLocation",
              value: JSON.object([
                (key: "uri", value: JSON.string(uri(of: file, finding.place, options)))
              ])
            )
          ] + (finding.place.map(region) ?? []))
      )
    ]
    if let address = finding.address {
      let name = JSON.object([(key: "fullyQualifiedName", value: JSON.string(address))])
      location.append((key: "logicalLocations", value: JSON.array([name])))
    }
    var result = [
      (key: "ruleId", value: JSON.string(finding.code)),
      (key: "level", value: JSON.string(finding.isError ? "error" : "warning")),
      (key: "message", value: message(finding.message)),
      (key: "locations", value: JSON.array([JSON.object(location)])),
    ]
    if let fix = finding.fix {
      let members = [
        (key: "fix", value: JSON.string(fix.commands)), (key: "safe", value: String(fix.isSafe)),
      ]
      result.append((key: "properties", value: JSON.object(members)))
    }
    return begin() + [(count > 1 ? "," : "") + JSON.object(result)]
  }

  /// The lines that end the log.
  func end() -> [String] {
    let lines = begin()
    let invocation = JSON.object([(key: "executionSuccessful", value: String(isComplete))])
    return lines + ["],\"invocations\":\(JSON.array([invocation]))}]}"]
  }

  private func begin() -> [String] {
    defer { count += 1 }
    if count > 0 { return [] }
    let rules =
      ([(ReportedFinding.error, "The file cannot be read.")]
      + Finding.Code.allCases.map { ($0.rawValue, $0.summary) })
      .map { code, summary in
        JSON.object([
          (key: "id", value: JSON.string(code)),
          (key: "shortDescription", value: message(summary)),
        ])
      }
    let driver = JSON.object([
      (key: "name", value: JSON.string("cardex")),
      (key: "version", value: JSON.string(Help.versionNumber)),
      (key: "rules", value: JSON.array(rules)),
    ])
    return [
      #"{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","#
        + #""runs":[{"tool":{"driver":\#(driver)},"columnKind":"unicodeCodePoints","results":["#
    ]
  }

  private func message(_ text: String) -> String {
    JSON.object([(key: "text", value: JSON.string(text))])
  }

  private func region(_ place: SourceLocation) -> [(key: String, value: String)] {
    let members =
      switch place {
      case .text(let line, let column), .part(_, let line, let column):
        [(key: "startLine", value: String(line)), (key: "startColumn", value: String(column))]
      case .byte(let offset): [(key: "byteOffset", value: String(offset))]
      }
    return [(key: "region", value: JSON.object(members))]
  }

  /// The URI of a file; relative to the current directory if the file's name is.
  private func uri(
    of file: InputFile, _ place: SourceLocation?, _ options: ParsedOptions
  ) -> String {
    if case .database(let url) = file { return url.shown }
    let name = file.name(options).bytes + (place?.position?.part.map { [0x2F] + $0.bytes } ?? [])
    return (name.first == UInt8(ascii: "/") ? "file://" : "") + PercentEncoding.encoded(name)
  }
}

extension Finding.Code {
  /// The meaning of the code, in a sentence.
  fileprivate var summary: String {
    switch self {
    case .duplicateKey: "A key occurs more than once in a dictionary."
    case .nearKey: "A key is nearly another one that is usual in its place."
    case .wrongType: "The value of a key has another type than Apple's programs read."
    case .duplicateEntry: "An entry is the same as an earlier one in its section."
    case .duplicateLabel: "Two entries of a section have the same label."
    case .duplicateNumber: "A card has a telephone number twice."
    case .duplicateUID: "Two cards have the same UID."
    case .duplicateCard: "Two cards have the same name, and a number or an address in common."
    case .duplicateTitle: "Two sibling sections have the same title."
    case .similarLabel: "Two entries of a section have labels that are nearly the same."
    case .similarTitle: "Two sibling sections have titles that are nearly the same."
    case .titleIsLabel: "An entry has the title of its own section as its label."
    case .longTitle: "A title is too long for an index of letters."
    case .mergeAttribute: "Git is told to merge the file wrongly or not at all."
    case .missingLabel: "An entry has no field that could be its label."
    case .missingTitle: "A section has no title, but sibling sections do."
    case .missingPicture: "An entry has no picture, or there is no file for it."
    case .emptySection: "A section has no entries."
    case .formRows: "A row of a form owns rows that do not exist."
    case .formState: "A row of a form is hidden or expanded, against the rows around it."
    case .formValue: "The value of a row of a form cannot have been entered."
    case .wrongSection: "An entry is under a letter that is not its own."
    case .sectionOrder: "The title of a section is not in the order of the language."
    case .changingType: "A value has a different type than in most entries."
    case .impossibleDate: "A text or a field is a date that does not exist."
    case .impossibleNumber: "A number is impossible for its key."
    case .spaceAtEdge: "A label, a title or a key begins or ends with white space."
    case .missingLanguage: "A string has no text in a language that other strings have."
    case .needsReview: "A text is to be reviewed."
    case .staleString: "A string is no longer found in the code."
    case .formatSpecifier: "A text has other format specifiers than the source text."
    case .pluralCategory:
      "A plural is missing in a language, or one that it does not have is there."
    case .controlCharacter: "A text contains a control character."
    case .doubtfulEncoding: "The declared encoding is probably not that of the file."
    case .rowLength: "A row of a table has more or fewer values than there are columns."
    case .jsonExtension: "JSON has a comment, or a comma after a last value."
    }
  }
}
