import { isSpeech } from '../transcript/is-speech.ts'
import type { Report } from '../lint/fault.ts'
import type { LintContext } from '../lint/lint-context.ts'
import type { Block, Message, Turn } from '../transcript/transcript.ts'
import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import { marked, syntheticText } from '../faults/synthetic-text.ts'
import { isClientCall } from '../transcript/is-client-call.ts'

export const toolResultMisplacedMeta: FaultMeta = {
  title: 'tool results in the wrong place',
  meaning: 'Results exist but in the wrong turn, order, role, or count.',
  repair: 'Move them; never change their content.',
  says: 'Please ensure that function response turn comes immediately after a function call turn.',
  link: 'https://ai.google.dev/gemini-api/docs/function-calling',
}

/**
 * Results exist but in the wrong turn, order, role, or count.
 *
 * Repair: move them to where the format wants the answer; their content stays as it is (I4).
 */
export const toolResultMisplaced: Strategy<'tool_result_misplaced'> = defineStrategy({
  type: 'tool_result_misplaced',

  learn: ({ rules, text }) => ({
    rules: {
      resultsLead: rules.resultsLead || /immediately after|beginning of|come first|be first/i.test(text),
    },
  }),

  visit: {
    displaced({ call, result }, { report }) {
      report(moved(call, result, result.raw))
    },

    turn(turn, context) {
      if (turn.role !== 'assistant' && context.rules.resultsLead) checkLeading(turn, context)
    },
  },
})

/** The same where results are counted, and where calls or results stand alone in their turn. */
export const toolResultMiscounted: Strategy<'tool_result_misplaced'> = /* @__PURE__ */ extendStrategy(
  toolResultMisplaced,
  {
    learn(refusal) {
      const { rules, text } = refusal
      const lesson = toolResultMisplaced.learn!(refusal)
      const callsAlone = rules.callsAlone === true || /tool[_ ]?use blocks .*same turn/i.test(text)
      const resultsAlone = rules.resultsAlone === true || /tool[_ ]?result blocks .*same turn/i.test(text)
      // Who counts results takes no second one of a call.
      const counted = /\b(?:number|count) of\b/i.test(text) && { secondResults: 'refused' as const }
      return { ...lesson, rules: { resultsMayWait: false, ...lesson.rules, ...counted, callsAlone, resultsAlone } }
    },

    visit: {
      displaced({ call, result }, { format, report, rules }) {
        const { field, payload, raw } = result
        // A part of another message.
        const isPart = rules.results === 'own-messages' && field !== ''
        const content = { content: payload, isError: format.isErrorResult?.(result) === true }
        report(moved(call, result, isPart ? format.write.result(call, content) : raw))
      },

      turn(turn, context) {
        const { callsAlone, resultsAlone, resultsInOneMessage, turnsJoined } = context.rules
        if (turn.role === 'assistant') {
          if (callsAlone) checkCallsAlone(turn, context)
          if (resultsInOneMessage) checkCounted(turn, context)
          if (turnsJoined === 'demanded') joinCalling(saidBeforeCall(turn), context)
        } else if (resultsAlone) checkAlone(turn, context)
        toolResultMisplaced.visit.turn!(turn, context)
      },
    },
  },
)

/** A result in another turn than the one behind its call. */
function moved(call: Block, result: Block, answer: unknown): Report {
  return {
    at: result,
    detail: { callId: result.callId ?? '', reason: 'turn' },
    fix: (edit) => {
      edit.remove(result)
      edit.answer(call, answer)
    },
  }
}

/** Results lead their turn. */
function checkLeading(turn: Turn, { pairing, report }: LintContext): void {
  let other = false
  for (const message of turn.messages) {
    for (const block of message.blocks) {
      if (block.kind !== 'tool_result') other ||= !block.shape.mark
      else if (other && pairing.owned.has(block)) {
        report({
          at: block,
          detail: { callId: block.callId ?? '', reason: 'order' },
          fix: (edit) => {
            edit.remove(block)
            edit.insertResult(turn.messages[0]!, block.raw)
          },
        })
      }
    }
  }
}

/** Messages of the model of which one calls become one; nothing where there is only one. */
function joinCalling(messages: readonly Message[], { format, report }: LintContext): void {
  const [first, ...rest] = messages
  if (rest.length === 0) return
  report({
    at: rest[0]!,
    detail: { reason: 'call turn', count: messages.length },
    fix: (edit) => {
      edit.replaceMessage(first!, format.write.merge(messages))
      for (const message of rest) edit.removeMessage(message)
    },
  })
}

/** The first message of the turn that calls, with those before it, which call nothing: no result is missing between them. */
function saidBeforeCall({ messages }: Turn): readonly Message[] {
  return messages.slice(0, messages.findIndex(({ blocks }) => blocks.some(isClientCall)) + 1)
}

/** The calls of a turn stand in one message, and their results, all of them, in the one right behind it. */
function checkCounted(turn: Turn, context: LintContext): void {
  const { pairing, report, rules, transcript } = context
  if (!turn.messages.some(({ blocks }) => blocks.some(isClientCall))) return
  const [first, ...rest] = turn.messages as [Message, ...Message[]]
  // What belongs between whole answers is missing or displaced, and found as that.
  if (rest.length > 0) return rules.answersWhole === true ? undefined : joinCalling(turn.messages, context)
  const home = transcript.messages[first.index + 1]
  for (const call of first.blocks.filter(isClientCall)) {
    const result = pairing.resultOf.get(call)
    if (result === undefined || result.message === home || result.message.turnIndex !== home?.turnIndex) continue
    report({ ...moved(call, result, result.raw), detail: { callId: result.callId ?? '', reason: 'count' } })
  }
}

/** What the user says beside results becomes a turn of its own, behind a marked bridge. */
function checkAlone(turn: Turn, { pairing, report }: LintContext): void {
  const blocks = turn.messages.flatMap((message) => message.blocks)
  // Stray results and blank texts have strategies of their own, and may be gone before anything needs a bridge.
  const others = blocks.filter((block) => isSpeech(block) && (block.kind !== 'text' || block.text?.trim() !== ''))
  if (others.length === 0 || !blocks.some((block) => pairing.owned.has(block))) return
  report({
    at: others[0]!,
    detail: { reason: 'mixed turn' },
    loss: 'synthesised',
    fix: (edit) => {
      const behind = turn.messages.at(-1)!.index + 1
      for (const block of others) edit.remove(block)
      edit.insertMessage(behind, 'assistant', [edit.write.text(marked(syntheticText.bridge))])
      edit.insertMessage(
        behind,
        'user',
        others.map((block) => block.raw),
      )
    },
  })
}

/** What the assistant says before it calls becomes a turn of its own, before a marked bridge. */
function checkCallsAlone(turn: Turn, { format, report }: LintContext): void {
  for (const message of turn.messages) {
    const calls = message.blocks.filter(isClientCall)
    const others = message.blocks.filter((block) => !isClientCall(block))
    if (calls.length === 0 || others.every((block) => block.shape.mark || block.kind === 'thinking')) continue
    report({
      at: others[0]!,
      detail: { reason: 'mixed call turn' },
      loss: 'synthesised',
      fix: (edit) => {
        const rawOf = (blocks: readonly Block[]): unknown =>
          format.write.withField(
            message.raw,
            format.contentField,
            blocks.map((block) => block.raw),
          )
        edit.replaceMessage(message, rawOf(others))
        edit.insertMessage(message.index + 1, 'user', [edit.write.text(marked(syntheticText.split))])
        edit.insertRaw(message.index + 1, rawOf(calls))
      },
    })
  }
}
