import type { Fix } from '../../lint/fault.ts'
import { freshItemId, mayGetItemId } from '../../lint/pairing/item-id.ts'
import type { LintContext } from '../../lint/lint-context.ts'
import type { Block, Message } from '../../transcript/transcript.ts'
import { extendStrategy, type Lesson, type Strategy } from '../../lint/define-strategy.ts'
import type { Refusal } from '../../lint/refusal.ts'
import {
  contentBlockInvalid,
  heldContent,
  inAnotherForm,
  lossOf,
  mediumOf,
  noList,
  textOf,
  typeName,
} from '../content-block-invalid.ts'
import { serverCallAsText } from '../shared/server-call-as-text.ts'
import { translateTools } from '../shared/translate-tools.ts'
import { isShownByModel } from '../shared/is-shown-by-model.ts'
import { lessonOfItem } from './lesson-of-item.ts'
import { describeMedia } from '../shared/describe-media.ts'
import { fullText } from '../shared/full-text.ts'
import { isRun, reportAsText } from '../shared/report-as-text.ts'

/**
 * The index in `messages.16.content.1.type` counts the list `content`: a block with that index in another list of the message, such as its
 * reasoning, is not meant.
 */
function inNamedList({ named, path = '' }: Refusal, lesson: Lesson): Lesson {
  const { suspects } = lesson
  const list = /^\w+\.\d+\.(?:\w+\.)??(\w+)\.\d/.exec(path)?.[1]
  if (suspects === undefined || named?.blocks.some(({ field }) => field === list) !== true) return lesson
  return { ...lesson, suspects: (block) => (block.message !== named || block.field === list) && suspects(block) }
}

/** The same in messages and items that say more than their content, or of which another program makes others. */
export const itemInvalid: Strategy<'content_block_invalid'> = /* @__PURE__ */ extendStrategy(contentBlockInvalid, {
  learn: (refusal) => inNamedList(refusal, lessonOfItem({ ...refusal, common: contentBlockInvalid.learn!(refusal) })),

  visit: {
    message(message, context) {
      const { format, report, rules, transcript } = context
      const fields = format.meantFields?.(message, transcript, rules) ?? {}
      const meant = Object.entries(fields)
      if (message.content === 'absent' && fields[format.contentField] !== undefined) {
        const detail = { field: format.contentField, problem: 'stands under another name' }
        return report({ at: message, detail, reveals: true, fix: setAll(message, meant) })
      }
      const { withWholeText } = format.write
      const isLost = message.content === 'invalid' && heldContent(message, context).length === 0
      if (isLost && withWholeText !== undefined && !translatesWhole(message, context)) {
        const whole = format.wholeText?.(message.raw)
        const text = whole ?? textOf(message.raw, format.contentField)
        const loss = text === '' || whole !== undefined ? 'none' : 'synthesised'
        const fix: Fix = (edit) =>
          text === '' ? edit.removeMessage(message) : edit.replaceMessage(message, withWholeText(message.raw, text))
        return report({ at: message, detail: { problem: noList }, loss, fix })
      }
      contentBlockInvalid.visit.message!(message, context)
      if (message.content === 'invalid') return
      if (meant.length === 0 || translatesWhole(message, context)) return
      const { raw } = message
      const before = Object.fromEntries(meant.map(([field]) => [field, (raw as Record<string, unknown>)[field]]))
      const detail = { field: Object.keys(fields).join(' '), problem: 'is of the wrong type' }
      // Blocks that are written anew are read before anything else is done to them (I4).
      const areBlocks = message.blocks.some(({ field }) => Object.hasOwn(fields, field))
      const whole = meant.reduce((next, [field, value]) => format.write.withField(next, field, value), raw)
      const fix: Fix = areBlocks ? (edit) => edit.replaceMessage(message, whole) : setAll(message, meant)
      report({ at: message, detail, loss: lossOf(before, fields), fix })
    },

    suspect(block, context) {
      const { format, report, rules, transcript } = context
      const { refusedList, takenTypes } = rules
      if (takenTypes !== undefined) return checkServerCall(block, takenTypes, context)
      const { demandedField: demanded, itemIdForm: form } = rules
      if (form !== undefined && demanded?.field === form.field && mayGetItemId(block, rules)) {
        const { message } = block
        const fix: Fix = (edit) => edit.setField(message, form.field, freshItemId(message, form, transcript))
        return report({ at: message, detail: { type: typeName(block.raw), problem: 'has no id' }, fix })
      }
      // What can be completed is.
      if (demanded !== undefined && format.canonical?.(block, rules, transcript) !== undefined) return
      const common = format.write.commonPart?.(block)
      if (common !== undefined) return report(inAnotherForm(block, common))
      if (refusedList !== undefined) {
        const emptied = format.write.withField(block.raw, refusedList, [])
        const detail = { type: typeName(block.raw), problem: `${refusedList} cannot be read` }
        const loss = lossOf(block.raw, emptied)
        return report({ at: block, detail, loss, fix: (edit) => edit.replace(block, emptied) })
      }
      const plain = rules.refusedOfAll === true ? format.write.fileAsText?.(block) : undefined
      if (plain !== undefined) return report(inAnotherForm(block, plain))
      // What a hosted tool was asked and gave back is nothing that the model has said (I5).
      const isTold = isRun(block) && fullText(block, format).trim() !== '' && !translates(block, context)
      if (isTold) return reportAsText(block, context)
      if (block.kind !== 'media') return contentBlockInvalid.visit.suspect!(block, context)
      if (rules.contentLists === 'refused' || rules.textsAlone === true) {
        const medium = mediumOf(block, context)
        const note =
          medium === undefined
            ? []
            : [format.write.text(describeMedia(medium, 'may not stand here'), block.message.role)]
        return report({
          at: block,
          detail: { type: typeName(block.raw) },
          loss: 'lossy',
          fix: (edit) => edit.replace(block, ...note),
        })
      }
      // It is where it may stand, unless no speaker may send its type.
      if (!isShownByModel(block))
        return rules.refusedOfAll === true ? contentBlockInvalid.visit.suspect!(block, context) : undefined
      const fix: Fix = (edit) => {
        edit.remove(block)
        edit.tellUser(block.message, [block.raw])
      }
      return report({ at: block, detail: { type: typeName(block.raw) }, fix })
    },
  },
})

/** A call that the provider does not run, and what it gave back: neither stays without the other. */
function checkServerCall(call: Block, taken: ReadonlySet<string>, { format, pairing, report }: LintContext): void {
  const result = pairing.resultOf.get(call)
  if (taken.has(call.shape.type) && (result === undefined || taken.has(result.shape.type))) return
  report({
    at: call,
    detail: { type: typeName(call.raw) },
    loss: 'synthesised',
    fix: (edit) => serverCallAsText(edit, call, result, format),
  })
}

function setAll(message: Message, meant: readonly (readonly [field: string, value: unknown])[]): Fix {
  return (edit) => meant.forEach(([field, value]) => edit.setField(message, field, value))
}

/** Calls and results that stand beside the content, or are the message. */
function translatesWhole(message: Message, context: LintContext): boolean {
  return translateTools(message, context)?.blocks.size === 0
}

function translates(block: Block, context: LintContext): boolean {
  return translateTools(block.message, context, block)?.blocks.has(block) === true
}
