import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * A message has an unknown, missing or misplaced role (for example system inside messages).
 *
 * Repair: Map to the right role or lift to the system field.
 */
export const roleInvalid: Strategy = defineStrategy({
  type: 'role_invalid',

  reportedAs: [],

  visit: {},
})
