// Stamps an Info.plist with the version of a build, and leaves every other byte as it is:
//
//     stamp Info.plist 2.1 4711

import Cardex

let arguments = CommandLine.arguments
guard arguments.count == 4 else { fatalError("usage: stamp INFO.PLIST VERSION BUILD") }

do {
  let old = try PropertyList(contentsOf: arguments[1])
  var info = old
  try info.set(".CFBundleShortVersionString", to: arguments[2])
  try info.set(".CFBundleVersion", to: arguments[3])
  for case .changed(let path, from: .string(let before), to: .string(let now))
    in try info.differences(from: old)
  {
    print("\(path): \(before) → \(now)")
  }
  try info.write(to: arguments[1])
} catch {
  fatalError("\(error)")
}
