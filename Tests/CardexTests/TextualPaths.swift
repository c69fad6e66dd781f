import Platform
import Storage

@testable import CardexCommand

// The paths of these tests are text.

extension LineHistory {
  init(path: String?) { self.init(path: path.map { FilePath($0) }) }
}
