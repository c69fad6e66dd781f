import Foundation
import TestHelpers
import Testing

@Suite("String Catalogs as files")
struct StringCatalogFileTests {
  /// As Xcode writes them: sorted, blanks around colons, empty lines in what is empty, no line end at
  /// the end.
  private static let catalogue = #"""
    {
      "sourceLanguage" : "en",
      "strings" : {
        "%lld files" : {
          "comment" : "How many",
          "localizations" : {
            "de" : {
              "variations" : {
                "plural" : {
                  "one" : {
                    "stringUnit" : {
                      "state" : "translated",
                      "value" : "%lld Datei"
                    }
                  },
                  "other" : {
                    "stringUnit" : {
                      "state" : "translated",
                      "value" : "%lld Dateien"
                    }
                  }
                }
              }
            }
          }
        },
        "Cancel" : {
          "localizations" : {
            "de" : {
              "stringUnit" : {
                "state" : "needs_review",
                "value" : "Abbruch"
              }
            },
            "fr" : {
              "stringUnit" : {
                "state" : "translated",
                "value" : "Annuler"
              }
            }
          }
        },
        "cardex" : {
          "shouldTranslate" : false
        },
        "Open" : {

        }
      },
      "version" : "1.0"
    }
    """#

  private func shell(_ commands: String) throws -> Tool.Outcome {
    let directory = try TemporaryDirectory()
    _ = try directory.write(Self.catalogue, to: "L.xcstrings")
    return try Tool.shell(
      """
      cd '\(directory.url.path())'; cp L.xcstrings old
      \(commands)
      """)
  }

  @Test("it is shown, searched and printed by the names of its texts")
  func looking() throws {
    let outcome = try shell(
      """
      cardex show L.xcstrings Cancel; cardex search --all-fields datei L.xcstrings
      cardex search --field=fr ann L.xcstrings; cardex search --field=de -c e L.xcstrings
      cardex index build L.xcstrings >/dev/null; cardex search --field=fr ann L.xcstrings
      cardex index remove L.xcstrings >/dev/null
      cardex show --detail={de} L.xcstrings; cardex search --field=it x L.xcstrings
      cardex get L.xcstrings .strings.Cancel.localizations.fr.stringUnit.value
      """)
    #expect(
      outcome.output == """
        /Cancel
            de        Abbruch
            de.state  needs_review
            fr        Annuler
            fr.state  translated
        /%lld files\tde.plural.one=%lld Datei
        /Cancel\tfr=Annuler
        1
        /Cancel\tfr=Annuler
        /
            sourceLanguage  en
            version         1.0
        %lld files  %lld Datei, %lld Dateien
        Cancel      Abbruch
        cardex
        Open
        Annuler

        """)
    #expect(outcome.errors.contains("no entry has a field 'it'"))
  }

  @Test(
    "an edit changes the lines that it is about",
    arguments: [
      (
        "set L.xcstrings Cancel de=Abbrechen",
        """
        <             "state" : "needs_review",
        <             "value" : "Abbruch"
        >             "state" : "translated",
        >             "value" : "Abbrechen"
        """
      ),
      (
        "set L.xcstrings Cancel fr=Stop",
        "<             \"value\" : \"Annuler\"\n>             \"value\" : \"Stop\""
      ),
      (
        "set L.xcstrings '%lld files' de.plural.one=Eine",
        "<                   \"value\" : \"%lld Datei\"\n>                   \"value\" : \"Eine\""
      ),
      (
        "set L.xcstrings Open de=Öffnen",
        """
        <\u{20}
        >       "localizations" : {
        >         "de" : {
        >           "stringUnit" : {
        >             "state" : "translated",
        >             "value" : "Öffnen"
        >           }
        >         }
        >       }
        """
      ),
      (
        "insert L.xcstrings / Copy extractionState=manual",
        ">     \"Copy\" : {\n>       \"extractionState\" : \"manual\"\n>     },"
      ),
      (
        "set L.xcstrings cardex shouldTranslate=true",
        "<       \"shouldTranslate\" : false\n>       \"shouldTranslate\" : true"
      ),
      (
        "delete L.xcstrings cardex",
        "<     \"cardex\" : {\n<       \"shouldTranslate\" : false\n<     },"
      ),
      ("rename L.xcstrings Cancel Stop", "<     \"Cancel\" : {\n>     \"Stop\" : {"),
      (
        "batch L.xcstrings -e 'set Cancel de=X' -e 'set Cancel it=Y' -e undo -e undo", ""
      ),
    ])
  func edits(command: String, lines: String) throws {
    let outcome = try shell("cardex \(command); diff old L.xcstrings | grep '^[<>]'")
    #expect(outcome.output == (lines.isEmpty ? "" : lines + "\n"))
    #expect(outcome.errors == "")
  }

  @Test("what is said about a text needs the text, without which Xcode does not read the file")
  func statesWithoutTexts() throws {
    let outcome = try shell(
      """
      cardex set L.xcstrings Open de.state=new; cardex set L.xcstrings Open de.plural.one.state=new
      cardex insert L.xcstrings / Copy de.state=new; cmp old L.xcstrings
      cardex set L.xcstrings Open de.state=new de=Öffnen; cardex set L.xcstrings Open de.state=stale
      cardex show L.xcstrings Open
      """)
    #expect(
      outcome.errors == """
        cardex: L.xcstrings: 'de.state' is about a text that is not there; give it, too: de=TEXT
        cardex: L.xcstrings: 'de.plural.one.state' is about a text that is not there; give it, too: de.plural.one=TEXT
        cardex: L.xcstrings: 'de.state' is about a text that is not there; give it, too: de=TEXT

