import Catalogues
import Editing
import ICUText
import Language
import Platform
import PropertyLists
import Searching
import Storage

/// A catalogue's file with its index, which exists, is made, or is unavailable.
///
/// A problem with an index costs time, but never changes an answer.
final class IndexedFile {
  let bytes: FileBytes
  let path: FilePath
  private let descriptor: Int32
  /// The file's name in messages.
  let name: ByteText
  private let parsing: ParseOptions
  private let readings: UserReadings

  /// The kinds of file that may be read.
  enum Kind {
    /// Any file, even a pipe, whose other end is waited for.
    case any
    /// Only a file whose index can be kept.
    case regular
  }

  /// - Throws: `Failure` if the file cannot be read.
  convenience init(
    path: FilePath, options: ParsedOptions, readings: UserReadings = .usual(), kind: Kind = .any
  ) throws(Failure) {
    try self.init(
      path: path, name: InputFile.path(path).name(options), parsing: try options.parseOptions(),
      readings: readings, kind: kind)
  }

  /// - Throws: `Failure` if the file cannot be read.
  init(
    path: FilePath, name: ByteText, parsing: ParseOptions, readings: UserReadings = .usual(),
    kind: Kind
  ) throws(Failure) {
    let waiting = kind == .any ? 0 : O_NONBLOCK | O_NOCTTY
    let descriptor = open(path.cString, O_RDONLY | O_CLOEXEC | waiting)
    guard descriptor >= 0 else { throw Failure(naming: "\(name): \(SystemError())") }
    do throws(Failure) {
      bytes = try IndexedFile.bytes(descriptor, kind, name)
    } catch {
      close(descriptor)
      throw error
    }
    self.path = path
    self.descriptor = descriptor
    self.name = name
    self.parsing = parsing
    self.readings = readings
  }

  deinit { close(descriptor) }

  private static func bytes(
    _ descriptor: Int32, _ kind: Kind, _ name: ByteText
  ) throws(Failure) -> FileBytes {
    var status = stat()
    if kind == .regular, fstat(descriptor, &status) != 0 || status.st_mode & S_IFMT != S_IFREG {
      throw Failure(naming: "\(name): not a regular file")
    }
    return try rethrowing(FileBytes(descriptor: descriptor, access: .mapped)) {
      (error: SystemError) in Failure(naming: "\(name): \(error)")
    }
  }

  /// Why there is no index, or why it was not kept.
  enum Problem: Error {
    case unusable(IndexFileError)
    /// Names were read differently, and are to be found by their readings.
    case otherReadings
    /// The file is being changed.
    case unsettled
    /// Neither `$XDG_CACHE_HOME` nor `$HOME` names a directory.
    case noDirectory
    /// There is too little memory to make the index.
    case short(IndexingMemory.Shortage)
    /// The process that was to make the index failed.
    case ended(SeparateProcess.Ending)
    /// Any other problem, in words.
    case unwritten(String)
  }

  /// The place where the index is kept, if there is one.
  func location() throws(Problem) -> IndexLocation {
    try location(storing(FileIdentity(descriptor: descriptor, path: path)))
  }

  /// Opens the kept index.
  func storedCatalogue() throws(Problem) -> StoredCatalogue {
    let location = try location()
    return try rethrowing(location.open(), as: Problem.unusable)
  }

