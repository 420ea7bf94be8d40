import { isRecord } from '../../json/is-record.ts'
import { readImageHeader } from '../../media/image-header.ts'
import type { MediaItem } from '../../media/media-item.ts'
import { withField } from '../../json/with-field.ts'
import type { Block } from '../../transcript/transcript.ts'
import type { Format } from '../format.ts'
import type { ProviderApi } from '../provider-rules.ts'
import { modelMessagesForConverse } from './converse-output.ts'
import { fileBytes } from './file-bytes.ts'
import { isFileData } from './file-data.ts'
import { readMedia } from './media.ts'
import { modelMessages } from './model-messages.ts'
import { retyped } from './retyped-file.ts'
import { contentItems } from './tool-output.ts'

type Fields = Readonly<Record<string, unknown>>

/** How a provider's package sends files. */
interface Package {
  /** The names under which it looks for files that the provider keeps. */
  readonly names: readonly string[]
  /** It sends files in results as files, not as JSON. */
  readonly inResults: boolean
  /** It sends text of any kind, but only under the type text/plain: it refuses other text types. */
  readonly plainTexts: boolean
}

const openAI = ['openai', 'azure']
const packages: Partial<Readonly<Record<ProviderApi, Package>>> = {
  messages: { names: ['anthropic'], inResults: true, plainTexts: true },
  chat: { names: openAI, inResults: false, plainTexts: false },
  responses: { names: openAI, inResults: true, plainTexts: false },
  gemini: { names: ['google'], inResults: true, plainTexts: false },
}

/** ModelMessages for a known provider: the faults that its API would find in a file can be seen in the bytes. */
function overPackage(known: Package): Format {
  const isSent = ({ kind }: Block): boolean => kind === 'media' || (kind === 'tool_result' && known.inResults)
  return {
    ...modelMessages,
    media: (block) => {
      const items = readMedia(block)
      const shown = isSent(block) ? items.map(seen) : items
      return block.kind === 'media' ? shown : shown.map(inResult)
    },
    canonical: (block, rules) =>
      modelMessages.canonical!(block, rules) ??
      (block.kind === 'media' ? retyped(block.raw, known.plainTexts) : undefined),
    blockProblem: (block, transcript) =>
      modelMessages.blockProblem!(block, transcript) ??
      (block.kind === 'media' ? referenceProblem(block.raw, known) : null),
    resultProblem: (result, rules) => {
      const problem = modelMessages.resultProblem(result, rules)
      if (problem !== null || !known.inResults) return problem
      return contentItems(result.payload).some((item) => retyped(item) !== undefined) ? 'a file of another type' : null
    },
    write: {
      ...modelMessages.write,
      withResultContent: (result, text, call) => {
        const items = contentItems(result.payload)
        const meant = items.map((item) => retyped(item) ?? item)
        return items.every((item, index) => item === meant[index])
          ? modelMessages.write.withResultContent(result, text, call)
          : withField(result.raw, 'output', withField(result.payload, 'value', meant))
      },
    },
  }
}

const overPackages: ReadonlyMap<string, Format> = new Map([
  ['converse', modelMessagesForConverse],
  ...Object.entries(packages).map(([api, known]) => [api, overPackage(known)] as const),
])

/** ModelMessages as they are read for the API that receives them. */
export function modelMessagesOver(api: ProviderApi | undefined): Format {
  return overPackages.get(api ?? '') ?? overVendor
}

/** For DeepSeek, Kimi and compatible servers, whose packages join the reasoning of a message into one text (`reasoning_content`). */
const overVendor: Format = {
  ...modelMessages,
  write: { ...modelMessages.write, thoughts: (text) => ({ type: 'reasoning', text }) },
}

/** A medium with its bytes. The SDK detects the type from them before it uses the stated one (`convertPartToLanguageModelPart`). */
function seen(item: MediaItem): MediaItem {
  const kept = referenceIn(item.raw)
  if (kept !== undefined) return { ...item, name: item.name ?? Object.values(kept).join(', ') }
  const bytes = item.data === undefined && isRecord(item.raw) ? fileBytes(item.raw) : undefined
  if (bytes === undefined) return item
  const { data, mediaType } = bytes
  const header = readImageHeader(data)
  if (header !== null) return { ...item, kind: 'image', mediaType: header.mediaType, data, url: undefined }
  if (mediaType === 'application/pdf') return { ...item, kind: 'document', mediaType, data, url: undefined }
  return item.kind === 'image' ? { ...item, data, url: undefined } : item
}

/** A file in a result that the package omits or sends as JSON: its type does not matter. */
function inResult(item: MediaItem): MediaItem {
  return item.data === undefined ? { ...item, mediaType: undefined } : item
}

/** "No provider reference found for provider": only another provider keeps the file. */
function referenceProblem(raw: unknown, { names }: Package): string | null {
  const kept = referenceIn(raw)
  return kept === undefined || names.some((name) => kept[name] !== undefined) ? null : 'kept by another provider'
}

/** The file's ids at the providers that keep it, by the providers' names. */
function referenceIn(raw: unknown): Fields | undefined {
  const data = isRecord(raw) ? raw['data'] : undefined
  const kept = isRecord(data) && data['type'] === 'reference' ? data['reference'] : data
  return isRecord(kept) && !('type' in kept) && isFileData(kept) && !ArrayBuffer.isView(kept) && !(kept instanceof URL)
    ? kept
    : undefined
}
