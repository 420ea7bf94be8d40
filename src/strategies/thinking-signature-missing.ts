import type { Block, Transcript } from '../transcript/transcript.ts'
import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'

export const thinkingSignatureMissingMeta: FaultMeta = {
  title: 'thinking without a signature',
  meaning: 'A signature is absent where demanded.',
  repair: 'It comes back as it was recorded; else the bypass that the provider documents, else the block goes.',
  mayLose: 'The thinking blocks without a signature.',
  says: 'Function call is missing a thought_signature in functionCall parts.',
  link: 'https://ai.google.dev/gemini-api/docs/thought-signatures',
}

/**
 * A signature is absent where demanded.
 *
 * Repair: the original from the part store; else the bypass that the provider documents; else the block goes, for a
 * signature cannot be made up.
 */
export const thinkingSignatureMissing: Strategy<'thinking_signature_missing'> = defineStrategy({
  type: 'thinking_signature_missing',

  // Calls carry the signature where there is a stand-in for one that is lost; elsewhere thinking itself does.
  learn: (_error, { signatureBypass, signatures }) => ({
    rules: {
      signatures: signatures !== 'ignored' ? signatures : signatureBypass === undefined ? 'required' : 'first-call',
    },
  }),

  visit: {
    thinking(block, { evidence, report, rules }) {
      if (rules.signatures !== 'required' || block.signature) return
      const original = evidence.originalOf?.(block)
      report({
        at: block,
        detail: { restored: original !== undefined },
        loss: original === undefined ? 'synthesised' : 'none',
        fix: (edit) => edit.replace(block, ...(original === undefined ? [] : [original])),
      })
    },

    end({ evidence, format, report, rules, transcript }) {
      if (rules.signatures !== 'first-call') return
      for (const call of firstCallsBehindPrompt(transcript)) {
        if (call.signature) continue
        const original = evidence.originalOf?.(call)
        const signed = original ?? format.write.withSignature(call, rules.signatureBypass)
        report({
          at: call,
          detail: { restored: original !== undefined },
          loss: original === undefined ? 'synthesised' : 'none',
          fix: (edit) => edit.replace(call, signed),
        })
      }
    },
  },
})

/** The first client call of every assistant message behind the last message in which the user, and no tool, speaks. */
function firstCallsBehindPrompt({ messages }: Transcript): Block[] {
  const prompt = messages.findLastIndex(
    ({ role, blocks }) => role === 'user' && blocks.length > 0 && blocks.every((block) => block.kind !== 'tool_result'),
  )
  return messages.slice(prompt + 1).flatMap(({ role, blocks }) => {
    const call = role === 'assistant' && blocks.find((block) => block.kind === 'tool_call' && !block.shape.server)
    return call ? [call] : []
  })
}
