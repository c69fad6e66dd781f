// The C library, under whatever name a system has it: `import Platform` is enough everywhere else.
#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Glibc
#endif
