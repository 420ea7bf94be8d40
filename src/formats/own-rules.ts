import type { Rules } from './rules.ts'

const own = new WeakSet<Rules>()

/** Marks rules as those of a format's own documentation: its screen knows all of them. */
export function ownRules(rules: Rules): Rules {
  own.add(rules)
  return rules
}

/** Whether these are the rules of the documentation, with nothing that a caller or an error has changed. */
export function isOwnRules(rules: Rules): boolean {
  return own.has(rules)
}
