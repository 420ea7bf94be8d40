/**
 * What gRPC puts before a code, as its clients print it, in a text as it came or folded: `3 INVALID_ARGUMENT`,
 * `code = InvalidArgument`, `StatusCode.INVALID_ARGUMENT`. Every service answers so: no sign of a model. A lookbehind.
 */
export const overGrpc: string =
  /(?<!(?:[Ss]tatus_?[Cc]ode\.|[Cc]ode ?[=:]? ?(?:3 ?[:,]? ?)?|(?:^|[^\w.])3 ?|:3)[:(]? ?)/.source
