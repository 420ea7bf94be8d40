import type { IndexCounts } from '../../formats/rules.ts'
import type { Message, Transcript } from '../../transcript/transcript.ts'

type Joined = Exclude<IndexCounts, 'turns'>

/** The messages that are sent as one, in the order in which an error of the provider counts them. */
export function sentTogether({ messages }: Transcript, counts: Joined): readonly (readonly Message[])[] {
  const groups: Message[][] = []
  for (const message of messages) {
    const group = groups.at(-1)
    if (group !== undefined && joins[counts](group.at(-1)!, message)) group.push(message)
    // System messages in front are not counted.
    else if (group !== undefined || message.role !== 'system') groups.push([message])
  }
  return groups
}

const joins: Readonly<Record<Joined, (before: Message, message: Message) => boolean>> = {
  'user-turns': (before, message) => speaker(before) === speaker(message),
  'result-runs': (before, message) => before.role === 'tool' && message.role === 'tool',
}

/** Tool results are the user's on the wire. */
function speaker({ role }: Message): string {
  return role === 'tool' ? 'user' : role
}
