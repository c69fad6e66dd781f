import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// For tests with limits that a sanitizer's runtime alone exceeds, and for traces and libraries
  /// beside which it does not run.
  static var withoutSanitizers: Self {
    .enabled(if: !hasSanitizer, "they need a program without sanitizers: leave out --sanitize")
  }

  private static var hasSanitizer: Bool {
    let program = dlopen(nil, RTLD_NOW)
    return dlsym(program, "__asan_init") != nil || dlsym(program, "__tsan_init") != nil
  }
}