        """)
    #expect(
      outcome.output == """
        /Open
            de        Öffnen
            de.state  stale

        """)
  }

  @Test("what is no language and no field of a String Catalog is asked about")
  func unknownKeys() throws {
    let outcome = try shell(
      """
      cardex set L.xcstrings Cancel german=x; cardex set L.xcstrings Cancel Comment=x
      cardex set --new-key L.xcstrings Cancel german=x; cardex set L.xcstrings Cancel nl=x pt-BR=y
      cardex show L.xcstrings Cancel | grep -v state
      """)
    #expect(
      outcome.errors == """
        cardex: L.xcstrings: 'german' is neither a language nor a field of a String Catalog.
        cardex: --new-key adds it
        cardex: L.xcstrings: 'Comment' is a new key; did you mean 'comment'?
        cardex: --new-key adds it

        """)
    #expect(
      outcome.output == """
        /Cancel
            german       x
            de           Abbruch
            fr           Annuler
            nl           x
            pt-BR        y

        """)
  }

  @Test("the texts in a language are written as a table or a strings file, and come back from both")
  func languages() throws {
    let outcome = try shell(
      """
      cardex convert --to=csv --language=de L.xcstrings | tee de.csv
      cardex convert --to=strings --language=en L.xcstrings
      cardex convert --to=strings --language=fr -o fr.strings L.xcstrings; cat fr.strings
      sed -i s/Abbruch/Abbrechen/ de.csv; sed -i s/Annuler/Stop/ fr.strings
      cardex batch L.xcstrings -e 'import de.csv --match=key --update'
      cardex batch L.xcstrings -e 'import fr.strings --match=key --update --language=fr'
      printf 'key,value\\nOpen,Öffnen\\nCopy,Kopieren\\ncardex,\\n' > new.csv
      cardex batch L.xcstrings -e 'import new.csv --match=key --update --language=de'
      cardex convert --to=csv L.xcstrings
      cardex convert --to=strings --language=it L.xcstrings; echo $?
      cardex convert --to=json --language=de L.xcstrings; echo $?
      cardex convert --to=csv --language=de cars_total.plist 2>/dev/null; echo $?
      printf '["a"]' > a.json; cardex batch a.json -e 'import new.csv --language=de'; echo $?
      """)
    #expect(
      outcome.output == """
        key,de.plural.one,de.plural.other,de
        %lld files,%lld Datei,%lld Dateien,
        Cancel,,,Abbruch
        cardex,,,
        Open,,,
        "%lld files" = "%lld files";
        "Cancel" = "Cancel";
        "cardex" = "cardex";
        "Open" = "Open";
        "Cancel" = "Annuler";
        key,comment,de.plural.one,de.plural.one.state,de.plural.other,de.plural.other.state,de,de.state,fr,fr.state,shouldTranslate
        %lld files,How many,%lld Datei,translated,%lld Dateien,translated,,,,,
        Cancel,,,,,,Abbrechen,translated,Stop,translated,
        cardex,,,,,,,,,,false
        Copy,,,,,,Kopieren,translated,,,
        Open,,,,,,Öffnen,translated,,,
        2
        2
        2
        2

        """)
    #expect(outcome.errors.contains("there is no text in 'it'"))
    #expect(
      outcome.errors.contains("--language is for csv, tsv, strings and xcstrings, not for json"))
    #expect(outcome.errors.contains("--language is for String Catalogs"))
  }

  @Test("git merges what two people have added, and marks the lines where they differ")
  func merging() throws {
    let outcome = try shell(
      """
      git init -q -b main .; git config user.email a@b.c; git config user.name a
      cardex merge --install | grep xcstrings >/dev/null && echo installed
      git add -A; git commit -qm base
      git checkout -qb other; cardex set L.xcstrings Cancel es=Cancelar
      cardex insert L.xcstrings / Paste es=Pegar; git commit -qam other
      git checkout -q main; cardex set L.xcstrings Cancel it=Annulla
      cardex insert L.xcstrings / Print; git commit -qam main
      git merge -q --no-edit other >/dev/null; echo $?
      cardex show L.xcstrings Cancel | grep -v state; cardex show L.xcstrings | tail -n 3
      git checkout -qb more; cardex set L.xcstrings Cancel fr=Stop; git commit -qam more
      git checkout -q main; cardex set L.xcstrings Cancel fr=Halt; git commit -qam halt
      git merge -q --no-edit more >/dev/null 2>errors; echo $?; cat errors
      grep -A 4 '<<<<' L.xcstrings; git ls-files -u | wc -l
      """)
    #expect(
      outcome.output == """
        installed
        0
        /Cancel
            de        Abbruch
            es        Cancelar
            fr        Annuler
            it        Annulla
        Open
        Print
        Paste
        1
        cardex: L.xcstrings: conflict: /Cancel: fr: Annuler → Halt in ours, Annuler → Stop in theirs
        <<<<<<< ours
                    "value" : "Halt"
        =======
                    "value" : "Stop"
        >>>>>>> theirs
        3

