import Catalogues
import Platform
import Readings

@testable import Editing
@testable import Language

// The paths of these tests are text.

extension UserReadings {
  convenience init(path: String) { self.init(path: FilePath(path)) }
}

extension CatalogueFile {
  init(path: String) { self.init(path: FilePath(path)) }
}
