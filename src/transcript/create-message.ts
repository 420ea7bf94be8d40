import type { Role } from './role.ts'
import type { Block, ContentShape, Message } from './transcript.ts'

/** Makes the view of a message; without a role and content: of one that nobody can read. Which turn is its own shows in the list. */
export function createMessage(
  index: number,
  raw: unknown,
  blocks: readonly Block[] = [],
  role: Role = 'unknown',
  content: ContentShape = 'invalid',
): Message {
  return { index, raw, role, content, blocks, turnIndex: -1 }
}
