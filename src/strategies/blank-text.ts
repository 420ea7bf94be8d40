import { listOf } from '../json/list-of.ts'
import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import { isSilentPart } from '../transcript/is-silent-part.ts'
import { sayingsIn } from '../transcript/sayings-in.ts'

const visible = /\S/

export const blankTextMeta: FaultMeta = {
  title: 'a blank text block',
  meaning: 'A text block is empty or whitespace only.',
  repair: 'The block goes, and with the last one its message; out of the list of system texts, too.',
  says: 'messages: text content blocks must be non-empty',
  link: 'https://platform.claude.com/docs/en/api/messages',
  frequent: true,
}

/**
 * A text block is empty or whitespace only.
 *
 * Repair: the block goes, and with the last one its message. What stands in another field of it becomes a text of its own.
 */
export const blankText: Strategy<'blank_text'> = defineStrategy({
  type: 'blank_text',

  learn: () => ({ rules: { blankText: 'refused', blankInResults: true } }),

  visit: {
    text(block, { report, rules }) {
      const { text } = block
      if (text === undefined || rules.blankText === 'allowed' || visible.test(text)) return
      if (rules.blankText === (text === '' ? 'empty-allowed' : 'empty-refused') || block.signature !== undefined) return
      const detail = { empty: text === '' }
      // What was said stands in a field that is not read (I4).
      const said = sayingsIn(block.raw)
      if (said.length === 0) return report({ at: block, detail, fix: (edit) => edit.remove(block) })
      report({
        at: block,
        detail,
        loss: 'synthesised',
        fix: (edit) => {
          const texts = said.map((saying) => edit.write.text(saying, block.message.role))
          edit.replaceInTurn(block, texts)
        },
      })
    },

    // "system: text content blocks must be non-empty": beside the messages the same holds.
    end({ report, request, rules }) {
      const parts = listOf(request['system'])
      const system = parts.filter((part) => !isSilentPart(part))
      if (rules.blankText !== 'refused' || system.length === parts.length) return
      // What is wrong about the others is told by their place.
      report({ at: null, reveals: true, fix: (edit) => edit.setRequest({ system }) })
    },
  },
})

/** The same where a message may be a text: the provider behind a server that takes an empty one does not. */
export const blankWhenSent: Strategy<'blank_text'> = /* @__PURE__ */ extendStrategy(blankText, {
  learn: (refusal) => {
    const { rules } = refusal
    const lesson = blankText.learn!(refusal)
    if (rules.results !== 'own-messages') return lesson
    return { rules: { ...lesson.rules, emptyContent: { ...rules.emptyContent, ...refusedFrom } } }
  },
})

const refusedFrom = { assistant: 'refused', system: 'refused', user: 'refused' } as const
