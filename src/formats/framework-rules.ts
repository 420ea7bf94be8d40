import { openRules } from './open-rules.ts'
import type { Rules } from './rules.ts'

const anyId = { pattern: /^[^]+$/, maxLength: Infinity, replacement: '_' }

/**
 * The rules for messages of a framework, as open as its types. The providers behind it demand more, and teach it by their errors; a
 * framework adds its own demands.
 */
export const frameworkRules: Omit<Rules, 'absentContent' | 'results' | 'roleNames' | 'toolInput'> = {
  ...openRules,
  alternation: 'free',
  firstRoles: ['user', 'assistant'],
  systemMessages: 'anywhere',
  prefill: true,
  userDemanded: false,
  callIds: anyId,
  serverCallIds: anyId,
  callIdScope: 'turn',
  toolNames: anyId,
  blankText: 'allowed',
  emptyContent: { user: 'refused', assistant: 'refused', system: 'refused', tool: 'allowed', unknown: 'refused' },
  messageFields: null,
  cacheMarks: { field: null, max: Infinity },
  media: { maxCount: Infinity, maxBytes: Infinity, maxPixels: Infinity, manyCount: Infinity, manyPixels: Infinity },
}
