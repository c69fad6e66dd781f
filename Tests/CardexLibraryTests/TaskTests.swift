import Cardex
import Testing

@Suite("A catalogue in several tasks")
struct TaskTests {
  @Test("tasks read, search, edit, undo, check and write at the same time")
  func together() async throws {
    let catalogue = try await Catalogue.open(Samples.path("cars_total.plist"))
    let section = try catalogue.id(at: "B")
    let count = catalogue.rows().numberOfRows(inSection: 1)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          for round in 0..<20 {
            let id = try catalogue.edit {
              try $0.insert(Brand(name: "\(task) \(round)"), in: section)
            }
            #expect(try catalogue.entry(id).label == "\(task) \(round)")
            if round % 2 == 1 { try catalogue.edit { $0.delete(id) } }
          }
        }
        group.addTask {
          for _ in 0..<20 {
            #expect(try await catalogue.search("奥迪").count == 1)
            _ = try catalogue.bytes()
          }
        }
        group.addTask {
          let rows = catalogue.rows()
          for _ in 0..<40 {
            _ = rows.update()
            #expect(rows.lines.count > 100)
          }
          _ = try await rows.show("a")
        }
      }
      group.addTask { for _ in 0..<5 { _ = try await catalogue.check() } }
      try await group.waitForAll()
    }
    #expect(catalogue.rows().numberOfRows(inSection: 1) == count + 40)
    while try catalogue.undo() {}
    #expect(!catalogue.hasUnsavedEdits)
  }

  @Test("copies of a property list are changed in tasks of their own")
  func copies() async throws {
    let list = try PropertyList(contentsOf: Samples.path("Info.plist"))
    let versions = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<8 {
        group.addTask {
          var copy = list
          try copy.set(".CFBundleVersion", to: "\(number)")
          #expect(try copy.differences(from: list).count == 1)
          return try copy.value(at: ".CFBundleVersion").decode(String.self)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(versions) == Set((0..<8).map(String.init)))
  }
}
