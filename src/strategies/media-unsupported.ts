import { marked } from '../faults/synthetic-text.ts'
import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { LintContext } from '../lint/lint-context.ts'
import type { MediaItem } from '../media/media-item.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import type { Rules } from '../formats/rules.ts'
import { mayHoldMedia } from '../transcript/may-hold-media.ts'
import type { Block, Message } from '../transcript/transcript.ts'
import { inAnotherForm } from './content-block-invalid.ts'
import { withoutMedia } from './shared/describe-media.ts'
import { refusedByType, refusedTypeIn } from './shared/refused-type.ts'
import { speaksOfResults } from './shared/speaks-of-results.ts'

/**
 * "This model doesn't support the video field. Remove video and try again.", "input_audio is only supported by certain models": what else
 * it reads stays.
 */
const unsupportedField = /\b(?:support the |input_(?=audio))(image|video|audio|document) (?:field|is only)\b/i

export const mediaUnsupportedMeta: FaultMeta = {
  title: 'media that the model does not take',
  meaning: 'The model does not accept this kind of media in history.',
  repair: 'Out of a result they move behind it, where a user may show them; else replace with text placeholders.',
  mayLose: 'With --allow lossy: the media, replaced by a text that names them.',
  says: 'this model does not support image input',
  link: 'https://github.com/vllm-project/vllm/issues/11629',
}

/**
 * The model does not accept this kind of media in history.
 *
 * Repair: text placeholders.
 */
export const mediaUnsupported: Strategy<'media_unsupported'> = defineStrategy({
  type: 'media_unsupported',

  learn: () => ({ rules: { mediaKinds: new Set() } }),

  visit: {
    block(block, context) {
      checkKinds(block, context.rules.mediaKinds, context)
    },
  },
})

/** @param kinds those that may stand there; null: all */
function checkKinds(block: Block, kinds: ReadonlySet<string> | null, { format, report }: LintContext): void {
  if (kinds === null || !mayHoldMedia(block)) return
  // Of what holds nothing, `media_invalid` takes care.
  const refused = format.media(block).filter(({ data, kind }) => !kinds.has(kind) && data !== '')
  if (refused.length === 0) return
  report({
    at: block,
    detail: { kind: refused[0]!.kind, count: refused.length },
    loss: 'lossy',
    fix: withoutMedia(
      block,
      format,
      refused.map((item) => [item, 'is of a kind that the model does not read']),
    ),
  })
}

/**
 * The same where the model reads a medium that a user shows, and none in a result: it moves behind the results of its turn, as clients
 * do it that hold on to what a tool has found (github.com/anomalyco/opencode/pull/50272, github.com/can1357/oh-my-pi/pull/11685).
 */
export const resultMediaMoved: Strategy<'media_unsupported'> = /* @__PURE__ */ extendStrategy(mediaUnsupported, {
  learn: (refusal) => {
    const { rules, text } = refusal
    const refusedMediaType = refusedTypeIn(text)
    if (refusedMediaType !== undefined) return { rules: { refusedMediaType } }
    if (/allowed for messages with role \W{0,2}user/i.test(text))
      return { rules: { mediaRoles: new Set(['user'] as const) } }
    const refused = unsupportedField.exec(text)?.[1]?.toLowerCase()
    const isNamed = refused !== undefined || namesDocuments(text)
    const kinds = isNamed ? kindsWithout(refused === undefined ? documents : [refused], rules) : new Set<string>()
    // What can be moved is: only where that did not help does anything have to go.
    if (rules.resultMediaKinds === undefined && !refusal.isLast && speaksOfResults(text))
      return { rules: { resultMediaKinds: kinds } }
    // Documents of text are no PDF.
    if (refused === undefined && isNamed && /\bpdfs?\b/i.test(text))
      return { rules: { refusedMediaType: 'application/pdf' } }
    return isNamed ? { rules: { mediaKinds: kinds } } : mediaUnsupported.learn!(refusal)
  },

  visit: {
    block(block, context) {
      if (refusedByType(block, context)) return
      const moved = movedMedia(block, context)
      const { format, report } = context
      if (moved.length === 0) {
        const kinds = kindsIn(block, context.rules)
        // Who reads pictures and no documents reads the words of one.
        const plain =
          kinds?.has('image') && format.media(block).some(({ kind }) => !kinds.has(kind))
            ? format.write.fileAsText?.(block)
            : undefined
        if (plain !== undefined) return report(inAnotherForm(block, plain))
        return checkKinds(block, kinds, context)
      }
      report({
        at: block,
        detail: { kind: moved[0]!.kind, count: moved.length },
        fix: (edit) => {
          const notes = moved.map(
            (item) => [item, { text: marked(`The ${item.kind} of this result stands behind it.`) }] as const,
          )
          edit.replace(block, format.write.withMedia(block, new Map(notes)))
          const shown = moved.flatMap(({ raw }) => format.write.shownAs?.(raw) ?? [raw])
          const { index, message } = lastResultBeside(block, context)
          if (message.role !== 'user') edit.insertMessage(message.index + 1, 'user', shown)
          else for (const raw of shown) edit.insert(message, index + 1, raw)
        },
      })
    },
  },
})

