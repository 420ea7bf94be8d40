import { type FoldedText, gap } from '../words/fold-text.ts'
import { isWord } from '../words/name-characters.ts'
import { providerNames } from '../words/provider-names.ts'

/** Names of a request to a model, its parts, and programs that make or check one; as words or as the class of an exception. */
const ofRequests =
  /^$|request|input|prompt|messag|chat|convers|histor|valid|arg|param|value|type|runtime|state|api|http|client|model|content|schema|field|status|call|claude|google|vertex|azure|xai|grok|copilot|langchain|dashscope|provider|complet|generat|infer|sdk|templat|user|assistant|system|tool|body|propert|^ai/

/** Other words that begin the line of an error: its level, the program that handed it on. */
const ofSpeakers =
  /err|fail|warn|bad|invalid|reject|cause|by$|panic|agent|proxy|gateway|server|upstream|backend|code|reason|detail|body|\d/

const isOfRequests = (name: string): boolean => [ofRequests, ...providerNames].some((pattern) => pattern.test(name))

/** Words that only stand before a name. */
const leads = /^(?:the|your|all|no|any|each|or|key|array|list|of|for|in|is|required|missing|empty)$/

/**
 * Whether the list at a place belongs to something else: `Catalog messages must not be empty`, an exception of another thing
 * (`QueueError: messages must not be empty`), or a text that begins with one (`sequence: messages …`).
 */
export function isOfOtherHolder(text: FoldedText, start: number): boolean {
  const { gaps, lower } = text
  const isThrown = lower[start - 1] === ':'
  if (!isThrown && gaps[start] !== gap.blank) return false
  const end = isThrown ? start - 1 : start
  let from = end
  while (from > 0 && isWord(lower.charCodeAt(from - 1)) && (from === end || gaps[from] === gap.none)) from--
  const holder = lower.slice(from, end)
  if (!isThrown) return !isOfRequests(holder) && !leads.test(holder)
  // `IllegalArgumentException` of Java is about any argument, and `contents` is a common name of one.
  if (holder.startsWith('illegalarg') && lower.startsWith('contents', start)) return true
  const thing = /^(.*)(?:error|exception)$/.exec(holder)?.[1]
  if (thing !== undefined) return !isOfRequests(thing)
  return !isOfRequests(holder) && !ofSpeakers.test(holder) && (from === 0 || isOfOtherHolder(text, from))
}
