/// The costs of searching, for printing.
struct SearchReport {
  let patterns: [SearchPattern]
  /// The names and versions of the other programs.
  let versions: [String]
  var sizes: [Size] = []

  /// The measurements for one number of entries.
  struct Size {
    let entries: Int
    /// In bytes.
    let plistSize: Int
    /// In bytes.
    let namesSize: Int
    let building: [Building]
    let tables: [Table]
    /// The seconds to the first hit if there is no index yet; `nil` for small files, for which no
    /// index is made.
    let firstHit: Double?
  }

  /// The cost of making an index.
  struct Building {
    let program: String
    /// `nil` if the program is not installed or failed.
    let seconds: Double?
    /// In bytes.
    let size: Int
    /// The size in bytes of the text that can be searched with it.
    let textSize: Int
    /// The peak memory of the whole process, in bytes.
    let peakMemory: Int
  }

  /// The conditions under which programs search.
  enum Way: String {
    case coldProcess = "whole process, files in memory"
    case coldDisk = "whole process, files on the disk only"
    case warm = "within one process"

    /// The unit that times are printed in, and how many make a second.
    var unit: (name: String, scale: Double) {
      self == .warm ? ("µs", 1e6) : ("ms", 1e3)
    }
  }

  struct Table {
    let way: Way
    /// The first is Cardex.
    let rows: [Row]
    /// Why the table is empty, if so.
    var omission: String?
  }

  struct Row {
    let program: String
    /// One for each pattern; empty if the program was not measured.
    let cells: [Cell?]
    /// Why it was not measured, if so.
    let omission: String?
  }

  /// One program's search for one pattern.
  struct Cell {
    let seconds: Double
    let hits: Int
  }
}