/** "This model does not support PDF input": pictures, which the sentence does not name, stay. */
function namesDocuments(text: string): boolean {
  return /\b(?:pdf|document)s?\b/i.test(text) && !otherMedia.test(text)
}

const otherMedia = /image|picture|photo|vision|visual|video|audio|media|multi-?modal/i

const documents = ['document', 'file']

function kindsWithout(refused: readonly string[], { mediaKinds }: Rules): ReadonlySet<string> {
  return new Set([...(mediaKinds ?? allKinds)].filter((kind) => !refused.includes(kind)))
}

/** Of a result that may not hold them, media that a user may show as they are; all of them or none. */
function movedMedia(block: Block, { format, rules }: LintContext): readonly MediaItem[] {
  const { errorMedia, mediaKinds, mediaRoles, resultFiles, resultMediaKinds, results } = rules
  if (block.kind !== 'tool_result' || !placed.has(results) || mediaRoles?.has('user') === false) return []
  const isError = errorMedia === 'refused' && format.isErrorResult?.(block) === true
  const taken = mediaRoles === undefined && !isError ? resultMediaKinds : new Set<string>()
  // Of a list that takes nothing but texts no part takes it.
  if ((taken === undefined && resultFiles === undefined) || rules.textsAlone === true) return []
  const isTaken = ({ data, kind }: MediaItem): boolean =>
    taken?.has(kind) !== false && (resultFiles === undefined || data !== undefined)
  const refused = format.media(block).filter((item) => !isTaken(item) && item.data !== '')
  const { resultBlocks, shownAs } = format.write
  const whole = new Set(resultBlocks(block))
  const isShown = (raw: unknown): boolean => (shownAs ? shownAs(raw).length > 0 : whole.has(raw))
  return refused.every(({ kind, raw }) => isShown(raw) && (mediaKinds?.has(kind) ?? true)) ? refused : []
}

/** The last of the results that stand together with it, in its message or in those behind it. */
function lastResultBeside({ index, message }: Block, { transcript }: LintContext): { index: number; message: Message } {
  if (message.role === 'user')
    return { index: message.blocks.findLastIndex(({ kind }) => kind === 'tool_result'), message }
  let last = message
  for (
    let next = transcript.messages[last.index + 1];
    next?.role === 'tool';
    next = transcript.messages[last.index + 1]
  )
    last = next
  return { index, message: last }
}

/** Where results have a place, and a turn behind it in which a user speaks. */
const placed: ReadonlySet<Rules['results']> = new Set(['next-turn', 'own-messages', 'items'])

const allKinds: ReadonlySet<string> = new Set(['image', 'document', 'audio', 'video', 'file'])

/** Kinds of media that may stand there; null: all. A result is a tool's, whoever sends it. */
function kindsIn(
  { kind, message, shape }: Block,
  { mediaKinds, mediaRoles, resultMediaKinds }: Rules,
): ReadonlySet<string> | null {
  const isResult = kind === 'tool_result' || shape.holdsMedia === true
  if (mediaRoles !== undefined && !mediaRoles.has(isResult ? 'tool' : message.role)) return new Set()
  return (isResult ? resultMediaKinds : undefined) ?? mediaKinds
}
