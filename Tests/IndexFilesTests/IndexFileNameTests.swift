import Platform
import Storage
import TestHelpers
import Testing

@Suite struct IndexFileNameTests {
  @Test("a catalogue has one index for each way of reading it")
  func names() {
    let path = IndexFile.path(in: "/cache", forCatalogueAt: "/a/cars.plist", options: [])
    #expect(path == "/cache/6b65d33aff4a4c0f-cars.plist.index")
    let others = [
      IndexFile.path(in: "/cache", forCatalogueAt: "/a/cars.plist", options: [1]),
      IndexFile.path(in: "/cache", forCatalogueAt: "/a/cars.plist", options: [2]),
      IndexFile.path(in: "/cache", forCatalogueAt: "/b/cars.plist", options: []),
    ]
    #expect(Set(others + [path]).count == 4)
    #expect(others.allSatisfy { $0.hasSuffix("-cars.plist.index") })
  }

  @Test("indexes are found by their names")
  func paths() throws {
    let directory = try TemporaryDirectory()
    for name in ["b.index", "a.index", "a", ".c.index", "d.index.cardex", "index"] {
      try write([], to: directory(name))
    }
    #expect(
      IndexFile.paths(in: FilePath(directory.path)) == [
        FilePath(directory("a.index")), FilePath(directory("b.index")),
      ])
    #expect(IndexFile.paths(in: FilePath(directory("gone"))) == [])
  }
}
