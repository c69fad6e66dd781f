import Platform
import PropertyLists
import Storage

@testable import Searching

// The paths of these tests are text.

extension KeptIndex {
  init(path: String) { self.init(path: FilePath(path)) }
}
