import CLibXML2

extension NodeKind {
  /// Length of the element's name in bytes.
  var nameLength: Int {
    switch self {
    case .key: 3
    case .dict, .real, .true, .date, .data: 4
    case .array, .false: 5
    case .string: 6
    case .integer: 7
    }
  }
}

/// The names of the elements as libxml2's string dictionary holds them, so that names are compared
/// by address.
struct ElementNames {
  let plist: UnsafePointer<UInt8>
  private let string, key, dict, integer, array: UnsafePointer<UInt8>
  private let rare: [(UnsafePointer<UInt8>, NodeKind)]

  init(internedBy parser: xmlParserCtxtPtr) {
    func intern(_ name: String) -> UnsafePointer<UInt8> {
      guard let address = xmlDictLookup(parser.pointee.dict, name, -1) else {
        preconditionFailure("out of memory")
      }
      return address
    }
    plist = intern("plist")
    string = intern("string")
    key = intern("key")
    dict = intern("dict")
    integer = intern("integer")
    array = intern("array")
    rare = [NodeKind.real, .true, .false, .date, .data].map { (intern($0.elementName), $0) }
  }

  @inline(__always)
  func kind(of name: UnsafePointer<UInt8>) -> NodeKind? {
    if name == key { return .key }
    if name == string { return .string }
    if name == dict { return .dict }
    if name == integer { return .integer }
    if name == array { return .array }
    return rare.first { $0.0 == name }?.1
  }
}
