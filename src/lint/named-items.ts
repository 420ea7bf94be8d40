import type { Rules } from '../formats/rules.ts'
import type { Message, Transcript } from '../transcript/transcript.ts'
import { isQuoted } from './is-quoted.ts'
import { itemIdOf } from './pairing/item-id.ts'

/** Providers quote the two ends of a payload that does not verify. */
const quotedEnds = /(\S{4,24})\.{3}(\S{3,24}?)(?=[.\s]* could not| was not|\s|$)/

/**
 * The items whose id, or else the ends of whose encrypted payload, an error quotes. The ids are those of the transcript, looked for in
 * the error, so that nothing has to be parsed.
 */
export function namedItems(transcript: Transcript, rules: Rules, text: string): readonly Message[] {
  if (rules.itemIdForm === undefined) return []
  const named = transcript.messages.filter((message) => {
    const id = itemIdOf(message, rules)
    return typeof id === 'string' && id.length > 3 && isQuoted(id, text)
  })
  return named.length > 0 ? named : withQuotedPayload(transcript, text)
}

function withQuotedPayload(transcript: Transcript, text: string): readonly Message[] {
  const ends = quotedEnds.exec(text)
  if (ends === null) return []
  const [, head, tail] = ends as unknown as [string, string, string]
  return transcript.messages.filter((message) =>
    message.blocks.some(({ signature }) => signature?.startsWith(head) === true && signature.endsWith(tail)),
  )
}
