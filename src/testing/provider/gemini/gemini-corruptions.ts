import { type Damage, damage, damager } from '../shared/damage.ts'
import { foreignPairs } from '../shared/foreign-tools.ts'
import { tinyGif, tinyPng } from '../shared/tiny-images.ts'
import { dataIn, holds, keyIn, onPart, partSites, removePart } from './damage-sites.ts'
import { mintSignature, modelGeneration } from './signatures.ts'
import type { GeminiTranscript, TestPart } from './transcript.ts'

/** One kind of damage to a conversation of the Gemini API. */
export type GeminiCorruption = Damage<GeminiTranscript>

const isCall = holds('functionCall')
const isResponse = holds('functionResponse')
const isText = holds('text')
const always = (): boolean => true

const isSigned = holds('thoughtSignature')
const signatureKey = (part: Record<string, unknown>): string => keyIn(part, 'thoughtSignature') ?? 'thoughtSignature'
const needsSignatures = ({ model }: GeminiTranscript): boolean => modelGeneration(model) >= 3
/** Models compare names and ids since the generation that demands signatures. */
const isMatching = needsSignatures

const pairs: readonly GeminiCorruption[] = [
  ...foreignPairs<GeminiTranscript>(['messages', 'converse', 'responses', 'aiSdk'], (copy) =>
    partSites(copy, isCall).flatMap(({ content, index, part }) => {
      const { args, id, name } = dataIn(part, 'functionCall')
      // Calls without an id exist in no other API.
      if (typeof id !== 'string') return []
      const result = partSites(copy, isResponse).find((site) => dataIn(site.part, 'functionResponse')['id'] === id)
      return [
        {
          pair: { id, name: String(name), input: args ?? {} },
          call: (written) => void (content.parts[index] = written),
          result: result && ((written) => void (result.content.parts[result.index] = written)),
        },
      ]
    }),
  ),
  onPart('drop-response', 'tool_result_missing', isResponse, (site, copy) => removePart(copy, site)),
  onPart('drop-call', 'tool_result_orphan', isCall, (site, copy) => removePart(copy, site)),
  onPart('duplicate-response', 'tool_result_duplicate', isResponse, ({ content, index, part }) => {
    content.parts.splice(index, 0, structuredClone(part))
  }),
  // As the Gemini CLI writes when it resumes a session after a tool turn.
  damage('response-content-twice', 'tool_result_duplicate', ({ contents }, pick) => {
    const site = pick(contents.filter((content) => Array.isArray(content.parts) && content.parts.some(isResponse)))
    if (!site) return false
    contents.splice(contents.indexOf(site), 0, structuredClone(site))
  }),
  damage('responses-split', 'tool_result_misplaced', ({ contents }, pick) => {
    const site = pick(contents.filter(({ parts }) => Array.isArray(parts) && parts.filter(isResponse).length > 1))
    if (!site) return false
    const [first, ...rest] = site.parts
    contents.splice(contents.indexOf(site), 1, { ...site, parts: [first!] }, { ...site, parts: rest })
  }),
  damage('text-before-responses', 'tool_result_misplaced', (copy, pick) => {
    const site = pick(partSites(copy, isResponse))
    if (!site) return false
    copy.contents.splice(site.at, 0, { role: 'user', parts: [{ text: 'A note in between.' }] })
  }),
  damage('responses-one-turn-late', 'tool_result_misplaced', (copy, pick) => {
    const { contents } = copy
    const site = pick(partSites(copy, isResponse).filter(({ at }) => contents[at + 1]?.role === 'model'))
    if (!site) return false
    const [moved] = contents.splice(site.at, 1)
    contents.splice(site.at + 1, 0, moved!)
  }),
  damage('call-after-model-turn', 'tool_result_misplaced', (copy, pick) => {
    const site = pick(partSites(copy, isCall))
    if (!site) return false
    copy.contents.splice(site.at, 0, { role: 'model', parts: [{ text: 'Let me see.' }] })
  }),
  damage('calls-split', 'tool_result_misplaced', ({ contents }, pick) => {
    const site = pick(contents.filter(({ parts }) => Array.isArray(parts) && parts.filter(isCall).length > 1))
    if (!site) return false
    const at = site.parts.findLastIndex(isCall)
    contents.splice(
      contents.indexOf(site),
      1,
      { ...site, parts: site.parts.slice(0, at) },
      { ...site, parts: site.parts.slice(at) },
    )
  }),
  onPart('response-of-model', 'tool_result_misplaced', isResponse, ({ content }) => {
    content.role = 'model'
  }),
  damage('live-call', 'tool_result_missing', ({ contents, model }) => {
    const functionCall = { name: 'read_file', args: {} }
    contents.push({ role: 'model', parts: [{ functionCall, thoughtSignature: mintSignature(model, 'live') }] })
  }),
]

