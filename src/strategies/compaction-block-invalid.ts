import type { DetectedError } from '../detection/detected-error.ts'
import type { Block, Transcript } from '../transcript/transcript.ts'
import { wordsIn } from './shared/unread-part.ts'
import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'

/** Error codes, and a sentence, after which the summary itself cannot be used any more. */
const unusable = /signature_invalid|content_mismatch|tool_changes_mismatch|invalid `?signature/i

export const compactionBlockInvalidMeta: FaultMeta = {
  title: 'a misplaced or altered compaction block',
  meaning: 'A compaction block or trigger is misplaced, ambiguous, altered or does not verify.',
  repair: 'Move or drop it as its error code says; keep the messages that it replaced when the store has them.',
  mayLose: 'With --allow lossy: a compaction block that does not verify.',
  says: "The 'compaction_trigger' item must be the final input item.",
  link: 'https://platform.claude.com/docs/en/build-with-claude/compaction',
}

/**
 * A compaction block or trigger is misplaced, ambiguous, altered or does not verify.
 *
 * Repair: of several summaries the last one stays, for it sums up the others; a misplaced one moves to the front, so that
 * nothing is lost; one that does not verify keeps its text as text; an empty one says nothing and goes.
 */
export const compactionBlockInvalid: Strategy<'compaction_block_invalid'> = defineStrategy({
  type: 'compaction_block_invalid',

  // What is wrong about the place of a signed one the list shows; of one that nobody signed the error alone tells.
  learn: (error) => ({
    suspects: ({ kind, signature }) => kind === 'compaction' && (signature === undefined || saysUnusable(error)),
  }),

  visit: {
    compaction(block, { report, rules, transcript }) {
      const { message, payload, raw } = block
      const { encrypted_content: sealed, summary } = raw as Readonly<Record<string, unknown>>
      // No provider reads a summary that stands beside the content (I4); what is sealed has its content there.
      const text = payload || sealed ? '' : wordsIn(summary).join('\n')
      if (text !== '' || payload === '' || (rules.compaction === 'first' && isHollow(block, transcript)))
        return report({
          at: block,
          detail: { reason: 'empty' },
          loss: 'synthesised',
          fix: (edit) => edit.tell(block, text),
        })
      if (rules.compaction === 'anywhere' || message.role !== 'user' || block.signature !== undefined) return
      // A summary that nobody signed is the model's own. What stands beside it stays with its speaker (I4).
      const isBehind = message.blocks[0] !== block
      report({
        at: block,
        detail: { reason: 'in a turn of the user' },
        fix: (edit) => {
          edit.remove(block)
          edit.insertMessage(message.index + Number(isBehind), 'assistant', [block.raw])
        },
      })
    },

    end({ report, rules, transcript }) {
      if (rules.compaction === 'anywhere') return
      const signed = transcript.messages.flatMap((message) => message.blocks.filter(isSigned))
      for (const block of signed) {
        const isLast = signed.at(-1) === block
        const isFirst = transcript.messages[0]?.blocks[0] === block
        if (isFirst && isLast && block.message.role !== 'system') continue
        report({
          at: block,
          detail: { reason: isLast ? 'not first' : 'not the only one' },
          loss: isLast ? 'none' : 'synthesised',
          fix: (edit) => {
            edit.remove(block)
            if (isLast) edit.insertMessage(0, block.message.role === 'user' ? 'user' : 'assistant', [block.raw])
          },
        })
      }
    },

    suspect(block, { format, report }) {
      const text = format.write.plainText(block)
      report({
        at: block,
        loss: 'synthesised',
        fix: (edit) => edit.tell(block, text),
      })
    },
  },
})

/** The same where a block demands a summary: its place is the end. */
export const compactionTriggerInvalid: Strategy<'compaction_block_invalid'> = /* @__PURE__ */ extendStrategy(
  compactionBlockInvalid,
  {
    learn: (refusal) => {
      const { suspects } = compactionBlockInvalid.learn!(refusal)
      const isUnusable = saysUnusable(refusal)
      return {
        suspects: (block) =>
          suspects!(block) && (isUnusable || refusal.rules.lastTypes?.has(block.shape.type) !== true),
      }
    },

    visit: {
      compaction(block, context) {
        const { report, rules, transcript } = context
        const { lastTypes } = rules
        if (!lastTypes?.has(block.shape.type)) return compactionBlockInvalid.visit.compaction!(block, context)
        const isRepeated = transcript.messages
          .slice(block.message.index + 1)
          .some((message) => message.blocks.some(({ shape }) => lastTypes.has(shape.type)))
        if (!isRepeated && block.message.index === transcript.messages.length - 1) return
        report({
          at: block,
          detail: { reason: isRepeated ? 'not the only one' : 'not last' },
          fix: (edit) => {
            edit.remove(block)
            if (!isRepeated) edit.insertRaw(transcript.messages.length, block.raw)
          },
        })
      },
    },
  },
)

function saysUnusable({ code, text }: DetectedError): boolean {
  return unusable.test(`${code ?? ''} ${text}`)
}

/** A signature over nothing: alone and at its place the API may have made it so; anywhere else it is refused, and says nothing. */
function isHollow(block: Block, { messages }: Transcript): boolean {
  if (block.signature === undefined || block.payload) return false
  return (
    messages[0]?.blocks[0] !== block ||
    messages.some(({ blocks }) => blocks.some((other) => other !== block && isSigned(other)))
  )
}

/** A summary with content and a signature must be the first block; those of the older beta may stand anywhere. */
function isSigned(block: Block): boolean {
  return block.kind === 'compaction' && Boolean(block.payload) && block.signature !== undefined
}
