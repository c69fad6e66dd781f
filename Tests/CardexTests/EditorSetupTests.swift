import Foundation
import TestHelpers
import Testing

/// The setups of `Packaging/editors` for other editors, and other clients of `cardex lsp`.
@Suite("Setups of editors")
struct EditorSetupTests {
  private static let hasALE = EditorProgram.isThere(
    "command -v vim && ls -d /usr/share/vim/vimfiles/pack/*/*/ale")

  @Test(
    "Vim with ALE shows a mistake, takes its fix, renames and saves",
    .enabled(if: hasALE, "it needs vim and vim-ale: install them"))
  func vim() throws {
    let editor = try EditorProgram(
      ["vim", "-N"], setup: ("vim.vim", ".vim/plugin/cardex.vim"),
      others: [".vimrc": "set noswapfile\npackadd! ale\nfiletype plugin indent on\n"],
      file: ("list.plist", EditedList.xml))
    try editor.see("leading or trailing white space in the label")
    try editor.type("14Ggra")
    try editor.see("1) Set name to 'Ann Berg'")
    try editor.type("1\r")
    try editor.see("<string>Ann Berg</string>", without: ["leading or trailing"])
    try editor.type("9Gfpgrn")
    try editor.see("New name: phone")
    try editor.press("C-u")
    try editor.type("tel\r")
    try editor.see(2, of: "<key>tel</key>")
    try editor.type("K")
    try editor.see(".A.0.tel: string 46 70")
    // ALE sends the whole text, which cannot be read while it is typed.
    try editor.type(":pclose\r23Go<key>t")
    try editor.press("C-x", "C-o")
    try editor.see(3, of: "<key>tel</key>")
    try editor.type("\r<string>1</string>\u{1B}")
    try editor.see("<string>1</string>", without: ["INSERT"])
    try editor.type(":wqall\r")
    #expect(try editor.waitForEnd() == 0)
    #expect(
      try editor.text(of: "list.plist")
        == EditedList.xml.replacing("Ann Berg ", with: "Ann Berg").replacing("phone", with: "tel")
        .replacing(
          "Bo Ek</string>\n",
          with: "Bo Ek</string>\n\t\t\t<key>tel</key>\n\t\t\t<string>1</string>\n"))
  }

  @Test(
    "the extension of VS Code starts the server for the files that it names",
    .enabled(if: EditorProgram.isThere("command -v node"), "it needs node: install nodejs"))
  func visualStudioCode() throws {
    let directory = try TemporaryDirectory()
    // What an extension is given, as far as this one asks for it.
    let stubs = """
      const { spawn } = require('child_process');
      const Module = require('module');
      const { resolve } = require('path');
      class LanguageClient {
        constructor(id, name, server, client) { Object.assign(this, { id, name, server, client }); }
        start() {
          this.process = spawn(this.server.command, this.server.args);
          const text = JSON.stringify({
            jsonrpc: '2.0', id: 1, method: 'initialize', params: { capabilities: {} } });
          this.process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\\r\\n\\r\\n${text}`);
          return new Promise((done) => this.process.stdout.once('data', (data) => {
            console.log(this.id, /"name":"cardex"/.test(data));
            done(this);
          }));
        }
        stop() { this.process.stdin.end(); }
      }
      let started;
      const stubs = {
        'vscode': { workspace: { getConfiguration: (name) => ({ get: (key, usual) => usual }) } },
        'vscode-languageclient/node': {
          LanguageClient: class extends LanguageClient {
            constructor(...all) { super(...all); started = this; } } },
      };
      const load = Module._load;
      Module._load = (name, ...rest) => stubs[name] ?? load(name, ...rest);
      const folder = process.argv[2];
      const about = require(resolve(folder, 'package.json'));
      const extension = require(resolve(folder, about.main));
      extension.activate().then(() => {
        const chosen = started.client.documentSelector;
        for (const { id, extensions } of about.contributes.languages) {
          if (!chosen.some(({ language }) => language === id)) console.log('not chosen:', id);
        }
        console.log(about.name, about.version);
        console.log(chosen.filter(({ pattern }) => pattern).map(({ pattern }) => pattern).join());
        extension.deactivate();
      });

      """
    let script = try directory.write(stubs, to: "stubs.js")
    let folder = EditorProgram.setups.appending(path: "vscode").path()
    let outcome = try Tool.shell("exec node '\(script)' '\(folder)'")
    #expect(outcome.errors == "")
    let version = try Tool.run(["--version"]).output.prefix { $0 != "\n" }
    #expect(
      outcome.output == """
        cardex true
        \(version)
        **/*.{plist,entitlements,xcprivacy,stringsdict,mobileconfig}

        """)
  }

  @Test("Helix's settings are TOML that names the command")
  func helix() throws {
    let file = EditorProgram.setups.appending(path: "helix.toml").path()
    let program = """
      import sys, tomllib
      settings = tomllib.load(open(sys.argv[1], "rb"))
      server = settings["language-server"]["cardex"]
      print(server["command"], *server["args"])
      print(*sorted(x["name"] for x in settings["language"] if "cardex" in x["language-servers"]))
      """
    let outcome = try Tool.runOther(["python3", "-c", program, file], environment: [:])
    #expect(outcome.output == "cardex lsp\njson plist strings xcstrings\n")
  }

  /// Where `make test` puts packages of Python if `CI` is set.
  private static let packages = Tool.package.appending(path: ".build/pytest-lsp").path()
  private static let hasPytest = EditorProgram.isThere(
    "PYTHONPATH='\(packages)' python3 -c 'import pytest_lsp'")

  @Test(
    "pytest-lsp finds every answer to be as the protocol says",
    .enabled(if: hasPytest, "it needs pytest-lsp in .build/pytest-lsp: run CI=1 make test"))
  func protocolClient() throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "lsp_client.py").path()
    let directory = try TemporaryDirectory()
    let outcome = try Tool.shell(
      """
      cd '\(directory.path)' && PYTHONPATH='\(Self.packages)' HOME=$PWD CARDEX=$(command -v cardex) \
        exec python3 -B -m pytest -q -p no:cacheprovider --rootdir=. '\(script)'
      """)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }
}
