import type { LintContext } from '../lint/lint-context.ts'
import type { Role } from '../transcript/role.ts'
import type { Message } from '../transcript/transcript.ts'
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

  learn: () => ({ rules: { firstRoles: ['user'], userDemanded: true } }),

  visit: {
    end(context) {
      const { rules, transcript } = context
      // A framework has dropped all that was said: the instructions alone are no conversation.
      if (rules.userDemanded && transcript.turns.every(({ role }) => role === 'system')) {
        if (isWhole(context)) openWith(context, transcript.messages.at(-1)!, 'system', transcript.messages.length)
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
      openWith(context, opener, first.role, opener.index)
    },
  },
})

/** A request with all of its messages. */
function isWhole({ purpose, transcript }: LintContext): boolean {
  return transcript.messages.length > 0 && transcript.leftOut === undefined && purpose === 'request'
}

function openWith({ report }: LintContext, at: Message, role: Role, place: number): void {
  report({
    at,
    detail: { role },
    loss: 'synthesised',
    fix: (edit) => edit.insertMessage(place, 'user', [edit.write.text(marked(syntheticText.start))]),
  })
}

/** The same where tools have a role of their own, and where a framework may send nothing of what was said. */
export const userAfterTool: Strategy<'role_order'> = /* @__PURE__ */ extendStrategy(roleOrder, {
  learn: (refusal) =>
    /after role '?tool|after tool/i.test(refusal.text)
      ? { rules: { assistantAfterTool: true } }
      : roleOrder.learn!(refusal),

  visit: {
    end(context) {
      const { format, transcript } = context
      const silent = transcript.turns.find(({ role }) => role !== 'system')
      const isSilent = transcript.turns.every(
        ({ messages, role }) => role === 'system' || messages.every((message) => format.isLeftOut?.(message) === true),
      )
      if (silent === undefined || !isSilent || !isWhole(context)) return roleOrder.visit.end!(context)
      openWith(context, transcript.messages.at(-1)!, silent.role, silent.messages[0]!.index)
    },

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
