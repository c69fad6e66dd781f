/// A kind of row, recognized by the content of its entry. Each kind is a type in a file of this
/// directory and has a line in `RowKinds`.
protocol RowKind: SendableMetatype {
  /// Whether an entry of this kind says so itself, for example by the name of a type. Other kinds,
  /// which are only guessed, count only where the rows of a catalogue differ.
  static var isNamed: Bool { get }

  /// What a row shows, or `nil` if it is not of this kind.
  static func look(of entry: KindEntry) -> EntryLook?
}

/// All kinds of rows. The first one that matches an entry counts.
enum RowKinds {
  static let all: [any RowKind.Type] = [
    SettingSwitch.self, SettingSlider.self, SettingChoice.self, SettingText.self,
    SettingPane.self, StyledRow.self, BooleanRow.self, ParagraphRow.self,
  ]
}
