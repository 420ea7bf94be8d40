import type { KnownTarget } from '../../formats/format.ts'
import type { Rules } from '../../formats/rules.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Continued } from '../../recovery/sessions/continued.ts'

/** The client options that refer to a history at the provider (OpenAI's, Google's caches), and whether that history grows by itself. */
const names: readonly (readonly [name: string, grows: boolean])[] = [
  ['previousResponseId', false],
  ['previous_response_id', false],
  ['conversation', true],
  ['cachedContent', false],
]

/** Such a request holds only the newest messages: they may begin with anything, and answer calls that the list does not hold. */
const rules: Partial<Rules> = {
  historyElsewhere: true,
  firstRoles: ['user', 'assistant', 'system', 'tool', 'unknown'],
}

/** The rules for a call whose options refer to such a history; a framework keeps options under the provider's name. */
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
