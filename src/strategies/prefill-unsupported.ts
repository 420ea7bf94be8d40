import { isRecord } from '../json/is-record.ts'
import { isEqual } from '../json/is-equal.ts'
import { lastBlockOf } from '../transcript/last-block-of.ts'
import type { RequestBody } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import type { Block, Transcript, Turn } from '../transcript/transcript.ts'
import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import { marked, syntheticText } from '../faults/synthetic-text.ts'

export const prefillUnsupportedMeta: FaultMeta = {
  title: 'the conversation ends with the assistant',
  meaning: 'The conversation ends with an assistant message and the model forbids it.',
  repair: 'A blank or repeated tail goes; else a marked user message continues.',
  mayLose: 'A blank or repeated tail.',
  says: 'This model does not support assistant message prefill. The conversation must end with a user message.',
  link: 'https://platform.claude.com/docs/en/build-with-claude/prompt-engineering/prefill-claudes-response',
  frequent: true,
}

/**
 * The conversation ends with an assistant message and the model forbids it.
 *
 * Repair: a repeated tail goes; else a marked user continuation follows. A stored conversation may end with the assistant.
 */
export const prefillUnsupported: Strategy<'prefill_unsupported'> = defineStrategy({
  type: 'prefill_unsupported',

  learn: () => ({ rules: { prefill: false, turnsPaused: false, silentEnd: 'refused', systemAtEnd: 'lifted' } }),

  visit: {
    end({ pairing, purpose, report, request, rules, transcript }) {
      const lastTurn = lastSaid(transcript, request, rules)
      if (rules.prefill || purpose !== 'request' || lastTurn?.role !== 'assistant') return
      if (pairing.frontier.length > 0 || (rules.silentEnd === 'ignored' && !lastTurn.filled)) return
      if (rules.turnsPaused !== false && isHandedBack(lastBlockOf(lastTurn))) return
      const last = lastTurn.messages.at(-1)!
      const repeated = lastTurn.messages.length > 1 && isEqual(last.raw, lastTurn.messages.at(-2)!.raw)
      const isNeedless = repeated || (last.content === 'empty' && last.blocks.length === 0)
      report({
        at: last,
        detail: { repeated },
        loss: isNeedless ? 'none' : 'synthesised',
        fix: (edit) => {
          if (isNeedless) edit.removeMessage(last)
          else edit.insertMessage(last.index + 1, 'user', [edit.write.text(marked(syntheticText.goOn))])
        },
      })
    },
  },
})

/** `Expected last role User or Tool (or Assistant with prefix True) for serving but got system`: a user has to speak behind it. */
const gotSystem = /\bgot \W{0,2}(?:roleenum\.)?system\b/i

/** The same where instructions may stand at the end, a field says that an answer goes on, or thinking alone is none. */
export const systemLast: Strategy<'prefill_unsupported'> = /* @__PURE__ */ extendStrategy(prefillUnsupported, {
  learn: (refusal) =>
    gotSystem.test(refusal.text) ? { rules: { systemAtEnd: 'refused' as const } } : prefillUnsupported.learn!(refusal),

  visit: {
    message(message, { report, rules }) {
      if (rules.thinkingAlone !== false || message.role !== 'assistant' || message.blocks.length === 0) return
      if (message.blocks.some((block) => block.kind !== 'thinking' && !block.shape.mark)) return
      report({
        at: message,
        detail: { reason: 'nothing but thinking' },
        loss: 'synthesised',
        fix: (edit) => edit.removeMessage(message),
      })
    },

    end(context) {
      const { purpose, report, request, rules, transcript } = context
      if (goesOn(lastSaid(transcript, request, rules), rules)) return
      const last = transcript.messages.at(-1)
      if (rules.systemAtEnd !== 'refused') return prefillUnsupported.visit.end!(context)
      if (last?.role !== 'system' || purpose !== 'request') return
      report({
        at: last,
        detail: { role: 'system' },
        loss: 'synthesised',
        fix: (edit) => edit.insertMessage(last.index + 1, 'user', [edit.write.text(marked(syntheticText.goOn))]),
      })
    },
  },
})

/** The message says itself that it is the beginning of an answer. */
function goesOn(turn: Turn | undefined, { prefillField: mark }: Rules): boolean {
  const raw = mark !== undefined && turn?.role === 'assistant' ? turn.messages.at(-1)!.raw : undefined
  return isRecord(raw) && raw[mark!] === true
}

/** The last turn as the provider gets it. */
function lastSaid({ turns }: Transcript, request: RequestBody, { systemAtEnd }: Rules): Turn | undefined {
  const last = turns.at(-1)
  if (last?.role !== 'system' || systemAtEnd === undefined || systemAtEnd === 'refused') return last
  const before = turns.findLastIndex(({ role }) => role !== 'system')
  const isFirst = request['system'] === undefined && turns.findIndex(({ role }) => role === 'system') > before
  return systemAtEnd === 'lifted' || isFirst ? turns[before] : last
}

/** A turn that ends in what the provider did itself (`pause_turn`, its summary) is continued, not prefilled. */
function isHandedBack(last: Block | undefined): boolean {
  return last !== undefined && (last.shape.server || last.kind === 'compaction')
}
