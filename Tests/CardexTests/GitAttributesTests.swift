import Foundation
import Platform
import TestHelpers
import Testing

@testable import CardexCommand

/// What `check` says of `.gitattributes`, which is held against a real git.
@Suite struct GitAttributesTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func run(_ script: String) throws -> Tool.Outcome {
    try Tool.shell(
      """
      cd '\(directory.url.path())'; export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
      \(script)
      """)
  }

  @Test(
    "files that git merges wrongly or not at all are reported, with the line that says so",
    arguments: [
      (
        "*.plist merge=ours",
        "leaving out what others have changed: 'merge=ours' in line 1 of .gitattributes"
      ),
      ("*.txt text\n*.plist merge=union", "mixing lines, which breaks it: 'merge=union' in line 2"),
      ("*.plist binary", "is not merged: '-merge'"), ("*.plist -merge", "is not merged: '-merge'"),
      ("*.plist merge=binary", "is not merged: 'merge=binary'"),
      ("*.plist merge=ours\n*.plist merge=cardex diff=cardex", ""), ("*.plist merge", ""),
      ("*.plist merge=ours\ncars.plist !merge", ""), ("*.json merge=union", ""), ("", ""),
    ])
  func statements(_ attributes: String, _ expected: String) throws {
    try directory.write(attributes, to: ".gitattributes")
    let outcome = try run(
      "git init -q .; cp '\(Tool.data.path())/cars_total.plist' cars.plist; cardex check cars.plist"
    )
    #expect(outcome.status == (expected.isEmpty ? 0 : 1), "\(outcome)")
    #expect(expected.isEmpty || outcome.output.contains(expected))
    #expect(outcome.output.contains("[merge-attribute]") == !expected.isEmpty)
    #expect(outcome.errors == "")
  }

  @Test("a file outside of a repository, and standard input, have no attributes")
  func outside() throws {
    try directory.write("* merge=union\n", to: ".gitattributes")
    let outcome = try run(
      """
      cp '\(Tool.data.path())/cars_total.plist' cars.plist; cardex check cars.plist; git init -q .
      cardex check - <cars.plist
      """)
    #expect(outcome.output == "" && outcome.status == 0, "\(outcome)")
  }

  @Test("what is said of a file is what git says")
  func sameAsGit() throws {
    let paths = [
      "a.plist", "b.strings", "in/a.plist", "in/deep/a.plist", "in/deep/er/x y.plist", "[z].plist",
      "out/a.plist", "in/deep/Ä.plist",
    ]
    let patterns = [
      "*", "*.plist", "/*.plist", "in/*.plist", "in/**", "**/a.plist", "in/**/a.plist", "in/",
      "**/deep/*", "?.plist", "[ab].*", "[!a].plist", "[a-c]*", "\\[z\\].plist", "deep/a.plist",
      "in/*", "a*a.plist", "/in/deep/**/*.plist", "\"in/deep/er/x y.plist\"", "*/a.plist", "**",
      "in/**/deep/a.plist", "i*/d**p/a.plist", "!a.plist", "in/d[a-f][!x]p/?.plist", "*.strings",
    ]
    let values = [
      "merge=ours", "merge=union", "-merge", "!merge", "merge", "binary", "own", "text",
      "text merge=ours # not a comment", "merge=union --x", "merge=ours a.b-c_D=1",
    ]
    _ = try run("git init -q .")
    for path in paths { try directory.write("<plist><array/></plist>", to: path) }
    for (number, pattern) in patterns.enumerated() {
      let other = patterns[(number * 7 + 3) % patterns.count]
      try directory.write(
        """
        \(number.isMultiple(of: 3) ? "\u{FEFF}" : "")[attr]own merge=union text
        # A comment
        \(other) \(values[(number + 2) % values.count])
          \(pattern) text \(values[number % values.count])

        """, to: ".gitattributes")
      try directory.write(
        "a.plist \(values[(number + 5) % values.count])\n", to: "in/deep/.gitattributes")
      try directory.write(
        "\(patterns[(number * 5) % patterns.count]) merge=info\n", to: ".git/info/attributes")
      try expectSame(paths, "\(pattern) and \(other)")
    }
  }

  private func expectSame(_ paths: [String], _ patterns: String) throws {
    let names = paths.map { "'\($0)'" }.joined(separator: " ")
    let answer = try run("git check-attr -z merge -- \(names) | tr '\\0' '\\n'").output
    let lines = answer.split(separator: "\n")
    try #require(lines.count == paths.count * 3)
    for (number, path) in paths.enumerated() {
      let whole = directory.url.appending(path: path).path(percentEncoded: false)
      let said =
        switch GitAttributes.merge(of: .init(whole))?.merge {
        case .driver(let name): String(decoding: name, as: UTF8.self)
        case .never: "unset"
        case .usual, nil: "unspecified"
        }
      let expected = lines[number * 3 + 2] == "set" ? "unspecified" : lines[number * 3 + 2]
      #expect(said == expected, "\(path): \(patterns)")
    }
  }

  @Test(
    "the lines for forges merge the base into a branch by entry, and push nothing that conflicts")
  func forges() throws {
    let page = Tool.package.appending(path: "Man/cardex-merge.1")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    let first = try #require(lines.firstIndex(of: "cardex merge --install"))
    let outcome = try run(
      """
      git init -q --bare -b main forge; git clone -q forge work 2>/dev/null; cd work
      export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
      cardex merge --install >/dev/null
      cardex new f.plist name born; cardex insert f.plist / Ada born=1815
      git add -A; git commit -qm base; git push -q origin HEAD:main; git checkout -qb mine
      cardex insert f.plist / Grace born=1906; git commit -qam grace; git push -q origin mine
      git checkout -q main; cardex insert f.plist / Alan born=1912; git commit -qam alan
      git push -q origin main; cd ..
      unset GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL
      workflow() {
        rm -rf hosted; git clone -q -b mine forge hosted; cd hosted
        export GITHUB_BASE_REF=main GITHUB_HEAD_REF=mine
        bash -e <<'EOF' >/dev/null 2>&1
      \(lines[first...].prefix(3).joined(separator: "\n"))
      EOF
        echo $?; cd ..
      }
      workflow; git -C forge show mine:f.plist | cardex show -
      cd work; git checkout -q mine; git pull -q origin mine; cardex set f.plist Ada born=1816
      git -c user.name=a -c user.email=a@b commit -qam mine; git push -q origin mine
      git checkout -q main; cardex set f.plist Ada born=1814
      git -c user.name=a -c user.email=a@b commit -qam main; git push -q origin main; cd ..
      workflow; git -C forge log -1 --format=%s mine
      """)
    #expect(outcome.output == "0\nAda    1815\nGrace  1906\nAlan   1912\n1\nmine\n", "\(outcome)")
  }
}
