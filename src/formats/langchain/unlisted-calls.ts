import type { Block, Message } from '../../transcript/transcript.ts'
import { entryOf } from './entry-of.ts'
import { itemsField, rawCallsField } from './message-fields.ts'

/** The calls that stand only in their provider's form, as entries of `tool_calls`. */
export function rawCallsOf({ blocks }: Message): readonly unknown[] | undefined {
  const calls = blocks.filter(({ field, kind }) => field === rawCallsField && kind === 'tool_call')
  return calls.length === 0 ? undefined : calls.map(entryOf)
}

/** All calls of a message, when some that stand only in its content are not sent. */
export function unlistedCalls(
  { blocks }: Pick<Message, 'blocks'>,
  isUnsent: (call: Block) => boolean = () => true,
): readonly unknown[] | undefined {
  const calls = blocks.filter(({ kind }) => kind === 'tool_call')
  if (!calls.some((call) => isBesideList(call) && isUnsent(call))) return undefined
  const listed = calls.filter((call) => !isBesideList(call) || isUnsent(call))
  return listed.map((call) => (call.field === 'tool_calls' ? call.raw : entryOf(call)))
}

function isBesideList({ field }: Block): boolean {
  return field === 'content' || field === itemsField
}
