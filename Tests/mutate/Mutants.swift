// Replacements for operators, inserted by `rewrite.swift`: each does what the operator does, except
// for the active mutant. This file becomes part of the room.
import CMutants

@inline(__always) func mutant(_ number: Int) -> Bool { cardex_mutant(number) }

@inline(__always) func mutantNot(_ number: Int, _ value: Bool) -> Bool { mutant(number) != value }

@inline(__always) func mutantAnd(
  _ number: Int, _ left: Bool, _ right: @autoclosure () throws -> Bool
) rethrows -> Bool {
  try mutant(number) ? left || right() : left && right()
}

@inline(__always) func mutantOr(
  _ number: Int, _ left: Bool, _ right: @autoclosure () throws -> Bool
) rethrows -> Bool {
  try mutant(number) ? left && right() : left || right()
}

// MARK: Comparisons, with and without equality

@inline(__always) func mutantLess<T: Comparable>(_ number: Int, _ left: T, _ right: T) -> Bool {
  mutant(number) ? left <= right : left < right
}

@inline(__always) func mutantAtMost<T: Comparable>(_ number: Int, _ left: T, _ right: T) -> Bool {
  mutant(number) ? left < right : left <= right
}

@inline(__always) func mutantGreater<T: Comparable>(_ number: Int, _ left: T, _ right: T) -> Bool {
  mutant(number) ? left >= right : left > right
}

@inline(__always) func mutantAtLeast<T: Comparable>(_ number: Int, _ left: T, _ right: T) -> Bool {
  mutant(number) ? left > right : left >= right
}

@_disfavoredOverload @inline(__always)
func mutantLess<L: BinaryInteger, R: BinaryInteger>(_ number: Int, _ left: L, _ right: R) -> Bool {
  mutant(number) ? left <= right : left < right
}

@_disfavoredOverload @inline(__always)
func mutantAtMost<L: BinaryInteger, R: BinaryInteger>(
  _ number: Int, _ left: L, _ right: R
) -> Bool {
  mutant(number) ? left < right : left <= right
}

@_disfavoredOverload @inline(__always)
func mutantGreater<L: BinaryInteger, R: BinaryInteger>(
  _ number: Int, _ left: L, _ right: R
) -> Bool {
  mutant(number) ? left >= right : left > right
}

@_disfavoredOverload @inline(__always)
func mutantAtLeast<L: BinaryInteger, R: BinaryInteger>(
  _ number: Int, _ left: L, _ right: R
) -> Bool {
  mutant(number) ? left > right : left >= right
}

// MARK: Arithmetic: `number` omits the right operand, the next number uses another operator

@inline(__always) func mutantPlus<T: AdditiveArithmetic>(
  _ number: Int, _ left: T, _ right: T
) -> T {
  mutant(number) ? left : mutant(number + 1) ? left - right : left + right
}

@inline(__always) func mutantMinus<T: AdditiveArithmetic>(
  _ number: Int, _ left: T, _ right: T
) -> T {
  mutant(number) ? left : mutant(number + 1) ? left + right : left - right
}

@inline(__always) func mutantPlus<T: RangeReplaceableCollection>(
  _ number: Int, _ left: T, _ right: T
) -> T {
  mutant(number) ? left : mutant(number + 1) ? right : left + right
}

@inline(__always) func mutantPlus<T>(
  _ number: Int, _ left: UnsafePointer<T>, _ right: Int
) -> UnsafePointer<T> {
  mutant(number) ? left : mutant(number + 1) ? left - right : left + right
}

@inline(__always) func mutantTimes<T: BinaryInteger>(_ number: Int, _ left: T, _ right: T) -> T {
  mutant(number) ? left : mutant(number + 1) ? left + right : left * right
}

@inline(__always) func mutantQuotient<T: BinaryInteger>(
  _ number: Int, _ left: T, _ right: T
) -> T {
  mutant(number) ? left : mutant(number + 1) ? (left + right - 1) / right : left / right
}

@inline(__always) func mutantRemainder<T: BinaryInteger>(
  _ number: Int, _ left: T, _ right: T
) -> T {
  mutant(number) ? left : mutant(number + 1) ? left / right : left % right
}

@inline(__always) func mutantShiftLeft<T: BinaryInteger, R: BinaryInteger>(
  _ number: Int, _ left: T, _ right: R
) -> T {
  mutant(number) ? left : mutant(number + 1) ? left >> right : left << right
}

@inline(__always) func mutantShiftRight<T: BinaryInteger, R: BinaryInteger>(
  _ number: Int, _ left: T, _ right: R
) -> T {
  mutant(number) ? left : mutant(number + 1) ? left << right : left >> right
}

@inline(__always) func mutantBitAnd<T: BinaryInteger>(_ number: Int, _ left: T, _ right: T) -> T {
  mutant(number) ? left : mutant(number + 1) ? left | right : left & right
}

@inline(__always) func mutantBitOr<T: BinaryInteger>(_ number: Int, _ left: T, _ right: T) -> T {
  mutant(number) ? left : mutant(number + 1) ? left & right : left | right
}

// MARK: Bounds

/// `number` has one more element at the end.
@inline(__always) func mutantUpTo<T: Strideable>(
  _ number: Int, _ lower: T, _ upper: T
) -> Range<T> where T.Stride == Int {
  lower..<(mutant(number) ? upper.advanced(by: 1) : upper)
}

/// `number` is the greater operand, the next two numbers are one operand each.
@inline(__always) func mutantMin<T: Comparable>(_ number: Int, _ left: T, _ right: T) -> T {
  mutant(number)
    ? max(left, right)
    : mutant(number + 1) ? left : mutant(number + 2) ? right : min(left, right)
}

@inline(__always) func mutantMax<T: Comparable>(_ number: Int, _ left: T, _ right: T) -> T {
  mutant(number)
    ? min(left, right)
    : mutant(number + 1) ? left : mutant(number + 2) ? right : max(left, right)
}

@inline(__always) func mutantInteger<T: BinaryInteger>(_ number: Int, _ value: T) -> T {
  mutant(number) ? value + 1 : value
}
