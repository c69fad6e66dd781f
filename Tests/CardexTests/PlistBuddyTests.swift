import Foundation
import TestHelpers
import Testing

/// PlistBuddy as its manual describes it. There is none to compare with.
@Suite("PlistBuddy")
struct PlistBuddyTests {
  /// Runs lines of the shell in a directory with a copy of `Info.plist`, and with a link of that name.
  private func run(_ lines: String) throws -> String {
    let directory = try TemporaryDirectory()
    let outcome = try Tool.shell(
      """
      cp Info.plist '\(directory.path)'; cd '\(directory.path)'; exec 2>&1
      ln -s "$(command -v cardex)" PlistBuddy; \(lines)
      """)
    return outcome.output
  }

  @Test("the examples of its manual do what it says, and change only that")
  func manual() throws {
    let output = try run(
      """
      printf 'Add :CFBundleDocumentTypes array\\nSave\\n' | ./PlistBuddy Info.plist; echo "[$?]"
      cp Info.plist old
      ./PlistBuddy -c 'Set :CFBundleIdentifier com.apple.plistbuddy' Info.plist
      ./PlistBuddy -c 'Add :CFBundleGetInfoString string "App version 1.0.1"' Info.plist
      ./PlistBuddy -c 'Add :CFBundleDocumentTypes: dict' Info.plist
      ./PlistBuddy -c 'Add :CFBundleDocumentTypes:0 string first' Info.plist
      ./PlistBuddy -c 'Print :CFBundleDocumentTypes' Info.plist
      ./PlistBuddy -c 'Delete :CFBundleDocumentTypes:0 dict' Info.plist
      diff old Info.plist
      ./PlistBuddy -c 'Delete :CFBundleDocumentTypes' -c 'Print CFBundleDocumentTypes' Info.plist
      """)
    #expect(
      output == """
        Command: Command: Saving...
        Command: [0]
        Array {
            first
            Dict {
            }
        }
        8c8
        < \t<string>org.example.garage</string>
        ---
        > \t<string>com.apple.plistbuddy</string>
        56c56,60
        < \t<array/>
        ---
        > \t<array>
        > \t\t<dict/>
        > \t</array>
        > \t<key>CFBundleGetInfoString</key>
        > \t<string>App version 1.0.1</string>
        Print: Entry, "CFBundleDocumentTypes", Does Not Exist

        """)
  }

  @Test("commands have any case, entries any colons, and words quotation marks")
  func words() throws {
    let output = try run(
      #"""
      ./PlistBuddy -c 'add "a b:c d" string' -c "SET ':a b:c d' one  two" -c 'print:"a b"' \
        -c 'Add x\:y string "it'"'"'s \"x\""' -c 'Print x\:y' -c 'Set :a\ b:c\ d' -c 'Print :a\ b:c\ d' \
        -c 'Set x\:y "open' -c 'Prin' -c Print:CFBundleVersion Info.plist; echo "[$?]"
      """#)
    #expect(
      output == """
        Dict {
            c d = one  two
        }
        it's "x"

        Parse Error: Unclosed Quotes
        Unrecognized Command
        41
        [1]

        """)
  }

  @Test("types decide how values are read and printed")
  func types() throws {
    let output = try run(
      """
      ./PlistBuddy -c 'Add i integer 7' -c 'Add r real 1.5' -c 'Add t bool YES' -c 'Add f bool no' \\
        -c 'Add d date 2020-01-02T03:04:05Z' -c 'Add b data abc' -c 'Add e integer' -c 'Add a array' \\
        -c 'Set i -8' -c 'Set i x' -c 'Set r y' -c 'Set d z' -c 'Set t false' -c 'Set a 1' \\
        -c 'Set d Fri Nov 06 10:00:00 UTC 2026' -c 'Add q colour red' new.plist; echo "[$?]"
      ./PlistBuddy -c Print -c 'Print d' new.plist; ./PlistBuddy -xc 'Print b' new.plist
      """)
    #expect(
      output == """
        File Doesn't Exist, Will Create: new.plist
        Unrecognized Integer Format
        Unrecognized Real Format
        Unrecognized Date Format
        Set: Cannot Perform Set On Containers
        Unrecognized Type: colour
        [1]
        Dict {
            i = -8
            r = 1.500000
            t = false
            f = false
            d = Fri Nov 06 10:00:00 UTC 2026
            b = abc
            e = 0
            a = Array {
            }
        }
        Fri Nov 06 10:00:00 UTC 2026
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
        "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <data>YWJj</data>
        </plist>

        """)
  }

  @Test("nothing is added over what is there, nor changed that is not")
  func existing() throws {
    let output = try run(
      """
      cp Info.plist old
      for command in 'Add :CFBundleName string x' 'Add :CFBundleName:x string x' 'Set :none x' \\
        'Delete :none' 'Copy :none :new' 'Copy :CFBundleName :CFBundleVersion' 'Set' 'Add :x' \\
        'Merge none.plist' 'Merge old :none' 'Merge old :CFBundleName' 'Import :x none' \\
        'Add :CFBundleLocalizations:x string' 'Print :CFBundleLocalizations:2' 'Print :CFBundleName:x'; do
        ./PlistBuddy -c "$command" Info.plist; echo "[$?]"
      done
      cmp old Info.plist
      """)
    #expect(
      output == """
        Add: ":CFBundleName" Entry Already Exists
        [1]
        Add: Can't Add Entry, ":CFBundleName:x", to Parent
        [1]
        Set: Entry, ":none", Does Not Exist
        [1]
        Delete: Entry, ":none", Does Not Exist
        [1]
        Copy: Entry, ":none", Does Not Exist
        [1]
        Copy: ":CFBundleVersion" Entry Already Exists
        [1]
        Set: Missing Arguments
        [1]
        Add: Missing Arguments
        [1]
        Merge: Error Reading File: none.plist
        [1]
        Merge: Entry, ":none", Does Not Exist
        [1]
        Merge: Can't Add Entries To Parent
        [1]
        Import: Error Reading File: none
        [1]
        Add: Can't Add Entry, ":CFBundleLocalizations:x", to Parent
        [1]
        Print: Entry, ":CFBundleLocalizations:2", Does Not Exist
        [1]
        Print: Entry, ":CFBundleName:x", Does Not Exist
        [1]

        """)
  }

  @Test("what is there stays in a merge, of however many keys")
  func manyKeys() throws {
    let output = try run(
      """
      for file in old new; do
        { echo '{'; for i in {1..1500}; do echo "\\"k$i\\": \\"$file\\","; done; echo '"z": 1}'; } >$file.json
      done
      ./PlistBuddy -c 'Merge new.json' old.json 2>skipped; grep -c Skipped skipped; grep -c new old.json
      """)
    #expect(output == "1501\n0\n")
  }

  @Test("copies, merges, imports and clears")
  func several() throws {
    let output = try run(
      """
      printf '{"k": 1, "l": [1, {"a": "x"}]}\\n' > m.json
      ./PlistBuddy -c 'Add :l: string y' -c 'Merge m.json' -c 'Merge m.json :l' -c 'Copy :l:0 :l:0' \\
        -c 'Copy :l :c:d' -c 'Import :i m.json' -c 'Print :i' -c 'Delete :l:2:l' -c Print new.plist
      echo "[$?]"; ./PlistBuddy -c 'Clear array' -c 'Add :0 integer 3' -c Print new.plist
      cardex convert --to=binary -o b.plist new.plist; ./PlistBuddy -c 'Set :0 4' b.plist
      head -c 8 b.plist; echo; ./PlistBuddy -c 'Print :0' /dev/stdin <b.plist
      ln -s b.plist link; ./PlistBuddy -l -c Print link; ./PlistBuddy -c 'Set 0 5' link; readlink link
      cardex plutil -convert json b.plist; ./PlistBuddy -c 'Set 0 6' b.plist; echo "[$?]"; cat b.plist
      """)
    #expect(
      output == """
        File Doesn't Exist, Will Create: new.plist
        Merge: Duplicate Entry Was Skipped: l
        Copy: Can't Add Entry, ":c:d", to Parent
        {"k": 1, "l": [1, {"a": "x"}]}

        Dict {
            l = Array {
                y
                y
                Dict {
                    k = 1
                }
            }
            k = 1
            i = {"k": 1, "l": [1, {"a": "x"}]}

        }
        [1]
        Initializing Plist...
        Array {
            3
        }
        bplist00
        4
        Error Reading File: link
        b.plist
        [0]
        [6]
        """)
  }

  @Test("commands from standard input are saved by Save alone, and Revert goes back to that")
  func interactive() throws {
    let output = try run(
      """
      printf 'Set :CFBundleName A\\nSave\\nSet :CFBundleName B\\nPrint :CFBundleName\\nRevert
      Print :CFBundleName\\n\\nSet :CFBundleName C\\nExit\\nPrint\\n' | ./PlistBuddy Info.plist
      echo "[$?]"; ./PlistBuddy -c 'Print :CFBundleName' Info.plist
      ./PlistBuddy -h | head -n 1; ./PlistBuddy | head -n 1; ./PlistBuddy -z x; echo "[$?]"
      """)
    #expect(
      output == """
        Command: Command: Saving...
        Command: Command: B
        Command: Reverting to last saved state...
        Command: A
        Command: Command: Command: [0]
        A
        Usage: PlistBuddy [-xlh] [-c COMMAND]... FILE
        Usage: PlistBuddy [-xlh] [-c COMMAND]... FILE
        Invalid Arguments
        [1]

        """)
  }

  @Test("lines as scripts have them do what the scripts want")
  func scripts() throws {
    let output = try run(
      """
      p() { ./PlistBuddy "$@"; }; key() { cardex get --json "$@"; }; version=2.0
      # A version that is there, or is not.
      p -c "Set :CFBundleShortVersionString $version" Info.plist
      p -c "Set :LSMinimumSystemVersion 14.0" Info.plist 2>/dev/null ||
        p -c "Add :LSMinimumSystemVersion string 14.0" Info.plist
      p -c "Add :CFBundleName string Garage" Info.plist 2>/dev/null || p -c "Set :CFBundleName Two Words" Info.plist
      p -c "Set ':CFBundleIdentifier' 'org.example.two words'" Info.plist
      p -c "Add :NSCameraUsageDescription string 'It scans, if asked.'" Info.plist
      key Info.plist .CFBundleShortVersionString .LSMinimumSystemVersion .CFBundleName \\
        .CFBundleIdentifier .NSCameraUsageDescription
      build=$(p -c "Print CFBundleVersion" Info.plist); p -c "Set CFBundleVersion $(expr $build + 1)" Info.plist
      p Info.plist -c 'Print:CFBundleVersion'
      # An array that is made anew; parents that are missing; keys with dots.
      p -c "Delete :CFBundleLocalizations" Info.plist 2>/dev/null || true
      p -c "Delete :NoSuchKey" Info.plist >/dev/null 2>&1 || echo "none"
      p -c "Add :CFBundleLocalizations array" -c "Add :CFBundleLocalizations:0 string fr" \\
        -c "Add NSAppTransportSecurity:NSExceptionDomains:localhost:NSAllows bool true" Info.plist
      key Info.plist .CFBundleLocalizations .NSAppTransportSecurity.NSExceptionDomains.localhost
      # A file that is made, as launchd and codesign want it.
      p -c "Clear dict" job.plist >/dev/null 2>&1 || true
      p -c "Add :Label string org.example.job" -c "Add :ProgramArguments array" \\
        -c "Add :ProgramArguments:0 string /usr/bin/true" -c "Add :KeepAlive bool YES" \\
        -c "Add :org.example.key bool false" job.plist
      key job.plist /; p -c 'Print :ProgramArguments:0' job.plist
      # What is in a dictionary goes elsewhere, by way of a file, or as a copy.
      p -x -c "Print :NSAppTransportSecurity" Info.plist >part.plist
      p -c "Add ':Kept Part' dict" -c "Merge part.plist ':Kept Part'" Info.plist
      p -c "Copy ':Kept Part:NSExceptionDomains' :Domains" -c "Delete ':Kept Part:NSExceptionDomains'" Info.plist
      p -c "Merge job.plist" Info.plist; p -c "Merge job.plist" Info.plist 2>&1 | tail -n 1
      key Info.plist ".Kept Part" .Domains .Label
      p -x -c 'print :Domains ' /dev/stdin <Info.plist | cardex get -c - /
      # Names with blanks, in quotation marks or after backslashes.
      p -c "Add :'New Marks' array" -c "Add 'New Marks':0 dict" -c "Add 'New Marks':0:'Normal Font' string x" \\
        -c "Set 'New Marks':0:'Normal Font' Mono Nerd 12" t.plist
      p -c "Add :Window\\\\ Settings:Basic:name string Basic" \\
        -c "Copy :Window\\\\ Settings:Basic :Window\\\\ Settings:Mine\\\\ Own" \\
        -c "Set :Window\\\\ Settings:Mine\\\\ Own:name Mine\\\\ Own" t.plist
      p -c "Add \\"a \\\\\\"q\\\\\\"\\" string \\"v w\\"" t.plist; key t.plist /
      # Whether something is there, and how many there are.
      index=0; while p -c "Print :ProgramArguments:$index" job.plist >/dev/null 2>&1; do index=$((index + 1)); done
      echo $index; p -c "Print :CFBundleURLTypes:9:Name" Info.plist 2>&1 | grep -c "Does Not Exist"
      p -c "Set :UIRequiresFullScreen true" -c "Print :UIRequiresFullScreen" Info.plist
      printf 'a\\0b' >blob; p -c "Import CFBundleURLTypes:0:Blob blob" Info.plist; key Info.plist .CFBundleURLTypes.0.Blob
      """)
    #expect(
      output == """
        "2.0"
        "14.0"
        "Two Words"
        "org.example.two words"
        "It scans, if asked."
        42
        none
        ["fr"]
        {"NSAllows":true}
        {"Label":"org.example.job","ProgramArguments":["/usr/bin/true"],"KeepAlive":true,"org.example.key":false}
        /usr/bin/true
        Merge: Duplicate Entry Was Skipped: org.example.key
        {}
        {"example.org":{"NSIncludesSubdomains":true},"localhost":{"NSAllows":true}}
        "org.example.job"
        2
        File Doesn't Exist, Will Create: t.plist
        {"New Marks":[{"Normal Font":"Mono Nerd 12"}],"Window Settings":{"Basic":{"name":"Basic"},\
        "Mine Own":{"name":"Mine Own"}},"a \\"q\\"":"v w"}
        1
        1
        true
        "YQBi"

        """)
  }
}
