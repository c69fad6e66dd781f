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
        < \t<array></array>
        ---
        > \t<array>
        > \t\t<dict></dict>
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
        b.plist: JSON is only read; to edit it, convert it first: \
        cardex convert --to=xml -o NEW.plist FILE
        [1]
        [5]
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
}
