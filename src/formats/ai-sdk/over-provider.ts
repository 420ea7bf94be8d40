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

/** What the package of a provider does with files. */
interface Package {
  /** By which names it looks for files that the provider keeps. */
  readonly names: readonly string[]
  /** Files in results go out as such, and not as the JSON that they stand in. */
  readonly inResults: boolean
  /** Any text is sent as plain text, and no other type of it. */
  readonly plainTexts: boolean
}

const openAI = ['openai', 'azure']
const packages: Partial<Readonly<Record<ProviderApi, Package>>> = {
  messages: { names: ['anthropic'], inResults: true, plainTexts: true },
  chat: { names: openAI, inResults: false, plainTexts: false },
  responses: { names: openAI, inResults: true, plainTexts: false },
  gemini: { names: ['google'], inResults: true, plainTexts: false },
}

/** ModelMessages over a provider that is known: what its API will say of the bytes of a file can be seen in them. */
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

/** How ModelMessages are read for the API that gets them. */
export function modelMessagesOver(api: ProviderApi | undefined): Format {
  return overPackages.get(api ?? '') ?? overVendor
}

/** The packages of DeepSeek, Kimi and compatible servers make one text of the reasoning of a message (`reasoning_content`). */
const overVendor: Format = {
  ...modelMessages,
  write: { ...modelMessages.write, thoughts: (text) => ({ type: 'reasoning', text }) },
}

/** A medium with its bytes. What they are the SDK reads from them before it asks what they are said to be (`convertPartToLanguageModelPart`). */
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

/** In a result what the package does not send is left out, or goes out as JSON, whatever its type. */
function inResult(item: MediaItem): MediaItem {
  return item.data === undefined ? { ...item, mediaType: undefined } : item
}

/** "No provider reference found for provider": a file that another provider keeps. */
function referenceProblem(raw: unknown, { names }: Package): string | null {
  const kept = referenceIn(raw)
  return kept === undefined || names.some((name) => kept[name] !== undefined) ? null : 'kept by another provider'
}

/** Where the providers keep a file, by their names. */
function referenceIn(raw: unknown): Fields | undefined {
  const data = isRecord(raw) ? raw['data'] : undefined
  const kept = isRecord(data) && data['type'] === 'reference' ? data['reference'] : data
  return isRecord(kept) && !('type' in kept) && isFileData(kept) && !ArrayBuffer.isView(kept) && !(kept instanceof URL)
    ? kept
    : undefined
}
