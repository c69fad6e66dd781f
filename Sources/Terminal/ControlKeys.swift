import Platform

/// The keys that a terminal has been given for erasing and ending, such as by `stty erase`.
package struct ControlKeys: Sendable {
  /// For each key that is read as another key, the other key.
  private var meanings: [Key: Key] = [:]

  package init() {}

  /// - Parameter terminal: A descriptor; if it is not a terminal, all keys are read as themselves.
  package init(terminal: Int32) {
    var modes = termios()
    let hasModes = tcgetattr(terminal, &modes) == 0
    let codes = withUnsafeBytes(of: modes.c_cc) { Array($0) }
    self.init { hasModes ? codes[Int($0)] : 0 }
  }

  /// - Parameter code: Returns the terminal's character with a number, such as `VERASE`.
  package init(_ code: (Int32) -> UInt8) {
    let numbers: [(Int32, Key)] = [
      (VERASE, .backspace), (VKILL, .control("u")), (VWERASE, .control("w")),
      (VEOF, .control("d")), (VINTR, .control("c")), (VLNEXT, .control("v")),
    ]
    for (number, meaning) in numbers {
      let byte = code(number)
      // These values mean that there is no such character.
      if byte == 0 || byte == 0xFF { continue }
      var parser = KeyParser()
      guard let key = (parser.take(CollectionOfOne(byte)) + parser.flush()).first else { continue }
      if meanings[key] == nil, key != meaning { meanings[key] = meaning }
    }
  }

  package subscript(key: Key) -> Key { meanings[key] ?? key }
}
