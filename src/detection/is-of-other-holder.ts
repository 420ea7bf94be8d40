import { type FoldedText, gap } from './fold-text.ts'
import { isWord } from './name-characters.ts'
import { ofModels } from './speaker-of.ts'

/** What a request to a model, its parts, and whoever makes or checks one are called by, as words or as the class of an exception. */
const ofRequests =
  /^$|request|input|prompt|messag|chat|convers|histor|valid|arg|param|value|type|runtime|state|api|http|client|model|content|schema|field|status|call|claude|google|vertex|azure|xai|grok|copilot|langchain|dashscope|provider|complet|generat|infer|sdk|templat|user|assistant|system|tool|body|propert|^ai/

/** What else begins a line that tells an error: whoever handed it on, and how bad it is. */
const ofSpeakers =
  /err|fail|warn|bad|invalid|reject|cause|by$|panic|agent|proxy|gateway|server|upstream|backend|code|reason|detail|body|\d/

const isOfRequests = (name: string): boolean => [ofRequests, ...ofModels].some((pattern) => pattern.test(name))

/** What only leads to a name. */
const leads = /^(?:the|your|all|no|any|each|or|key|array|list|of|for|in|is|required|missing|empty)$/

/**
 * Whether the list that is named at a place is something else's: `Catalog messages must not be empty`, or an exception's that is
 * called after another thing: `QueueError: messages must not be empty`; or a text begins with another thing: `sequence: messages …`.
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
  // What programs in Java call the exception for any argument, of which `contents` is one as often as not.
  if (holder.startsWith('illegalarg') && lower.startsWith('contents', start)) return true
  const thing = /^(.*)(?:error|exception)$/.exec(holder)?.[1]
  if (thing !== undefined) return !isOfRequests(thing)
  return !isOfRequests(holder) && !ofSpeakers.test(holder) && (from === 0 || isOfOtherHolder(text, from))
}
