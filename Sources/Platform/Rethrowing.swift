/// Evaluates an expression; an error becomes another one, of which it is the cause.
package func rethrowing<Value, Cause: Error, Failure: Error>(
  _ value: @autoclosure () throws(Cause) -> Value, as failure: (Cause) -> Failure
) throws(Failure) -> Value {
  do throws(Cause) { return try value() } catch { throw failure(error) }
}

extension Error {
  /// The error of this type that an expression throws, if any.
  package static func caught(_ body: @autoclosure () throws(Self) -> Void) -> Self? {
    do throws(Self) {
      try body()
      return nil
    } catch {
      return error
    }
  }
}
