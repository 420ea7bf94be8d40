import type { Rules } from '../formats/rules.ts'
import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import type { Block } from '../transcript/transcript.ts'
import { toWellFormed, isWellFormed } from '../transcript/well-formed.ts'

export const invalidUnicodeMeta: FaultMeta = {
  title: 'text that is not valid Unicode',
  meaning: 'A string holds a lone surrogate (or NUL) and the body is not valid JSON for the provider.',
  repair: 'U+FFFD stands for each half character, also in tool inputs and keys.',
  mayLose: 'The half characters (U+FFFD), and thinking whose seal they break.',
  says: 'The request body is not valid JSON: no low surrogate in string: line 1 column 5 (char 4)',
  link: 'https://www.rfc-editor.org/rfc/rfc8259#section-8.2',
  frequent: true,
}

/**
 * A string holds a lone surrogate (or NUL) and the body is not valid JSON for the provider.
 *
 * Repair: U+FFFD in its place everywhere, tool inputs and keys included. Nothing readable is lost: half a character has no
 * meaning. In thinking that is sealed it would break the seal: the original comes back, or that thinking goes.
 */
export const invalidUnicode: Strategy<'invalid_unicode'> = defineStrategy({
  type: 'invalid_unicode',

  visit: {
    message(message, { report, rules }) {
      if (isWellFormed(message.raw) || message.blocks.some((block) => isBrokenThought(block, rules))) return
      report({ at: message, fix: (edit) => edit.replaceMessage(message, toWellFormed(message.raw)) })
    },

    thinking(block, { evidence, report, rules }) {
      if (!isBrokenThought(block, rules)) return
      const original = evidence.originalOf?.(block)
      report({
        at: block,
        loss: original === undefined ? 'synthesised' : 'none',
        fix: (edit) => edit.replace(block, ...(original === undefined ? [] : [original])),
      })
    },

    end({ format, report, request }) {
      // A body that is given as it goes out holds the list too, whose messages have been looked at.
      const broken = Object.keys(request).filter((field) => field !== format.listField && !isWellFormed(request[field]))
      if (broken.length === 0) return
      report({
        at: null,
        detail: { fields: broken.join(' ') },
        fix: (edit) =>
          edit.setRequest(Object.fromEntries(broken.map((field) => [field, toWellFormed(request[field])]))),
      })
    },
  },
})

/** Its seal verifies neither with the half nor with what would take its place. */
function isBrokenThought({ kind, raw, signature }: Block, { signatures }: Rules): boolean {
  return kind === 'thinking' && signatures === 'required' && Boolean(signature) && !isWellFormed(raw)
}