const calls: readonly GeminiCorruption[] = [
  onPart('response-name-empty', 'tool_call_name_invalid', isResponse, ({ part }) => {
    dataIn(part, 'functionResponse')['name'] = ''
  }),
  onPart('response-name-missing', 'tool_call_name_invalid', isResponse, ({ part }) => {
    delete dataIn(part, 'functionResponse')['name']
  }),
  onPart('response-name-other', 'tool_call_name_invalid', isResponse, ({ part }, copy) => {
    dataIn(part, 'functionResponse')['name'] = 'tool_result'
    return isMatching(copy)
  }),
  onPart('response-id-other', 'tool_call_id_invalid', isResponse, ({ part }, copy) => {
    const response = dataIn(part, 'functionResponse')
    if (response['id'] === undefined) return false
    response['id'] = 'call_of_another_session'
    return isMatching(copy)
  }),
  damage('one-id-for-two-calls', 'tool_call_id_duplicate', (copy, pick) => {
    const isNamed = (part: TestPart): boolean => isCall(part) && dataIn(part, 'functionCall')['id'] !== undefined
    const site = pick(copy.contents.filter(({ parts }) => Array.isArray(parts) && parts.filter(isNamed).length > 1))
    if (!site || !isMatching(copy)) return false
    const [first, second] = site.parts.filter(isNamed).map((part) => dataIn(part, 'functionCall'))
    const own = second!['id']
    const answers = copy.contents[copy.contents.indexOf(site) + 1]?.parts.filter(isResponse) ?? []
    for (const data of [second!, ...answers.map((part) => dataIn(part, 'functionResponse'))])
      if (data['id'] === own) data['id'] = first!['id']
  }),
  onPart('call-name-empty', 'tool_call_name_invalid', isCall, ({ part }) => {
    dataIn(part, 'functionCall')['name'] = ''
  }),
  onPart('response-is-text', 'tool_result_content_invalid', isResponse, ({ part }) => {
    dataIn(part, 'functionResponse')['response'] = 'plain text'
  }),
  onPart('response-is-list', 'tool_result_content_invalid', isResponse, ({ part }) => {
    dataIn(part, 'functionResponse')['response'] = [1, 2]
  }),
  onPart('args-are-text', 'tool_call_input_invalid', isCall, ({ part }) => {
    dataIn(part, 'functionCall')['args'] = '{"path":"a"}'
  }),
  onPart('args-under-another-name', 'content_block_invalid', isCall, ({ part }) => {
    const call = dataIn(part, 'functionCall')
    call['arguments'] = call['args'] ?? { path: 'a' }
    delete call['args']
  }),
  onPart('args-cut-off', 'tool_call_input_invalid', isCall, ({ part }) => {
    dataIn(part, 'functionCall')['args'] = '{"path":"a.t'
  }),
  onPart('call-in-user-turn', 'content_block_invalid', isText, ({ content }) => {
    if (content.role !== 'user') return false
    content.parts.push({ functionCall: { name: 'read_file', args: {} } })
  }),
]

const signatures: readonly GeminiCorruption[] = [
  damage('signature-missing', 'thinking_signature_missing', (copy) => {
    const prompt = copy.contents.findLastIndex(
      ({ role, parts }) => role !== 'model' && Array.isArray(parts) && !parts.some(isResponse),
    )
    const open = partSites(copy, isCall).filter(({ at, part }) => at > prompt && isSigned(part))
    if (!needsSignatures(copy) || open.length === 0) return false
    for (const { part } of open) delete part[signatureKey(part)]
  }),
  onPart(
    'signature-corrupted',
    'thinking_signature_invalid',
    isSigned,
    ({ part }, copy) => {
      part[signatureKey(part)] = Buffer.from('of another account').toString('base64')
      return needsSignatures(copy)
    },
    { opaque: true },
  ),
  onPart(
    'signature-of-older-model',
    'thinking_signature_invalid',
    isSigned,
    ({ part }, copy) => {
      part[signatureKey(part)] = mintSignature('gemini-2.5-pro', 'x')
      return needsSignatures(copy)
    },
    { opaque: true },
  ),
  onPart('signature-not-base64', 'thinking_signature_invalid', isSigned, ({ part }) => {
    part[signatureKey(part)] = 'not base64!'
  }),
]

