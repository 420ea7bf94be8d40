import { asText } from '../shared/records.ts'
import type { Conversation } from './conversation.ts'
import type { Refusal } from './refusal.ts'
import { openSeal, seals } from './seals.ts'

/**
 * A signed block (compaction on demand) replaces the messages it summarises and must come first; a block without a
 * signature (threshold compaction) follows them and may stand anywhere in assistant content.
 * Sources: docs "Compaction on demand", SDK error classes Compaction*Error, corpus compaction_block_misplaced.
 */
export function* checkCompaction({ blocks }: Conversation, secret: string): Generator<Refusal> {
  const compactions = blocks.filter((block) => block.type === 'compaction')
  const signed = compactions.filter((block) => typeof block.value['signature'] === 'string')
  const filled = signed.filter((block) => typeof block.value['content'] === 'string')
  if (filled.length > 1)
    yield {
      message: '`messages` holds more than one `compaction` block; send only the block the conversation returned last',
      errorCode: 'compaction_block_ambiguous',
    }
  for (const block of signed) {
    if (block.message !== 0 || block.block !== 0)
      yield {
        message: '`compaction` block must be sent first, in place of the messages it summarizes; remove those messages',
        errorCode: 'compaction_block_misplaced',
      }
    const seal = openSeal(block.value['signature'], 'compaction', secret)
    if (!seal)
      yield {
        message: `${block.path}: Invalid \`signature\` in \`compaction\` block`,
        errorCode: 'compaction_signature_invalid',
      }
    else if (!seals(seal, asText(block.value['content'])))
      yield {
        message: `${block.path}: \`content\` of the \`compaction\` block differs from what was returned`,
        errorCode: 'compaction_content_mismatch',
      }
  }
  for (const block of compactions)
    if (block.role === 'user' && typeof block.value['signature'] !== 'string')
      yield { message: `messages.${block.message}: \`compaction\` blocks can only be in \`assistant\` messages` }
}
