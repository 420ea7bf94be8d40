import { damage } from '../../shared/damage.ts'
import { tinyPdf, tinyPng } from '../../shared/tiny-images.ts'
import type { ConverseTranscript } from '../transcript.ts'
import {
  holds,
  isCall,
  isResult,
  isText,
  inner,
  onBlock,
  isClaude,
  modelOf,
  reasons,
  sites,
  type ConverseCorruption,
} from './corruption.ts'

const system = ({ request }: ConverseTranscript): unknown[] => request['system'] as unknown[]

export const contentCorruptions: readonly ConverseCorruption[] = [
  onBlock('text-blank', 'blank_text', isText, ({ index, message }) => {
    message.content.splice(index + 1, 0, { text: ' \n' })
  }),
  onBlock('text-emptied', 'blank_text', isText, ({ block }) => {
    block['text'] = ''
  }),
  damage('content-empty', 'empty_content_message', ({ messages }, pick) => {
    const site = pick([...messages.keys()])
    if (site === undefined) return false
    messages.splice(site, 0, { role: messages[site]!.role === 'user' ? 'assistant' : 'user', content: [] })
  }),
  damage('content-null', 'empty_content_message', ({ messages }, pick) => {
    const site = pick([...messages.keys()])
    if (site === undefined) return false
    messages.splice(site, 0, { role: 'assistant', content: null as never })
  }),
  damage('content-is-text', 'content_block_invalid', ({ messages }, pick) => {
    const site = pick(messages.filter(({ content: list }) => list.every((block) => typeof block['text'] === 'string')))
    if (!site) return false
    site.content = 'Just text' as never
  }),
  damage('text-twice-in-a-row', 'content_block_invalid', ({ messages }, pick) => {
    const site = pick([...messages.keys()].filter((at) => messages[at]!.role === 'user'))
    messages.splice((site ?? 0) + 1, 0, { role: 'user', content: 'Said as a string.' as never })
  }),
  onBlock('cache-point-behind-reasoning', 'cache_control_invalid', reasons, ({ index, message }) => {
    message.content.splice(index + 1, 0, { cachePoint: { type: 'default' } })
  }),
  onBlock(
    'cache-point-behind-document',
    'cache_control_invalid',
    holds('document'),
    ({ block, index, message }, copy) => {
      Object.assign(inner(block, 'document'), { format: 'md', source: { bytes: btoa('# Notes') } })
      message.content.splice(index + 1, 0, { cachePoint: { type: 'default' } })
      return modelOf(copy).family === 'claude'
    },
  ),
  onBlock('cache-point-first', 'cache_control_invalid', isText, ({ message }) => {
    message.content.unshift({ cachePoint: { type: 'default' } })
  }),
  onBlock('cache-points-too-many', 'cache_control_invalid', isText, ({ index, message }) => {
    message.content.splice(index + 1, 0, ...Array.from({ length: 5 }, () => ({ cachePoint: { type: 'default' } })))
  }),
  onBlock('cache-point-alone', 'cache_control_invalid', isText, ({ at }, { messages }) => {
    messages.splice(at, 0, { role: 'user', content: [{ cachePoint: { type: 'default' } }] })
  }),
  damage('cache-point-lives-longer', 'cache_control_invalid', (copy, pick) => {
    const site = pick(sites(copy, isText))
    if (!site || !isClaude(copy) || !modelOf(copy).caches) return false
    system(copy).push({ cachePoint: { type: 'default' } })
    site.message.content.splice(site.index + 1, 0, { cachePoint: { type: 'default', ttl: '1h' } })
  }),
  onBlock('cache-point-of-another-life', 'content_block_invalid', isText, ({ index, message }) => {
    message.content.splice(index + 1, 0, { cachePoint: { type: 'default', ttl: '10m' } })
  }),
  damage('cache-point-among-tools', 'cache_control_invalid', (copy) => {
    const tools = (copy.request['toolConfig'] as { tools: unknown[] } | undefined)?.tools
    if (modelOf(copy).caches !== 'no-tools' || !tools) return false
    tools.push({ cachePoint: { type: 'default' } })
  }),
  damage('system-blank', 'blank_text', (copy) => void system(copy).unshift({ text: ' ' })),
  onBlock('search-result-of-nothing', 'content_block_invalid', holds('searchResult'), ({ block }) => {
    inner(block, 'searchResult')['content'] = []
  }),
  onBlock('search-result-partly-blank', 'content_block_invalid', holds('searchResult'), ({ block }) => {
    inner(block, 'searchResult')['content'] = [{ text: ' ' }, { text: 'What was found.' }]
  }),
  onBlock('part-of-nobody', 'content_block_invalid', isText, ({ index, message }) => {
    message.content.splice(index + 1, 0, { type: 'widget', body: 'What it shows.' })
  }),
  onBlock('union-of-another-language', 'content_block_invalid', isText, ({ block, index, message }) => {
    message.content[index] = { Text: block['text'] }
  }),
  onBlock('image-without-format', 'content_block_invalid', holds('image'), ({ block }) => {
    delete inner(block, 'image')['format']
  }),
  onBlock('document-in-no-format', 'content_block_invalid', holds('document'), ({ block }) => {
    Object.assign(inner(block, 'document'), { format: 'octet-stream', source: { bytes: btoa('# Notes') } })
  }),
  onBlock('document-by-media-type', 'content_block_invalid', holds('document'), ({ block }) => {
    Object.assign(inner(block, 'document'), { format: 'text/markdown', source: { text: 'Notes.' } })
  }),
  onBlock('unknown-member', 'content_block_invalid', isText, ({ index, message }) => {
    message.content.splice(index + 1, 0, { hologram: { text: 'What it shows.' } })
  }),
  onBlock('document-without-text', 'media_invalid', holds('document'), ({ message }) => {
    message.content = message.content.filter((block) => block['text'] === undefined)
  }),
  onBlock('union-of-two', 'content_block_invalid', isCall, ({ block }, copy) => {
    if (!modelOf(copy).mixedCalls) return false
    block['text'] = 'Let me see.'
  }),
  onBlock('union-empty', 'content_block_invalid', isText, ({ index, message }) => {
    message.content.splice(index + 1, 0, {})
  }),
  onBlock('block-is-string', 'content_block_invalid', isText, ({ index, message }) => {
    message.content.splice(index + 1, 0, 'bare' as never)
  }),
  onBlock('lone-surrogate', 'invalid_unicode', isText, ({ block }) => {
    block['text'] = `${String(block['text'])} \ud83d`
  }),
  onBlock('image-format-wrong', 'media_invalid', holds('image'), ({ block }) => {
    const image = inner(block, 'image')
    image['format'] = image['format'] === 'gif' ? 'png' : 'gif'
  }),
  onBlock('image-bytes-as-json', 'content_block_invalid', holds('image'), ({ block }) => {
    const { data } = tinyPng()
    Object.assign(inner(block, 'image'), { format: 'png', source: { bytes: Buffer.from(data, 'base64').toJSON() } })
  }),
  onBlock('document-bytes-as-json', 'content_block_invalid', holds('document'), ({ block }) => {
    const bytes = { ...Buffer.from(tinyPdf, 'base64') }
    Object.assign(inner(block, 'document'), { format: 'pdf', source: { bytes } })
  }),
  damage('content-in-a-list', 'content_block_invalid', ({ messages }, pick) => {
    const site = pick(messages.filter(({ content }) => Array.isArray(content) && content.length > 0))
    if (!site) return false
    site.content = [site.content] as never
  }),
  onBlock('image-as-address', 'media_invalid', holds('image'), ({ block }) => {
    const { data, mediaType } = tinyPng()
    Object.assign(inner(block, 'image'), { format: 'png', source: { bytes: `data:${mediaType};base64,${data}` } })
  }),
  onBlock(
    'image-broken',
    'media_invalid',
    holds('image'),
    ({ block }) => {
      inner(block, 'image')['source'] = { bytes: new Uint8Array([1, 2, 3]) }
    },
    { lossy: true },
  ),
  onBlock('document-name-twice', 'media_invalid', holds('document'), ({ block, index, message }) => {
    message.content.splice(index, 0, structuredClone(block))
  }),
  onBlock('document-name-illegal', 'media_invalid', holds('document'), ({ block }) => {
    inner(block, 'document')['name'] = 'Q3_report  final.pdf'
  }),
  onBlock('document-unnamed', 'media_invalid', isText, ({ message }) => {
    if (message.role !== 'user' || message.content.some((block) => isResult(block, message))) return false
    message.content.push({ document: { format: 'pdf', source: { bytes: tinyPdf } } })
  }),
  onBlock(
    'too-many-images',
    'media_limit_exceeded',
    isText,
    ({ message }, copy) => {
      if (message.role !== 'user' || modelOf(copy).family !== 'nova') return false
      if (message.content.some((block) => isResult(block, message))) return false
      for (let count = 0; count < 21; count += 1)
        message.content.push({ image: { format: 'png', source: { bytes: tinyPng().data } } })
    },
    { lossy: true },
  ),
]
