import { isRecord, type JsonRecord } from '../../shared/records.ts'
import { tinyPng } from '../../shared/tiny-images.ts'
import type { AnthropicTranscript, TestBlock } from '../transcript.ts'
import { type Corruption, corruption, ofType, onBlock, sites } from './corruption.ts'

const high = '\ud83d'
const low = '\udc4d'

const isPlain = ofType('text', 'image', 'tool_use', 'tool_result')

function unmark({ request, messages }: AnthropicTranscript): void {
  const entries = [request['tools'], request['system'], ...messages.map(({ content }) => content)]
  for (const entry of entries.filter(Array.isArray).flat() as JsonRecord[]) delete entry['cache_control']
}

const imageSource = ({ mediaType, data }: { mediaType: string; data: string }): JsonRecord => ({
  type: 'base64',
  media_type: mediaType,
  data,
})

const image = (width = 1, height = 1): TestBlock => ({ type: 'image', source: imageSource(tinyPng(width, height)) })

const isBase64 =
  (type: string) =>
  (block: TestBlock): boolean =>
    block.type === type && isRecord(block['source']) && block['source']['type'] === 'base64'

const addImages = (name: string, images: () => TestBlock[]): Corruption =>
  corruption(name, 'media_limit_exceeded', (copy, pick) => {
    const site = pick(sites(copy, (block, { role }) => role === 'user' && block.type === 'text'))
    if (!site) return false
    site.content.push(...images())
  })

const spoil = (name: string, faultType: string, source: () => JsonRecord): Corruption =>
  onBlock(name, faultType, isBase64('image'), ({ block }) => {
    block['source'] = source()
  })

/** Damage to cache marks, characters and media. */
export const requestCorruptions: readonly Corruption[] = [
  corruption('too-many-cache-marks', 'cache_control_invalid', (copy) => {
    const places = sites(copy, isPlain)
    if (places.length < 5) return false
    unmark(copy)
    for (const { block } of places.slice(0, 5)) block['cache_control'] = { type: 'ephemeral' }
  }),
  corruption('automatic-cache-mark-beside-four', 'cache_control_invalid', (copy) => {
    const places = sites(copy, isPlain)
    if (places.length < 4) return false
    unmark(copy)
    for (const { block } of places.slice(0, 4)) block['cache_control'] = { type: 'ephemeral' }
    copy.request['cache_control'] = { type: 'ephemeral' }
  }),
  corruption('automatic-cache-mark-of-another-lifetime', 'cache_control_invalid', (copy) => {
    const last = sites(copy, () => true).at(-1)
    if (last === undefined || last.message !== copy.messages.at(-1) || last.block !== last.content.at(-1)) return false
    if (!isPlain(last.block)) return false
    unmark(copy)
    last.block['cache_control'] = { type: 'ephemeral', ttl: '1h' }
    copy.request['cache_control'] = { type: 'ephemeral' }
  }),
  onBlock('cache-mark-on-thinking', 'cache_control_invalid', ofType('thinking', 'redacted_thinking'), ({ block }) => {
    block['cache_control'] = { type: 'ephemeral' }
  }),
  onBlock('cache-mark-on-empty-text', 'cache_control_invalid', ofType('text'), ({ block, message }) => {
    if (message.role === 'system') return false
    block['text'] = ''
    block['cache_control'] = { type: 'ephemeral' }
  }),
  onBlock('cache-ttl-order', 'cache_control_invalid', isPlain, ({ block }, copy) => {
    const tool = (copy.request['tools'] as JsonRecord[] | undefined)?.[0]
    if (!tool) return false
    unmark(copy)
    tool['cache_control'] = { type: 'ephemeral' }
    block['cache_control'] = { type: 'ephemeral', ttl: '1h' }
  }),
  onBlock('lone-high-surrogate', 'invalid_unicode', ofType('text'), ({ block }) => {
    block['text'] = `${String(block['text'])}${high}`
  }),
  onBlock('lone-low-surrogate', 'invalid_unicode', ofType('text'), ({ block }) => {
    block['text'] = `${low}${String(block['text'])}`
  }),
  corruption('surrogate-in-string-content', 'invalid_unicode', (copy, pick) => {
    const message = pick(copy.messages.filter(({ content }) => typeof content === 'string' && content !== ''))
    if (!message) return false
    message.content = `${String(message.content)}${high}`
  }),
  onBlock('surrogate-in-input', 'invalid_unicode', ofType('tool_use'), ({ block }) => {
    block['input'] = { path: `a${high}b` }
  }),
  onBlock('surrogate-in-key', 'invalid_unicode', ofType('tool_use'), ({ block }) => {
    block['input'] = { [`k${high}`]: { deep: 1 } }
  }),
  onBlock('surrogate-in-result', 'invalid_unicode', ofType('tool_result'), ({ block }) => {
    block['content'] = [{ type: 'text', text: `cut emoji ${high}` }]
  }),
  onBlock('image-type-mismatch', 'media_invalid', isBase64('image'), ({ block }) => {
    const source = block['source'] as JsonRecord
    source['media_type'] = source['media_type'] === 'image/gif' ? 'image/png' : 'image/gif'
  }),
  spoil('image-media-type-unknown', 'media_invalid', () => ({
    ...imageSource(tinyPng()),
    media_type: 'application/pdf',
  })),
  spoil('image-as-address', 'media_invalid', () => {
    const { data, mediaType } = tinyPng()
    return imageSource({ mediaType, data: `data:${mediaType};base64,${data}` })
  }),
  onBlock('image-taken-out-of-result', 'media_invalid', ofType('tool_result'), ({ block }) => {
    block['content'] = [{ type: 'text', text: 'See:' }, { type: 'image' }]
  }),
  spoil('image-bytes-corrupt', 'media_invalid', () =>
    imageSource({ mediaType: 'image/png', data: 'bm90IGFuIGltYWdl' }),
  ),
  spoil('image-cut-off', 'media_invalid', () => imageSource({ mediaType: 'image/png', data: 'iVBORw0KGgo=' })),
  spoil('image-too-wide', 'media_limit_exceeded', () => imageSource(tinyPng(8001, 1))),
  spoil('image-over-10-mb', 'media_limit_exceeded', () => imageSource(tinyPng(1, 1, 8_000_000))),
  addImages('too-many-images', () => Array.from({ length: 601 }, () => image())),
  addImages('many-images-too-wide', () => [image(2001, 1), ...Array.from({ length: 20 }, () => image())]),
  onBlock('pdf-corrupt', 'media_invalid', isBase64('document'), ({ block }) => {
    block['source'] = { type: 'base64', media_type: 'application/pdf', data: 'PGh0bWw+PC9odG1sPg==' }
  }),
]
