import type { Block, Message, Transcript } from '../transcript/transcript.ts'
import { callAsText, toolCallLabel } from './shared/call-as-text.ts'
import { resultAsText } from './shared/result-as-text.ts'
import { resultLabel } from './shared/server-call-as-text.ts'
import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { LintContext } from '../lint/lint-context.ts'
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

  learn: ({ rules: { signatures } }) => ({ rules: { signatures: signatures === 'ignored' ? 'required' : signatures } }),

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
  },
})

/** The same where calls carry the signature, with a stand-in for one that is lost; elsewhere thinking itself does. */
export const callSignatureMissing: Strategy<'thinking_signature_missing'> = /* @__PURE__ */ extendStrategy(
  thinkingSignatureMissing,
  {
    learn: (refusal) => {
      const { messageIndex = 0, rules } = refusal
      const { signatureBypass, signatures } = rules
      if (signatureBypass === undefined) return thinkingSignatureMissing.learn!(refusal)
      return {
        rules: { signatures: signatures === 'ignored' ? 'first-call' : signatures },
        // Where the running turn begins is the provider's to say, which counts from one: the first call that it missed, and those behind.
        suspects: (block) =>
          (!block.signature || block.signature === signatureBypass) &&
          block.message.index >= messageIndex - 1 &&
          firstCallOf(block.message) === block,
      }
    },

    visit: {
      suspect(call, context) {
        if (call.signature) reportUnread(call, context)
        else reportUnsigned(call, context)
      },

      end(context) {
        if (context.rules.signatures !== 'first-call') return
        for (const call of firstCallsBehindPrompt(context.transcript))
          if (!call.signature) reportUnsigned(call, context)
      },
    },
  },
)

function reportUnsigned(call: Block, { evidence, format, report, rules }: LintContext): void {
  const original = evidence.originalOf?.(call)
  const bypass = rules.signatureBypass!
  const beside =
    rules.signaturesBeside && original === undefined ? format.write.signedBeside?.(call, bypass) : undefined
  report({
    at: call,
    detail: { restored: original !== undefined },
    loss: original === undefined ? 'synthesised' : 'none',
    fix: (edit) => {
      if (beside) edit.setField(call.message, ...beside)
      else edit.replace(call, original ?? format.write.withSignature(call, bypass))
    },
  })
}

/** A relay that does not pass the stand-in on: what the calls of the message asked and were told stays as text. */
function reportUnread({ message }: Block, { format, pairing, report }: LintContext): void {
  for (const call of message.blocks)
    if (call.kind === 'tool_call')
      report({
        at: call,
        loss: 'synthesised',
        fix: (edit) => {
          const text = callAsText(toolCallLabel, call.name, call.payload)
          // Calls may have a list of their own, which holds no text.
          edit.remove(call)
          edit.insert(message, message.blocks.length, edit.write.text(text, message.role))
          const result = pairing.resultOf.get(call)
          if (result) edit.replaceInTurn(result, resultAsText(result, format, resultLabel))
        },
      })
}

/** The first client call of every assistant message behind the last message in which the user, and no tool, speaks. */
function firstCallsBehindPrompt({ messages }: Transcript): Block[] {
  const prompt = messages.findLastIndex(
    ({ role, blocks }) => role === 'user' && blocks.length > 0 && blocks.every((block) => block.kind !== 'tool_result'),
  )
  return messages.slice(prompt + 1).flatMap((message) => firstCallOf(message) ?? [])
}

function firstCallOf({ blocks, role }: Message): Block | undefined {
  return role === 'assistant' ? blocks.find((block) => block.kind === 'tool_call' && !block.shape.server) : undefined
}
