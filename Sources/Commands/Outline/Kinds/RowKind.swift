/// A kind of row, told by what its entry holds. Each kind is a type in a file of this folder and has
/// a line in `RowKinds`.
protocol RowKind: SendableMetatype {
  /// Whether an entry of this kind says so itself, as by the name of a type. Other kinds, which
  /// entries just look like, count only where the rows of a catalogue differ.
  static var isNamed: Bool { get }

  /// What a row shows; `nil` if it is not of this kind.
  static func look(of entry: KindEntry) -> EntryLook?
}

/// The kinds of rows there are. The first that an entry is of counts.
enum RowKinds {
  static let all: [any RowKind.Type] = [
    SettingSwitch.self, SettingSlider.self, SettingChoice.self, SettingText.self,
    SettingPane.self, StyledRow.self, BooleanRow.self, ParagraphRow.self,
  ]
}
