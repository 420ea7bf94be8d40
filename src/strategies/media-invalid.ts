import type { Loss } from '../faults/loss.ts'
import { marked, syntheticText } from '../faults/synthetic-text.ts'
import type { Format, MediaReplacement } from '../formats/format.ts'
import type { Rules, TokenRule } from '../formats/rules.ts'
import { isRecord } from '../json/is-record.ts'
import type { LintContext } from '../lint/lint-context.ts'
import { bytesInAddress } from '../media/bytes-in-address.ts'
import { readDataUrl } from '../media/data-url.ts'
import { readImageHeader } from '../media/image-header.ts'
import { longestNote } from '../media/is-note.ts'
import type { MediaItem } from '../media/media-item.ts'
import { respeltBase64 } from '../media/respelt-base64.ts'
import { mayHoldMedia } from '../transcript/may-hold-media.ts'
import { mediaIn } from '../transcript/media-in.ts'
import { NumberedNames } from '../transcript/numbered-names.ts'
import type { Refusal } from '../lint/refusal.ts'
import type { Block, Message, Transcript } from '../transcript/transcript.ts'
import { defineStrategy, extendStrategy, type Lesson, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import { describeMedia, withoutMedia } from './shared/describe-media.ts'
import { freshDocumentName } from './shared/fresh-document-name.ts'
import { refusedTypeIn } from './shared/refused-type.ts'

/** The id of an uploaded file, which somebody has deleted since, or another account has uploaded. */
const quotedFile = /\bfile[-_](?=\w*\d)\w{8,}/

export const mediaInvalidMeta: FaultMeta = {
  title: 'an image or document that cannot be processed',
  meaning: 'An image or document cannot be processed (corrupt, wrong media type, unreachable URL, duplicate name).',
  repair: 'The media type is read from the bytes; else a text stands in that names the media.',
  mayLose: 'With --allow lossy: media that nobody can read.',
  says: 'Could not process image',
  link: 'https://platform.claude.com/docs/en/build-with-claude/vision',
  frequent: true,
}

/**
 * An image or document cannot be processed (corrupt, wrong media type, unreachable URL, duplicate name).
 *
 * Repair: the media type from the magic bytes; else a text placeholder that names the medium. What only the provider can
 * tell (an unreadable image) is repaired from its error.
 */
export const mediaInvalid: Strategy<'media_invalid'> = defineStrategy({
  type: 'media_invalid',

  learn: ({ text }) => {
    const file = quotedFile.exec(text)?.[0]
    return { suspects: file === undefined ? mayHoldMedia : ({ raw }) => mediaIn(raw).includes(file) }
  },

  visit: {
    block(block, { format, report, rules }) {
      if (!mayHoldMedia(block)) return
      for (const item of format.media(block)) {
        const problem = problemOf(item, rules)
        if (problem === null) continue
        report({
          at: block,
          detail: { reason: problem.reason },
          loss: lossOf(item, problem),
          fix: (edit) => edit.replace(block, format.write.withMedia(block, new Map([[item, problem.replacement]]))),
        })
      }
    },

    suspect(block, { format, report }) {
      const items = format.media(block)
      if (items.length === 0) return
      const reason = 'could not be processed'
      report({
        at: block,
        detail: { reason },
        loss: 'lossy',
        fix: withoutMedia(
          block,
          format,
          items.map((item) => [item, reason]),
        ),
      })
    },
  },
})

/**
 * What the server kept for some time and a request points to: a file of Gemini's, whose name ends its address; a file of OpenAI's, and
 * the sound of an answer that was spoken.
 */
const goneMedium = /\b(?:access the File |No such File object: |Audio with id \W)([\w-]{1,60})/i

const isInStore = (block: Block): boolean =>
  mayHoldMedia(block) && mediaIn(block.raw).some((medium) => `${medium}`.startsWith('s3://'))

/**
 * Claude behind Converse reads nothing out of S3, and misses the type of what is left of such a source: "document.source.type: Field
 * required" (github.com/aws/aws-sdk-js-v3/issues/7732, github.com/strands-agents/harness-sdk/pull/3610). What has bytes stays.
 */
const ofStore = ({ transcript }: Refusal): Lesson => {
  const isHeld = transcript.messages.some(({ blocks }) => blocks.some(isInStore))
  return { suspects: isHeld ? isInStore : mayHoldMedia, together: (_, all) => (isHeld ? all : []), certain: true }
}

/** The same where documents have names and may want a text beside them, and files have addresses. */
export const documentInvalid: Strategy<'media_invalid'> = /* @__PURE__ */ extendStrategy(mediaInvalid, {
  learn: (refusal) => {
    const { limit, text } = refusal
    const { documentNames } = refusal.rules
    const refusedMediaType = refusedTypeIn(text)
    if (refusedMediaType !== undefined) return { rules: { refusedMediaType } }
    if (/text block must be included/i.test(text)) return { rules: { textBesideDocuments: true } }
    // What an error says of names costs no document; underscores, which are taken, it does not list.
    if (documentNames !== undefined && /\bfile names? can only\b/i.test(text))
      return { rules: { documentNames: { ...documentNames, pattern: /^(?!.* {2})[a-z0-9()[\] -]+$/i } } }
    if (limit !== undefined && documentNames !== undefined)
      return { rules: { documentNames: { ...documentNames, maxLength: limit } } }
    if (refusal.path?.endsWith('.source.type') && /\brequired\b/i.test(text)) return ofStore(refusal)
    const gone = goneMedium.exec(text)?.[1]
    if (gone !== undefined)
      return {
        suspects: (block) =>
          soundOf(block)?.['id'] === gone || mediaIn(block.raw).some((medium) => `/${medium}`.endsWith(`/${gone}`)),
      }
    return mediaInvalid.learn!(refusal)
  },

  visit: {
    suspect(block, context) {
      const { format, report, rules } = context
      const sound = soundOf(block)
      if (sound !== undefined) return reportSound(block, sound, context)
      const items = format.media(block)
      // Where addresses may carry bytes.
      const inAddress = rules.contentLists === undefined ? [] : items.flatMap(bytesAsAddress)
      const meant = inAddress.length > 0 ? inAddress : items.flatMap(respelt)
      if (meant.length === 0) return mediaInvalid.visit.suspect!(block, context)
      const detail = { reason: inAddress.length > 0 ? 'bytes in place of an address' : 'base64 in another spelling' }
      report({ at: block, detail, fix: (edit) => edit.replace(block, format.write.withMedia(block, new Map(meant))) })
    },

    message(message, { format, report, rules, transcript }) {
      if (rules.textBesideDocuments !== true || !message.blocks.some((block) => isDocument(block, format))) return
      if (sentBeside(message, transcript).some(saysText)) return
      report({
        at: message,
        detail: { reason: 'no text beside the document' },
        loss: 'synthesised',
        fix: (edit) =>
          edit.insert(message, message.blocks.length, edit.write.text(marked(syntheticText.document), message.role)),
      })
    },

    end(context) {
      const rule = context.rules.documentNames
      if (rule !== undefined) checkDocumentNames(context, rule)
    },
  },
})

type Meant = readonly (readonly [item: MediaItem, replacement: MediaReplacement])[]

function bytesAsAddress(item: MediaItem): Meant {
  const header = item.url === undefined || item.data !== undefined ? null : readImageHeader(item.url)
  return header === null ? [] : [[item, { mediaType: header.mediaType, data: item.url! }]]
}

/** Not every decoder takes lines, or the alphabet of addresses: before bytes are given up they are spelt as all of them do. */
function respelt(item: MediaItem): Meant {
  const data = item.data === undefined ? undefined : respeltBase64(item.data)
  return data === undefined ? [] : [[item, { mediaType: item.mediaType ?? '', data }]]
}

/** The sound of an answer that was spoken: its id alone, or with what was said. */
function soundOf({ field, raw }: Block): Readonly<Record<string, unknown>> | undefined {
  return field === 'audio' && isRecord(raw) ? raw : undefined
}

/** What was said is told in words where the history has them, and they do not stand beside the sound already. */
function reportSound(
  block: Block,
  { data, transcript }: Readonly<Record<string, unknown>>,
  context: LintContext,
): void {
  const { message } = block
  const reason = 'is no longer kept'
  const words = typeof transcript === 'string' && transcript.trim() !== '' ? transcript : undefined
  const isTold = message.blocks.some(({ kind, text }) => kind === 'text' && text?.trim() === words?.trim())
  const item: MediaItem = { raw: block.raw, kind: 'audio', mediaType: '', data: '', url: undefined, name: undefined }
  context.report({
    at: block,
    detail: { reason },
    loss: typeof data === 'string' ? 'lossy' : 'synthesised',
    fix: (edit) => {
      edit.remove(block)
      if (!isTold)
        edit.insert(message, message.blocks.length, edit.write.text(words ?? describeMedia(item, reason), message.role))
    },
  })
}

function saysText({ blocks }: Message): boolean {
  return blocks.some(({ kind, text }) => kind === 'text' && text?.trim() !== '')
}

/** The message and its neighbours of one side: a framework sends them as one. */
function sentBeside(message: Message, { messages }: Transcript): readonly Message[] {
  const isBeside = ({ role }: Message): boolean =>
    message.role === 'assistant' ? role === 'assistant' : role === 'user' || role === 'tool'
  const first = messages.slice(0, message.index).findLastIndex((other) => !isBeside(other)) + 1
  const behind = messages.slice(message.index + 1).findIndex((other) => !isBeside(other))
  return messages.slice(first, behind < 0 ? undefined : message.index + 1 + behind)
}

function isDocument(block: Block, format: Format): boolean {
  return block.kind === 'media' && format.media(block).some(({ kind }) => kind === 'document')
}

/** Names follow the rule, and no two documents share one: the later ones are numbered. */
function checkDocumentNames({ format, report, transcript }: LintContext, rule: TokenRule): void {
  const names = new NumberedNames()
  for (const block of transcript.messages.flatMap((message) => message.blocks)) {
    if (!mayHoldMedia(block)) continue
    const renamed = new Map<MediaItem, MediaReplacement>()
    for (const item of format.media(block)) {
      if (item.kind !== 'document') continue
      const name = freshDocumentName(item.name ?? '', names, rule)
      if (name !== item.name) renamed.set(item, { mediaType: item.mediaType ?? '', name })
    }
    if (renamed.size === 0) continue
    report({
      at: block,
      detail: { reason: 'document name', count: renamed.size },
      fix: (edit) => edit.replace(block, format.write.withMedia(block, renamed)),
    })
  }
}

interface Problem {
  readonly reason: string
  readonly replacement: MediaReplacement
}

/** A text stands in that names the medium and says why. */
const unreadable = (item: MediaItem, reason: string): Problem => ({
  reason,
  replacement: { text: describeMedia(item, reason) },
})

const ofRefusedType = (item: MediaItem, mediaType: string): Problem =>
  unreadable(item, `is of the type ${mediaType}, which the provider does not read`)

const misdeclared = (item: MediaItem, mediaType: string): Problem => ({
  reason: `declared as ${item.mediaType ?? 'nothing'}`,
  replacement: { mediaType },
})

/** Where a medium has no byte nothing is left to lose, nor where words say that it was taken out. */
function lossOf(item: MediaItem, { replacement }: Problem): Loss {
  if (!('text' in replacement)) return 'none'
  return item.data === '' || isOfWords(item) ? 'synthesised' : 'lossy'
}

/** More letters of base64 than a word has, escapes, control characters: those are bytes. */
const bytes = /[\w+/]{40}|\\x[\da-f]{2}|[^\P{Cc}\s]/iu

/**
 * Words in place of the bytes. Bytes in the wrong form (a data URL, `b'...'` of Python, percent signs, binary) are still somebody's
 * picture: giving them up wants consent (I4).
 */
function isOfWords({ data }: MediaItem): boolean {
  if (data === undefined || data.length > longestNote || data.startsWith('data:')) return false
  return !/^[\w+/=\s-]*$/.test(data) && !bytes.test(data)
}

/** Image types whose header tells what they are. */
const withKnownHeader = /^image\/(?:png|jpeg|gif|webp|bmp)$/

/** What a browser calls the same bytes, in the place of their base64: the prefix is no part of any medium, what stands behind it was meant. */
function addressProblem(item: MediaItem): Problem | null {
  const { data = '' } = item
  // No base64 has a comma.
  if (!data.slice(0, 200).includes(',')) return null
  const whole = readDataUrl(data)
  const address = whole?.isBase64 === true ? whole : bytesInAddress(data)
  if (address === undefined || address.data === data) return null
  // What is wrong with the bytes themselves the next pass says.
  return {
    reason: 'an address in place of base64',
    replacement: { mediaType: item.mediaType || address.mediaType, data: address.data },
  }
}

function problemOf(item: MediaItem, rules: Rules): Problem | null {
  const address = addressProblem(item)
  if (address !== null) return address
  const { mediaType } = item
  if (item.data === '' || isOfWords(item)) return unreadable(item, 'is not there')
  const header = item.kind === 'file' && item.data !== undefined ? readImageHeader(item.data) : null
  if (header !== null && rules.mediaTypes.has(header.mediaType)) return misdeclared(item, header.mediaType)
  if (rules.mediaTypesRefused?.test(mediaType ?? '') && !withKnownHeader.test(mediaType ?? ''))
    return ofRefusedType(item, mediaType || 'unknown')
  return imageProblem(item, rules)
}

function imageProblem(item: MediaItem, rules: Rules): Problem | null {
  if (item.data === undefined) return null
  if (item.kind === 'document') return documentProblem(item)
  if (item.kind !== 'image') return null
  const header = readImageHeader(item.data)
  if (header === null) {
    if (item.mediaType !== undefined && rules.mediaTypes.has(item.mediaType) && !withKnownHeader.test(item.mediaType))
      return null
    return unreadable(item, 'is no image that the provider reads')
  }
  if (!rules.mediaTypes.has(header.mediaType)) return ofRefusedType(item, header.mediaType)
  return header.mediaType === item.mediaType ? null : misdeclared(item, header.mediaType)
}

/** The mark of a PDF may stand anywhere in its first bytes. */
const pdfHeadBytes = 1024

function documentProblem(item: MediaItem): Problem | null {
  if (item.mediaType !== 'application/pdf') return null
  const head = Buffer.from(item.data!.slice(0, (pdfHeadBytes / 3) * 4), 'base64').toString('latin1')
  return head.includes('%PDF') ? null : unreadable(item, 'is no PDF')
}
