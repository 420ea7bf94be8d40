import type { Rules } from './rules.ts'

const own = new WeakSet<Rules>()

/** Marks rules as those of the format's documentation, which its screen knows completely. */
export function ownRules(rules: Rules): Rules {
  own.add(rules)
  return rules
}

/** Whether these are the documented rules, unchanged by the caller and by errors. */
export function isOwnRules(rules: Rules): boolean {
  return own.has(rules)
}
