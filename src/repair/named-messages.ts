import type { DetectedError } from '../detection/detected-error.ts'
import type { Rules } from '../formats/rules.ts'
import { itemIdOf } from '../lint/item-id.ts'
import { sentTogether } from './sent-together.ts'
import type { Block, Message, Transcript } from '../transcript/transcript.ts'

/** Providers quote the two ends of a payload that does not verify. */
const quotedEnds = /(\S{4,24})\.{3}(\S{3,24}?)(?=[.\s]* could not| was not|\s|$)/

/**
 * The messages that an error means: by index; else items by the id, or by the ends of the encrypted payload, that the error
 * quotes. The ids are those of the transcript, looked for in the error, so that nothing has to be parsed.
 */
export function namedMessages(transcript: Transcript, rules: Rules, detected: DetectedError): ReadonlySet<Message> {
  const { messageIndex } = detected
  if (messageIndex !== undefined) {
    const message = transcript.messages[messageIndex]
    const byIndex = rules.indexCounts ? sentTogether(transcript, rules.indexCounts)[messageIndex] : message && [message]
    if (byIndex !== undefined) return new Set(byIndex)
  }
  if (rules.itemIdForm === undefined) return new Set()
  const { text } = detected
  const named = transcript.messages.filter((message) => {
    const id = itemIdOf(message, rules)
    return typeof id === 'string' && id.length > 3 && isQuoted(id, text)
  })
  return new Set(named.length > 0 ? named : withQuotedPayload(transcript, text))
}

/** The index of a block as an error counts it. */
export function countedIndex(block: Block, transcript: Transcript, rules: Rules): number {
  if (!rules.indexCounts) return block.index
  const group = sentTogether(transcript, rules.indexCounts).find((messages) => messages.includes(block.message)) ?? []
  let before = 0
  for (const message of group) {
    if (message === block.message) break
    before += message.blocks.length
  }
  return before + Math.max(block.index, 0)
}

/** An id is quoted when it stands in the text as a whole: `fc_1` is not quoted by `fc_12`. */
function isQuoted(id: string, text: string): boolean {
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1)) {
    const around = `${text[at - 1] ?? ''}${text[at + id.length] ?? ''}`
    if (!/[\w-]/.test(around)) return true
  }
  return false
}

function withQuotedPayload(transcript: Transcript, text: string): readonly Message[] {
  const ends = quotedEnds.exec(text)
  if (ends === null) return []
  const [, head, tail] = ends as unknown as [string, string, string]
  return transcript.messages.filter((message) =>
    message.blocks.some(({ signature }) => signature?.startsWith(head) === true && signature.endsWith(tail)),
  )
}
