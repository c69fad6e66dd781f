import Exchange
import Platform
import Storage

/// The capabilities and folders of an editor, and the server's answer to `initialize`.
struct Client {
  private(set) var encoding = PositionEncoding.utf16
  /// The folders whose files may be read, with the paths that the editor gives them.
  private(set) var folders: [FilePath] = []
  private(set) var knowsVersionedEdits = false
  private(set) var knowsNestedSymbols = false
  private(set) var knowsSnippets = false
  private(set) var knowsMarkdown = false
  /// Whether the editor can insert lines with their indentation as it is.
  private(set) var keepsIndentation = false
  private(set) var preparesRenaming = false
  private(set) var knowsActions = false
  /// Whether the editor asks for the edit of an action only once it is chosen.
  private(set) var resolvesActions = false
  /// The most folding ranges that the editor takes.
  private(set) var foldingLimit = 5000

  init() {}

  /// - Parameter parameters: The parameters of `initialize`.
  init(_ parameters: MessageValue?) {
    let abilities = parameters?["capabilities"]
    let texts = abilities?["textDocument"]
    let encodings = abilities?["general"]?["positionEncodings"]?.elements.compactMap(\.text) ?? []
    if encodings.contains(PositionEncoding.utf8.rawValue) { encoding = .utf8 }
    knowsVersionedEdits =
      abilities?["workspace"]?["workspaceEdit"]?["documentChanges"]?.boolean ?? false
    knowsNestedSymbols =
      texts?["documentSymbol"]?["hierarchicalDocumentSymbolSupport"]?.boolean ?? false
    knowsSnippets =
      texts?["completion"]?["completionItem"]?["snippetSupport"]?.boolean ?? false
    let modes = texts?["completion"]?["completionItem"]?["insertTextModeSupport"]?["valueSet"]
    keepsIndentation = modes?.elements.contains { $0.integer == 1 } ?? false
    preparesRenaming = texts?["rename"]?["prepareSupport"]?.boolean ?? false
    knowsActions = texts?["codeAction"]?["codeActionLiteralSupport"] != nil
    knowsMarkdown =
      texts?["hover"]?["contentFormat"]?.elements.contains { $0.text == "markdown" } ?? false
    resolvesActions =
      texts?["codeAction"]?["resolveSupport"]?["properties"]?.elements
      .contains { $0.text == "edit" } ?? false
    if let limit = texts?["foldingRange"]?["rangeLimit"]?.integer, limit > 0 {
      foldingLimit = limit
    }
    if let given = parameters?["workspaceFolders"]?.elements, !given.isEmpty {
      folders = given.compactMap { Client.folder($0["uri"]) }
    } else if let root = Client.folder(parameters?["rootUri"]) {
      folders = [root]
    }
  }

  private static func folder(_ uri: MessageValue?) -> FilePath? {
    uri?.text.flatMap(FileURI.path).flatMap { $0.isDirectory ? $0 : nil }
  }

  /// - Parameter event: The event of `workspace/didChangeWorkspaceFolders`.
  mutating func changeFolders(_ event: MessageValue?) {
    let removed = event?["removed"]?.elements.compactMap { Client.folder($0["uri"]) } ?? []
    let added = event?["added"]?.elements.compactMap { Client.folder($0["uri"]) } ?? []
    folders.removeAll(where: removed.contains)
    folders += added.filter { !folders.contains($0) }
  }

  /// Whether a file is in one of the folders, after symbolic links are resolved.
  func mayRead(_ path: FilePath) -> Bool {
    guard let path = try? UserDirectory.canonicalPath(path) else { return false }
    return folders.contains { folder in
      let folder = try? UserDirectory.canonicalPath(folder)
      return folder.map { path.parts.starts(with: $0.parts) } ?? false
    }
  }

  /// The result of `initialize`.
  func answer(_ version: String) -> String {
    let kinds = CodeActions.ActionKind.allCases.map { JSON.string($0.rawValue) }
    let abilities = JSON.object([
      ("positionEncoding", JSON.string(encoding.rawValue)),
      ("textDocumentSync", #"{"openClose":true,"change":2,"save":false}"#),
      (
        "completionProvider",
        #"{"triggerCharacters":["<",">","\"","'",":","=",","],"resolveProvider":false}"#
      ),
      ("hoverProvider", "true"),
      ("definitionProvider", "true"),
      ("referencesProvider", "true"),
      ("documentHighlightProvider", "true"),
      ("documentSymbolProvider", "true"),
      ("workspaceSymbolProvider", "true"),
      ("documentLinkProvider", #"{"resolveProvider":false}"#),
      ("foldingRangeProvider", "true"),
      ("selectionRangeProvider", "true"),
      ("renameProvider", preparesRenaming ? #"{"prepareProvider":true}"# : "true"),
      (
        "codeActionProvider",
        knowsActions
          ? JSON.object([("codeActionKinds", JSON.array(kinds)), ("resolveProvider", "true")])
          : "false"
      ),
      (
        "workspace",
        #"{"workspaceFolders":{"supported":true,"changeNotifications":true}}"#
      ),
    ])
    return JSON.object([
      ("capabilities", abilities),
      (
        "serverInfo",
        JSON.object([("name", "\"cardex\""), ("version", JSON.string(version))])
      ),
    ])
  }
}
