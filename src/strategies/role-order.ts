import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import { marked, syntheticText } from '../faults/synthetic-text.ts'

export const roleOrderMeta: FaultMeta = {
  title: 'a role where it may not stand',
  meaning: 'The conversation starts or continues with a role that the format forbids there.',
  repair: 'Add the minimal marked message, or drop the leading one.',
  mayLose: 'Nothing; a marked message may be added.',
  says: 'A conversation must start with a user message. Try again with a conversation that starts with a user message.',
  link: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html',
}

/**
 * The conversation starts or continues with a role that the format forbids there.
 *
 * Repair: the minimal marked message in front or in between; nothing is dropped.
 */
export const roleOrder: Strategy<'role_order'> = defineStrategy({
  type: 'role_order',

  learn: ({ text }) => ({
    rules: /after role '?tool|after tool/i.test(text)
      ? { assistantAfterTool: true }
      : { firstRoles: ['user'], userDemanded: true },
  }),

  visit: {
    end({ format, purpose, report, rules, transcript }) {
      // A framework has dropped all that was said, or sends nothing of it: the instructions alone are no conversation.
      const silent = transcript.turns.find(({ role }) => role !== 'system')
      const isEmptied = transcript.turns.every(
        ({ messages, role }) => role === 'system' || messages.every((message) => format.isLeftOut?.(message) === true),
      )
      if (
        isEmptied &&
        (rules.userDemanded || silent !== undefined) &&
        transcript.messages.length > 0 &&
        transcript.leftOut === undefined &&
        purpose === 'request'
      ) {
        const place = silent?.messages[0]!.index ?? transcript.messages.length
        report({
          at: transcript.messages.at(-1)!,
          detail: { role: silent?.role ?? 'system' },
          loss: 'synthesised',
          fix: (edit) => edit.insertMessage(place, 'user', [edit.write.text(marked(syntheticText.start))]),
        })
        return
      }
      const first = transcript.turns.find(
        (turn) => turn.role !== 'system' || rules.systemMessages === 'before-assistant',
      )
      if (first === undefined || first.role === 'unknown') return
      const opener = first.messages[0]!
      const startsBadly =
        !rules.firstRoles.includes(first.role) && first.role !== 'system' && opener.blocks[0]?.kind !== 'compaction'
      const lacksUser =
        rules.userDemanded &&
        !startsBadly &&
        first.role === 'assistant' &&
        transcript.turns.every((turn) => turn.role !== 'user')
      if (!startsBadly && !lacksUser) return
      report({
        at: opener,
        detail: { role: first.role },
        loss: 'synthesised',
        fix: (edit) => edit.insertMessage(opener.index, 'user', [edit.write.text(marked(syntheticText.start))]),
      })
    },
  },
})

/** The same where tools have a role of their own. */
export const userAfterTool: Strategy<'role_order'> = /* @__PURE__ */ extendStrategy(roleOrder, {
  visit: {
    turn(turn, context) {
      const { report, rules } = context
      const before = context.turnAt(turn.index - 1)
      if (!rules.assistantAfterTool || turn.role !== 'user' || before?.role !== 'tool') return
      report({
        at: turn.messages[0]!,
        detail: { reason: 'user after tool' },
        loss: 'synthesised',
        fix: (edit) =>
          edit.insertMessage(turn.messages[0]!.index, 'assistant', [edit.write.text(marked(syntheticText.bridge))]),
      })
    },
  },
})