const content: readonly GeminiCorruption[] = [
  damage('parts-empty', 'empty_content_message', ({ contents }, pick) => {
    const site = pick([...contents.keys()])
    contents.splice(site ?? 0, 0, { role: contents[site ?? 0]?.role === 'user' ? 'model' : 'user', parts: [] })
  }),
  damage('parts-missing', 'empty_content_message', ({ contents }, pick) => {
    const site = pick([...contents.keys()])
    contents.splice(site ?? 0, 0, { role: 'user' } as never)
  }),
  damage('contents-emptied', 'empty_content_message', ({ contents }) => {
    for (const content of contents) content.parts = []
  }),
  onPart('text-empty', 'blank_text', isText, ({ content: { parts }, index }) => {
    parts.splice(index, 0, { text: '' })
  }),
  onPart('text-emptied', 'blank_text', isText, ({ part, content: { parts } }) => {
    if (isSigned(part) || parts.some(isCall) || parts.some(isResponse)) return false
    part['text'] = ''
  }),
  onPart('part-without-data', 'content_block_invalid', always, ({ content: { parts }, index }) => {
    parts.splice(index, 0, {})
  }),
  onPart('part-is-string', 'content_block_invalid', isText, ({ content: { parts }, index }) => {
    parts.splice(index, 0, 'a bare string' as never)
  }),
  onPart('part-holds-two', 'content_block_invalid', isCall, ({ part }) => {
    part['text'] = 'Let me call.'
  }),
  onPart('part-unknown-field', 'unknown_field', always, ({ part }) => {
    part['id'] = 'part_1'
  }),
  onPart('part-cache-control', 'unknown_field', isText, ({ part }) => {
    part['cache_control'] = { type: 'ephemeral' }
  }),
  onPart('response-unknown-field', 'unknown_field', isResponse, ({ part }) => {
    dataIn(part, 'functionResponse')['isError'] = true
  }),
  onPart('response-medium-unknown-field', 'content_block_invalid', isResponse, ({ part }) => {
    const { data, mediaType } = tinyPng()
    dataIn(part, 'functionResponse')['parts'] = [{ inlineData: { mimeType: mediaType, data, id: 'img_1' } }]
  }),
  onPart('response-medium-as-bytes', 'content_block_invalid', isResponse, ({ part }) => {
    const { data, mediaType } = tinyPng()
    const bytes = Buffer.from(data, 'base64').toJSON()
    dataIn(part, 'functionResponse')['parts'] = [{ inlineData: { mimeType: mediaType, data: bytes } }]
  }),
  damage('parts-in-a-list', 'content_block_invalid', ({ contents }, pick) => {
    const site = pick(contents.filter(({ parts }) => Array.isArray(parts) && parts.length > 0))
    if (!site) return false
    site.parts = [site.parts] as never
  }),
  onPart('code-of-no-language', 'content_block_invalid', holds('executableCode'), ({ part }) => {
    dataIn(part, 'executableCode')['language'] = ''
  }),
  damage('content-unknown-field', 'unknown_field', ({ contents }, pick) => {
    const site = pick(contents)
    if (site) site['finishReason'] = 'STOP'
  }),
  onPart('lone-surrogate', 'invalid_unicode', isText, ({ part }) => {
    part['text'] = `${String(part['text'])} \ud83d`
  }),
  damage('image-of-another-api', 'content_block_invalid', ({ contents }, pick) => {
    const site = pick(contents.filter(({ role, parts }) => role === 'user' && Array.isArray(parts)))
    const { data, mediaType } = tinyPng()
    const part = { type: 'image', source: { type: 'base64', media_type: mediaType, data } }
    site?.parts.push(part as never)
    return site !== undefined
  }),
  damage('bad-mime', 'media_invalid', ({ contents }, pick) => {
    const site = pick(contents.filter(({ role, parts }) => role === 'user' && Array.isArray(parts)))
    site?.parts.push({ inlineData: { mimeType: 'image/jpeg', data: tinyPng().data } })
    return site !== undefined
  }),
  damage('address-as-data', 'media_invalid', ({ contents }, pick) => {
    const site = pick(contents.filter(({ role, parts }) => role === 'user' && Array.isArray(parts)))
    const { data, mediaType } = tinyPng()
    site?.parts.push({ inlineData: { mimeType: mediaType, data: `data:${mediaType};base64,${data}` } })
    return site !== undefined
  }),
  damage('no-mime', 'media_invalid', ({ contents }, pick) => {
    const site = pick(contents.filter(({ role, parts }) => role === 'user' && Array.isArray(parts)))
    site?.parts.push({ inlineData: { data: tinyPng().data } })
    return site !== undefined
  }),
  damage(
    'unread-mime',
    'media_invalid',
    ({ contents }, pick) => {
      const site = pick(contents.filter(({ role, parts }) => role === 'user' && Array.isArray(parts)))
      site?.parts.push({ inlineData: { mimeType: tinyGif.mediaType, data: tinyGif.data } })
      return site !== undefined
    },
    { lossy: true },
  ),
  damage(
    'document-unread',
    'media_invalid',
    ({ contents }, pick) => {
      const site = pick(contents.filter(({ role, parts }) => role === 'user' && Array.isArray(parts)))
      site?.parts.push({ inlineData: { mimeType: 'application/octet-stream', data: 'AAAA' } })
      return site !== undefined
    },
    { lossy: true },
  ),
  onPart('file-without-uri', 'content_block_invalid', holds('fileData'), ({ part }) => {
    part[keyIn(part, 'fileData') ?? ''] = {}
  }),
]

