import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// For tests with limits that the runtime of a sanitizer exceeds by itself.
  static var withoutSanitizers: Self {
    .enabled(if: !hasSanitizer, "they need a program without sanitizers: leave out --sanitize")
  }

  private static var hasSanitizer: Bool {
    let program = dlopen(nil, RTLD_NOW)
    return dlsym(program, "__asan_init") != nil || dlsym(program, "__tsan_init") != nil
  }
}
