import Platform
import Testing

@testable import Editing
@testable import Language

/// Messages quote only the beginning of long names, keys and addresses.
@Suite struct LongNamesTests {
  private static let name = String(repeating: "N", count: 10_000)

  private static let list: [UInt8] = Array(
    """
    <plist version="1.0"><array><dict><key>title</key><string>\(name)</string><key>items</key><array>
    <dict><key>name</key><string>\(name)</string><key>k\(name)</key><string>v</string></dict>
    </array></dict></array></plist>
    """.utf8)

  @Test(
    "whatever a command reports or fails with is short",
    arguments: [
      "set N/N x=1", "set N/N kN.z=1", "unset N/N q", "unset N zzz", "set N items=1", "rename N Q",
      "rename N/N R", "copy N/N to N", "move N/N to N --first", "delete N/N", "insert N N z=1",
      "insert N z", "section delete N", "section insert N", "show N/N/N", "show Z", "show N/Z",
      "show N/N#7", "show N/#9", "set N/N kN.y.z:data=NNN", "set option N", "show 'N",
    ])
  func short(_ command: String) throws {
    let output = RecordingOutput()
    let session = try EditedCatalogue(Self.list).session(output)
    let line = command.replacing("N", with: Self.name)
    do throws(SessionError) {
      try session.run(line)
    } catch {
      #expect(error.message.description.utf8.count < 1000, "\(command)")
    }
    #expect(output.take().utf8.count < 1000, "\(command)")
  }
}
