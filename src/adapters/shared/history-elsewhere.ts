import type { KnownTarget } from '../../formats/format.ts'
import type { Rules } from '../../formats/rules.ts'
import { isRecord } from '../../json/is-record.ts'

/** What the options of clients call a history that the provider holds: OpenAI's responses and conversations, Google's caches. */
const names = ['previousResponseId', 'previous_response_id', 'conversation', 'cachedContent'] as const

/** The messages of such a request are the newest alone: they may begin with anything, and answer calls that they do not hold. */
const rules: Partial<Rules> = {
  historyElsewhere: true,
  firstRoles: ['user', 'assistant', 'system', 'tool', 'unknown'],
}

/** What is known of a call whose options, for the call or for one of its providers, name a history elsewhere. */
export function historyElsewhere(options: unknown): KnownTarget {
  const all = isRecord(options) ? [options, ...Object.values(options)] : []
  return all.some((each) => isRecord(each) && names.some((name) => typeof each[name] === 'string')) ? { rules } : {}
}