        """)
  }

  @Test("check names what is missing or does not fit")
  func check() throws {
    let outcome = try shell(
      """
      cardex set L.xcstrings '%lld files' fr='%d'; cardex check L.xcstrings
      cardex check --select=stale-string L.xcstrings; echo $?
      """)
    #expect(
      outcome.output == """
        L.xcstrings:28:23: /%lld files: 'fr' has %d where the source text has %lld [format-specifier]
        L.xcstrings:38:23: /Cancel: 'de' needs review [needs-review]
        L.xcstrings:52:5: /Open: no text in de, fr [missing-language]
        0

        """)
  }

  @Test("a strings file becomes a String Catalog with its comments, and comes back from it")
  func fromStrings() throws {
    let outcome = try shell(
      """
      mkdir de.lproj; printf '/* the\n   button */\n"OK" = "Gut";\n"a.b" = "x";\n' > de.lproj/N.strings
      cardex convert -o N.xcstrings de.lproj/N.strings; cat N.xcstrings
      cardex check N.xcstrings; cardex convert --to=strings --language=de N.xcstrings
      cp de.lproj/N.strings N.strings; cardex convert -o M.xcstrings N.strings 2>&1; echo $?
      cardex convert -o M.xcstrings --language=en N.strings; cardex get M.xcstrings .sourceLanguage
      printf '{"a":1}' > a.json; cardex convert -o O.xcstrings --language=en a.json 2>&1; echo $?
      """)
    #expect(outcome.errors == "")
    #expect(
      outcome.output == """
        {
          "sourceLanguage" : "de",
          "strings" : {
            "a.b" : {
              "extractionState" : "manual",
              "localizations" : {
                "de" : {
                  "stringUnit" : {
                    "state" : "translated",
                    "value" : "x"
                  }
                }
              }
            },
            "OK" : {
              "comment" : "the\\nbutton",
              "extractionState" : "manual",
              "localizations" : {
                "de" : {
                  "stringUnit" : {
                    "state" : "translated",
                    "value" : "Gut"
                  }
                }
              }
            }
          },
          "version" : "1.0"
        }
        "a.b" = "x";
        "OK" = "Gut";
        cardex: N.strings: a String Catalog has texts by language, and theirs is not known
        cardex: --language=LANGUAGE names it, as 'en'
        2
        en
        cardex: a.json: a String Catalog has texts, but the value of 'a' is not a text
        2

        """)
  }

  @Test("texts of a String Catalog are in the order of Xcode, each with its comments")
  func orderAndComments() throws {
    let outcome = try shell(
      """
      mkdir -p de.lproj; cd de.lproj
      printf '/* ten */\\n"k10" = "1";\\n"k9" /* in */ = "2";\\n\\n/* one */\\n// two\\n"A" = "3";\\n/* rest */\\n' > C.strings
      cardex convert -o ../C.xcstrings C.strings 2>&1; cd ..; grep -E '^    "|comment' C.xcstrings
      printf '"a" = "1"; "a" = "2";' > D.strings; cardex convert -o D.xcstrings --language=en D.strings 2>&1; echo $?
      ls D.xcstrings 2>&-
      """)
    #expect(
      outcome.output == """
        cardex: C.strings: json has no comments: 1 left out
            "A" : {
              "comment" : "one\\ntwo",
            "k9" : {
              "comment" : "in",
            "k10" : {
              "comment" : "ten",
        cardex: D.strings: a String Catalog has each key once, but 'a' is there twice
        2

        """)
  }

  @Test("a table may have a column for a language that has no text yet")
  func newLanguage() throws {
    let outcome = try shell(
      """
      cardex convert --to=csv --language=it L.xcstrings > it.csv; echo $?; head -n 2 it.csv
      cardex convert --to=csv --language=italian L.xcstrings; echo $?
      cardex convert --to=strings --language=it L.xcstrings; echo $?
      """)
    #expect(outcome.output.hasPrefix("0\nkey,it\n"), "\(outcome.output)")
    #expect(outcome.output.hasSuffix("2\n2\n"), "\(outcome.output)")
    #expect(outcome.errors.contains("L.xcstrings: there is no text in 'it' yet\n"))
  }
}
