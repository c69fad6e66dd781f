import Testing

@testable import Outlines

@Suite("The look of controls")
struct LookTests {
  @Test("Switches and choices take the same columns on and off")
  func switches() {
    #expect(Look.checkBox(true) == "[x]")
    #expect(Look.checkBox(false) == "[ ]")
    #expect(Look.radioButton(true, ascii: false) == "(•)")
    #expect(Look.radioButton(true, ascii: true) == "(*)")
    #expect(Look.radioButton(false, ascii: false) == "( )")
    #expect(Look.radioButton(false, ascii: true) == "( )")
  }

  @Test(
    "A slider is filled as far as its value is",
    arguments: [
      (0, "[----------]"), (0.04, "[----------]"), (0.4, "[####------]"), (0.96, "[##########]"),
      (1, "[##########]"),
    ])
  func slider(fraction: Double, drawn: String) {
    #expect(Look.slider(fraction) == drawn)
  }

  @Test(
    "A slider's value may be beyond its ends, or NaN",
    arguments: [
      (-3, "[----]"), (7, "[####]"), (.infinity, "[####]"), (-.infinity, "[----]"),
      (.nan, "[----]"),
    ] as [(Double, String)])
  func beyond(fraction: Double, drawn: String) {
    #expect(Look.slider(fraction, width: 4) == drawn)
    #expect(Look.slider(fraction, width: 0) == "[]")
    #expect(Look.slider(fraction, width: -1) == "[]")
  }
}
