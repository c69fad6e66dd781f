import Catalogues
import PropertyLists

/// Reads catalogues as the options say.
struct CatalogueLoader {
  private let options: ParsedOptions
  private let shapeOptions: ShapeOptions

  /// Files from this size on take about long enough to be worth a thread that tells of them.
  private static let longSize = 1 << 25

  init(_ options: ParsedOptions) {
    self.options = options
    var shape = ShapeOptions()
    shape.root = options.value(.root)
    shape.titleKeys = options.values(.titleKey)
    shape.memberKeys = options.values(.membersKey)
    shape.labelKeys = options.values(.labelKey)
    shape.detailKeys = options.values(.detailKey)
    shape.isFlat = options.has(.flat)
    shapeOptions = shape
  }

  /// - Throws: `Failure` that names the file and the place.
  func load(_ file: InputFile) throws(Failure) -> Catalogue {
    let name = file.name(options)
    let isLong = file.size >= CatalogueLoader.longSize
    return try Progress.during("reading \(name)", isLong: isLong) { () throws(Failure) in
      do {
        let document = try PropertyListDocument(
          try file.read(), encoding: options.value(.encoding))
        if let marker = document.keyedArchiveMarker {
          throw PropertyListError(.notXML(.keyedArchive), at: document.location(of: marker))
        }
        return try Catalogue(document, options: shapeOptions)
      } catch let error as PropertyListError {
        throw Failure("\(name):\(error.location): \(error)")
      } catch {
        throw Failure("\(name): \(error)")
      }
    }
  }
}
