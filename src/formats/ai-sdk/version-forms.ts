import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import type { Format } from '../format.ts'
import { textPart } from '../text-part.ts'
import { withSentTypes } from './sent-type.ts'
import { contentItems, outputText } from './tool-output.ts'

type Fields = Readonly<Record<string, unknown>>

/** The version of a language model's interface: AI SDK 5 (`v2`), 6 (`v3`), 7 (`v4`). */
export type SpecificationVersion = 'v2' | 'v3' | 'v4'

/** A file in a result, read from the form of any version. */
interface HeldFile {
  readonly data?: string | undefined
  readonly url?: string | undefined
  readonly mediaType: string
  readonly filename?: unknown
}

interface Version {
  /** Item types that content may hold; any other file is rewritten in this version's form. */
  readonly items: ReadonlySet<unknown>
  file(held: HeldFile): unknown
  /** File data may carry a tag. */
  readonly tags: boolean
  /** A denied call has an output type of its own. */
  readonly denials: boolean
  /** Message parts that only later versions have. */
  readonly later: ReadonlySet<unknown>
}

const named = ({ filename }: HeldFile): object => (typeof filename === 'string' ? { filename } : {})
const drawn = ['custom', 'reasoning-file']

const versions: Readonly<Record<SpecificationVersion, Version>> = {
  v2: {
    items: new Set(['text', 'media']),
    file: ({ data, mediaType, url }) => (data === undefined ? textPart(url!) : { type: 'media', data, mediaType }),
    tags: false,
    denials: false,
    later: new Set([...drawn, 'tool-approval-request', 'tool-approval-response']),
  },
  v3: {
    items: new Set('text media file-data file-url file-id image-data image-url image-file-id custom'.split(' ')),
    file: (held) =>
      held.data === undefined
        ? { type: 'file-url', url: held.url, mediaType: held.mediaType }
        : { type: 'file-data', data: held.data, mediaType: held.mediaType, ...named(held) },
    tags: false,
    denials: true,
    later: new Set(drawn),
  },
  v4: {
    items: new Set(['text', 'file', 'custom']),
    file: (held) => ({
      type: 'file',
      data: held.data === undefined ? { type: 'url', url: new URL(held.url!) } : { type: 'data', data: held.data },
      mediaType: held.mediaType,
      ...named(held),
    }),
    tags: true,
    denials: true,
    later: new Set(),
  },
}

/** The file in an item: `media` of version 5, `file-data` and its like of 6, `file` of 7, `image` of a tool server. */
function fileIn(item: unknown): HeldFile | undefined {
  if (!isRecord(item) || item['type'] === 'text') return undefined
  const { data: held, filename, mediaType, mimeType, url } = item
  const tagged = isRecord(held) ? held[String(held['type'])] : undefined
  const data = isRecord(held) ? (held['type'] === 'data' ? tagged : undefined) : held
  const address = tagged instanceof URL ? String(tagged) : url
  const type =
    mediaType ?? mimeType ?? (String(item['type']).startsWith('image') ? 'image/*' : 'application/octet-stream')
  const common = { mediaType: String(type), filename }
  if (typeof data === 'string') return { ...common, data }
  return typeof address === 'string' && URL.canParse(address) ? { ...common, url: address } : undefined
}

/** The item as that version accepts it. */
function itemOf(item: unknown, { file, items }: Version): unknown {
  if (isRecord(item) && items.has(item['type'])) return item
  const held = fileIn(item)
  if (held !== undefined) return file(held)
  const said = isRecord(item) && item['type'] === 'text' ? item['text'] : undefined
  return textPart(typeof said === 'string' ? said : JSON.stringify(item ?? null))
}

function outputOf(output: unknown, version: Version, writesOut: boolean): unknown {
  if (isRecord(output) && output['type'] === 'execution-denied' && !version.denials)
    return { type: 'error-text', value: outputText(output) }
  if (writesOut) return output
  const items = contentItems(output)
  const meant = items.map((item) => itemOf(item, version))
  return meant.every((item, index) => item === items[index]) ? output : withField(output, 'value', meant)
}

/** A file without the tag before its data. */
function untagged(raw: unknown): unknown {
  const data = isRecord(raw) && raw['type'] === 'file' ? raw['data'] : undefined
  if (!isRecord(data) || (data['type'] !== 'data' && data['type'] !== 'url')) return undefined
  return withField(raw, 'data', data[data['type']])
}

/** A block check that also refuses parts of these types, which belong to a later version. */
export function refusingLater(later: ReadonlySet<unknown>, format: Format): NonNullable<Format['blockProblem']> {
  return (block, transcript) =>
    later.has(block.shape.type) ? 'a part of a later version' : format.blockProblem!(block, transcript)
}

/**
 * Packages that send known items of a result as images and all others as text: DeepSeek refuses the image, and OpenRouter refuses it in a
 * result, where both accept the text.
 */
const writers = /^(?:deepseek|openrouter)\b/

/** ModelMessages for one version of `ai`: parts of other versions are rewritten, unless the package sends them as text anyway. */
export function asVersion(format: Format, name: SpecificationVersion, provider: unknown): Format {
  const version = versions[name]
  const writesOut = typeof provider === 'string' && writers.test(provider)
  const sent = (output: unknown): unknown => outputOf(output, version, writesOut)
  return {
    ...withSentTypes(format, version.tags),
    canonical: (block, ...context) =>
      format.canonical!(block, ...context) ??
      (block.kind === 'media' && !version.tags ? untagged(block.raw) : undefined),
    blockProblem: refusingLater(version.later, format),
    resultProblem: (result, rules) =>
      format.resultProblem(result, rules) ??
      (sent(result.payload) === result.payload ? null : 'the output of another version'),
    write: {
      ...format.write,
      withResultContent: (result, ...context) => {
        const written = format.write.withResultContent(result, ...context) as Fields
        return withField(written, 'output', sent(written['output']))
      },
    },
  }
}