  /// Why no index is to be made when the file is searched and has no usable one; `nil` if one is to
  /// be made.
  func obstacle(_ problem: Problem) -> String? {
    switch problem {
    case .unusable, .otherReadings: break
    case .unsettled, .noDirectory, .unwritten, .short, .ended: return "\(problem)"
    }
    if bytes.count < IndexLocation.minimumFileSize {
      return "\(problem); small files are not indexed automatically"
    }
    // Making an index for a single search takes longer than searching without one.
    do {
      try location().prepareDirectory()
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// A catalogue that was read and can be indexed.
  struct Read {
    let catalogue: Catalogue
    /// The place where its index is to be kept, or why it cannot be kept.
    fileprivate let place: Result<IndexLocation, Problem>
  }

  /// An indexed catalogue.
  struct Built {
    let index: CatalogueIndex
    /// Why the index was not kept, if it was not.
    let problem: Problem?
    /// The place where it is or would be kept.
    let location: IndexLocation?
  }

  /// Whether an index reads names as one made now would.
  func hasReadings(_ index: CatalogueIndex) -> Bool {
    index.tableVersion == readings.versionForIndexes
  }

  /// Reads the catalogue.
  ///
  /// - Throws: `Failure` if the file is not a catalogue.
  func read() throws(Failure) -> Read {
    // Determined before the file is read, so that changes from then on are noticed.
    let place = Result { () throws(Problem) in try settledLocation() }
    let catalogue = try CatalogueLoader(parsing).load(bytes, name: name, path: path)
    return Read(catalogue: catalogue, place: place)
  }

  /// Indexes a catalogue that was read from this file, and keeps the index.
  func build(_ read: Read) -> Built {
    let catalogue = read.catalogue
    let indexer = CatalogueIndexer(
      catalogue, folding: CaseFolding(), readings: readings.tableForIndexes)
    let (index, snapshot) = Progress.during("indexing \(name)", .bytes(bytes.count)) {
      indexer.index { [table = readings.tableForIndexes] in
        IndexLocation.snapshot(of: catalogue, readings: table)
      }
    }
    do throws(Problem) {
      let place = try read.place.get()
      do {
        let identity = try FileIdentity(descriptor: descriptor, path: path)
        guard place.isUnchanged(identity) else { throw Problem.unsettled }
        try place.write(index, of: catalogue, snapshot, created: IndexedFile.now)
      } catch let error as Problem {
        throw error
      } catch {
        throw .unwritten("\(error)")
      }
      return Built(index: index, problem: nil, location: place)
    } catch {
      return Built(index: index, problem: error, location: nil)
    }
  }

  /// Compares a kept index with the one that would be made of the file now.
  ///
  /// - Throws: `Failure` if the file is not a catalogue.
  /// - Returns: What is wrong, if anything.
  func difference(of index: KeptIndex) throws(Failure) -> KeptIndex.Fault? {
    let catalogue = try CatalogueLoader(parsing).load(bytes, name: name, path: path)
    return Progress.during("verifying the index of \(name)", .bytes(bytes.count)) {
      do throws(KeptIndex.Fault) {
        try index.compare(with: catalogue, readings: readings.tableForIndexes)
        return nil
      } catch {
        return error
      }
    }
  }

  private func settledLocation() throws(Problem) -> IndexLocation {
    guard let settled = try storing(FileIdentity.settled(descriptor: descriptor, path: path))
    else { throw .unsettled }
    return try location(settled)
  }

  private func location(_ identity: FileIdentity) throws(Problem) -> IndexLocation {
    guard
      let location = try storing(
        IndexLocation(catalogue: path, identity: identity, parsing: parsing))
    else { throw .noDirectory }
    return location
  }

  private func storing<Result>(
    _ work: @autoclosure () throws(StorageError) -> Result
  ) throws(Problem) -> Result {
    try rethrowing(work(), as: { (error: StorageError) in Problem.unwritten("\(error)") })
  }

  /// The current time in nanoseconds since 1970.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

extension IndexedFile.Problem: CustomStringConvertible {
  var description: String {
    switch self {
    case .unusable(let error): "\(error)"
    case .otherReadings: "the readings of names have changed"
    case .unsettled: "the file is being changed"
    case .noDirectory: "neither XDG_CACHE_HOME nor HOME names a directory for indexes"
    case .short(let shortage): "\(shortage)"
    case .ended(.refused(let code)):
      "cannot start a process to make it: \(String(cString: strerror(code)))"
    case .ended(.signal(let signal)): "the process that made it was killed by signal \(signal)"
    case .ended(.abandoned): "nobody waited for it"
    case .ended(.status): "it ran out of memory"
    case .unwritten(let reason): reason
    }
  }
}
