import { chainDigest } from '../prefix-digests.ts'
import { StoreError } from '../store-error.ts'
import type { PlacedMessageRow, SessionRow } from '../store-rows.ts'

/**
 * The messages, proven complete and in order: their digests must chain to the session's head. A database checks its
 * pages' structure, not their content; a flipped bit in a position would otherwise reorder a conversation in silence.
 *
 * @throws StoreError `corrupt`
 */
export function verifyChain(session: SessionRow, messages: PlacedMessageRow[]): PlacedMessageRow[] {
  let digest = ''
  const broken = messages.findIndex((message) => {
    digest = chainDigest(digest, message.contentDigest)
    return digest !== message.digest
  })
  if (broken === -1 && messages.length === session.count && digest === session.head) return messages
  const at = broken === -1 ? messages.length : broken
  throw new StoreError({
    code: 'corrupt',
    message: `Session ${JSON.stringify(session.sessionID)} is damaged at message ${at} of ${session.count}.`,
    sessionID: session.sessionID,
  })
}