const everywhere: readonly GeminiCorruption[] = [
  damage('texts-all-emptied', 'blank_text', (copy) => {
    const texts = partSites(copy, isText)
    for (const { part } of texts) part['text'] = ''
    return texts.length > 0
  }),
  damage('contents-all-emptied', 'empty_content_message', ({ contents }) => {
    for (const content of contents) content.parts = []
  }),
]

const roles: readonly GeminiCorruption[] = [
  damage('role-assistant', 'role_invalid', ({ contents }, pick) => {
    const site = pick(contents.filter(({ role }) => role === 'model'))
    if (!site) return false
    site.role = 'assistant'
  }),
  damage('role-tool', 'role_invalid', (copy, pick) => {
    const site = pick(partSites(copy, isResponse))
    if (!site) return false
    site.content.role = 'tool'
  }),
  damage('role-missing', 'role_invalid', ({ contents }, pick) => {
    if (contents.length < 2) return false
    const site = pick(contents)
    delete site?.role
  }),
  damage('system-first', 'role_invalid', ({ contents }) => {
    contents.unshift({ role: 'system', parts: [{ text: 'Be brief.' }] })
  }),
  damage('system-inside', 'role_invalid', ({ contents }, pick) => {
    const site = pick([...contents.keys()].slice(1))
    if (site === undefined) return false
    contents.splice(site, 0, { role: 'system', parts: [{ text: 'The time is 12:00.' }] })
  }),
  damage('starts-with-model', 'role_order', ({ contents }) => {
    contents.unshift({ role: 'model', parts: [{ text: 'Welcome back.' }] })
  }),
  damage('ends-with-model', 'prefill_unsupported', ({ contents, model }) => {
    if (modelGeneration(model) < 3) return false
    contents.push({ role: 'model', parts: [{ text: 'Half an answ' }] })
    return true
  }),
]

/** Every kind of damage for generateContent. Alone, each one makes the API refuse a healthy transcript. */
export const geminiCorruptions: readonly GeminiCorruption[] = [
  ...pairs,
  ...calls,
  ...signatures,
  ...content,
  ...everywhere,
  ...roles,
]

/** @example corruptGeminiTranscript(transcript, createRandom(3), { count: 2, where: 'last' }) */
export const corruptGeminiTranscript: ReturnType<typeof damager<GeminiTranscript>> = damager(geminiCorruptions)
