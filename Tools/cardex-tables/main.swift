@preconcurrency import Platform
import Readings

// Writes the generated tables in `Data`.

let usage = """
  Usage: cardex-tables han-latin       write Data/han-latin, by ICU's rules
         cardex-tables han-variants    write Data/han-variants, by ICU's rules
         cardex-tables reading-table   write Data/reading-table, by the files there

  Tables go to standard output.

  """

func fail(_ message: String) -> Never {
  fputs("cardex-tables: \(message)\n", stderr)
  exit(2)
}

switch CommandLine.arguments.count == 2 ? CommandLine.arguments[1] : "" {
case "han-latin":
  guard let table = HanLatinTable.text else { fail("ICU has no transliterator from Han") }
  print(table, terminator: "")
case "han-variants":
  guard let table = HanVariantsTable.text else { fail("ICU does not simplify Han characters") }
  print(table, terminator: "")
case "reading-table":
  let table = ReadingTable.encoded
  guard fwrite(table, 1, table.count, stdout) == table.count else { fail("cannot write the table") }
case "--help": print(usage, terminator: "")
default: fail("no such table\n" + usage)
}
