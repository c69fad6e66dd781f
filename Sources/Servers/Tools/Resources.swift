import Exchange
import Platform

/// Texts that a client can read by their addresses.
package struct Resources {
  package struct Entry: Sendable {
    package let uri: String
    package let name: String

    package init(uri: String, name: String) { (self.uri, self.name) = (uri, name) }
  }

  /// The template of the addresses (RFC 6570), with a description of the texts.
  package struct Template: Sendable {
    package let form: String
    package let name: String
    package let description: String

    package init(_ form: String, name: String, _ description: String) {
      (self.form, self.name, self.description) = (form, name, description)
    }
  }

  private let template: Template
  /// All resources, in a stable order; only some if the request is cancelled, which `isCancelled`
  /// is asked from time to time.
  private let entries: (_ isCancelled: () -> Bool) -> [Entry]
  /// Reads the text at an address.
  private let read: ResourceReader

  /// How many resources are listed at once.
  static let pageSize = 100

  package init(
    _ template: Template, entries: @escaping (_ isCancelled: () -> Bool) -> [Entry],
    read: @escaping ResourceReader
  ) {
    (self.template, self.entries, self.read) = (template, entries, read)
  }

  /// - Parameter cursor: The cursor in the previous answer, if there was one.
  func list(
    after cursor: String?, isCancelled: () -> Bool
  ) throws(MessageError) -> String {
    let start = cursor.map { Int($0) ?? -1 } ?? 0
    let entries = entries(isCancelled)
    guard (0...entries.count).contains(start) else {
      throw MessageError(.invalidParameters, "'cursor' is not one of this server")
    }
    let end = min(entries.count, start + Resources.pageSize)
    let listed = entries[start..<end].map { entry in
      JSON.object([
        ("uri", JSON.string(entry.uri)), ("name", JSON.string(entry.name)),
        ("mimeType", JSON.string(Resources.mediaType)),
      ])
    }
    return JSON.object(
      [("resources", JSON.array(listed))]
        + (end < entries.count ? [("nextCursor", JSON.string(String(end)))] : []))
  }

  var templates: String {
    let object = JSON.object([
      ("uriTemplate", JSON.string(template.form)), ("name", JSON.string(template.name)),
      ("description", JSON.string(template.description)),
      ("mimeType", JSON.string(Resources.mediaType)),
    ])
    return JSON.object([("resourceTemplates", JSON.array([object]))])
  }

  func contents(of uri: String, _ call: ToolCall) throws(MessageError) -> String {
    let text: String
    do throws(ReportedError) {
      text = try read(uri, call)
    } catch {
      throw MessageError(.notFound, "\(error)")
    }
    let object = JSON.object([
      ("uri", JSON.string(uri)), ("mimeType", JSON.string(Resources.mediaType)),
      ("text", JSON.string(text)),
    ])
    return JSON.object([("contents", JSON.array([object]))])
  }

  private static let mediaType = "text/plain"
}
