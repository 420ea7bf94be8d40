import type { KnownTarget } from '../../formats/format.ts'
import type { Rules } from '../../formats/rules.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Continued } from '../../recovery/continued.ts'

/** What the options of clients call a history that the provider holds, and whether that grows by itself: OpenAI's, Google's caches. */
const names: readonly (readonly [name: string, grows: boolean])[] = [
  ['previousResponseId', false],
  ['previous_response_id', false],
  ['conversation', true],
  ['cachedContent', false],
]

/** The messages of such a request are the newest alone: they may begin with anything, and answer calls that they do not hold. */
const rules: Partial<Rules> = {
  historyElsewhere: true,
  firstRoles: ['user', 'assistant', 'system', 'tool', 'unknown'],
}

/** What is known of a call whose options name a history elsewhere; options of a framework stand by the name of a provider. */
export function historyElsewhere(...holders: readonly unknown[]): {
  readonly target?: KnownTarget
  readonly continued?: Continued
} {
  for (const holder of holders) {
    for (const [name, grows] of names) {
      const id = isRecord(holder) ? holder[name] : undefined
      if (typeof id === 'string') return { target: { rules }, continued: { id, grows, mayRepeat: true } }
    }
  }
  return {}
}
