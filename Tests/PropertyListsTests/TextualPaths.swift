import Platform

@testable import PropertyLists

// The paths of these tests are text.

extension FileBytes {
  convenience init(path: String, access: Access = .copied) throws(SystemError) {
    try self.init(path: FilePath(path), access: access)
  }
}
