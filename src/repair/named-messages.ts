import type { Rules } from '../formats/rules.ts'
import type { KeptItems } from '../lint/pairing/kept-items.ts'
import type { Refusal } from '../lint/refusal.ts'
import type { ResultForms } from '../lint/result-forms.ts'
import type { Block, Message, Transcript } from '../transcript/transcript.ts'

/** What is to be known of a format to tell what an error means. */
interface Means {
  readonly kept?: KeptItems | undefined
  readonly forms?: ResultForms | undefined
}

/** The messages that an error means: by index; else the items that it quotes. */
export function namedMessages(refusal: Refusal, { forms, kept }: Means): ReadonlySet<Message> {
  const { messageIndex, named, rules, text, transcript } = refusal
  const groups = countedGroups(transcript, rules, forms)
  const byIndex = groups ? groups[messageIndex ?? -1] : named && [named]
  return new Set(byIndex ?? kept?.namedItems(transcript, rules, text))
}

/** The index of a block as an error counts it. */
export function countedIndex(block: Block, transcript: Transcript, rules: Rules, { forms }: Means): number {
  const groups = countedGroups(transcript, rules, forms)
  if (!groups) return block.index
  let before = 0
  for (const message of groups.find((messages) => messages.includes(block.message)) ?? []) {
    if (message === block.message) break
    before += message.blocks.length
  }
  return before + Math.max(block.index, 0)
}

/** The messages that have one index each in an error; undefined where every message has its own. */
function countedGroups(
  transcript: Transcript,
  { indexCounts }: Rules,
  forms: ResultForms | undefined,
): readonly (readonly Message[])[] | undefined {
  if (indexCounts === undefined) return undefined
  if (indexCounts !== 'turns' && forms) return forms.sentTogether(transcript, indexCounts)
  return transcript.turns.map(({ messages }) => messages)
}
