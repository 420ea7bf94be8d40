import { before } from '../words/before.ts'
import { endsIn } from '../words/ends-in.ts'
import { type FoldedText, gap } from '../words/fold-text.ts'
import { isName } from '../words/name-characters.ts'
import { foreignRoots, prefixes } from './path-words.ts'

/** How a path is led in. */
export interface Lead {
  readonly own: boolean
  /** Commas part its segments, as in a location of pydantic. */
  readonly isList: boolean
  /** Strokes part its segments, as in a JSON pointer. */
  readonly isPointer: boolean
  readonly labelled: boolean
}

/** Reads what stands before a root: whose path it is, and how it is written. */
export function leadOf(text: FoldedText, start: number): Lead {
  const { gaps, lower } = text
  let at = startOfChain(text, start)
  let own = true
  let holder = ''
  while (own && at > 0) {
    const mark = lower[at - 1] as string
    // A full stop and a blank begin a new sentence.
    if ((mark !== '.' || gaps[at] === gap.blank) && mark !== ',' && mark !== '/' && !lower.endsWith('->', at)) break
    const markAt = mark === '>' ? at - 2 : at - 1
    // A JSON pointer begins with its stroke: `Type mismatch of '/messages/0/content'`.
    if (mark === '/' && gaps[markAt] !== gap.none && !endsIn(lower, markAt, httpMethods)) break
    const wordAt = startOfWord(text, markAt)
    // `$request.messages[1]`: some checks mark the root of what they check.
    const word = lower.slice(lower[wordAt] === '$' && wordAt + 1 < markAt ? wordAt + 1 : wordAt, markAt)
    if (word === '' || (mark === ',' && !prefixes.has(word))) break
    own = isLead(word, holder) || endsIn(lower, wordAt, goClass) || endsIn(lower, markAt, goClass)
    holder = word
    at = wordAt
  }
  const lead = before(lower, at, 20)
  const labelled = labelPattern.test(lead) || lower.startsWith('instance.', at)
  const isPointer = lower[start - 1] === '/'
  const isList = !isPointer && (labelled || /[(./]$/.test(lead))
  return { own: own || (labelled && !foreignRoots.has(holder)), isList, isPointer: isPointer || isList, labelled }
}

const index = /^\d+$/

/** Whether a word may stand before a root; the list of a batch does before an index: `requests.0.params.messages.2`. */
const isLead = (word: string, behind: string): boolean =>
  prefixes.has(word) || index.test(word) || (word === 'requests' && index.test(behind))

/** The lead of a path with nothing before it. */
export const unlabelled: Lead = { own: true, isList: false, isPointer: false, labelled: false }

/** Labels that introduce a path in the body of an error. */
const labelPattern = /(?:param|loc|path|pointer|field|property|location|referencechain):[.({/]*$/

/** Where the word before a position begins; a terminal may have broken it once. */
function startOfWord({ gaps, lower }: FoldedText, end: number): number {
  const startOf = (from: number): number => {
    let at = from
    while (at > 0 && isName(lower.charCodeAt(at - 1)) && (at === from || gaps[at] === gap.none)) at--
    return at
  }
  const start = startOf(end)
  if (gaps[start] !== gap.blank) return start
  const earlier = startOf(start)
  return prefixes.has(lower.slice(earlier, end)) ? earlier : start
}

/** A route follows, no path into the body. */
const httpMethods = ['get', 'post', 'put', 'patch', 'delete'] as const

/** Names of classes are shorter; texts without blanks or quotes are not. */
const longestClass = 200

/** Where the class before the root of a reference chain begins, whatever it is called; else the root itself. */
function startOfChain({ gaps, lower }: FoldedText, start: number): number {
  if (gaps[start] !== gap.quote || lower[start - 1] !== '.') return start
  let at = start - 1
  while (at > 0 && start - at < longestClass && (isName(lower.charCodeAt(at - 1)) || lower[at - 1] === '.')) at--
  return lower.endsWith('referencechain:', at) ? at : start
}

/** A class of Go before the field, or none: `Key: 'ChatRequest.Messages'`, `Go struct field .messages.role`. */
const goClass = ['structfield', 'key:'] as const
