import { type Damage, damage, damager } from '../shared/damage.ts'
import { foreignPairs } from '../shared/foreign-tools.ts'
import { isRecord, type JsonRecord } from '../shared/records.ts'
import { tinyPdf, tinyPng } from '../shared/tiny-images.ts'
import { converseModel, mintReasoningSignature } from './models.ts'
import type { ConverseTranscript, TestConverseBlock, TestConverseMessage } from './transcript.ts'

/** One kind of damage to a conversation of Converse. */
export type ConverseCorruption = Damage<ConverseTranscript>

/** A block in a private copy of a transcript. */
type Site = { message: TestConverseMessage; at: number; block: TestConverseBlock; index: number }

type Matches = (block: TestConverseBlock, message: TestConverseMessage) => boolean

const holds =
  (member: string): Matches =>
  (block) =>
    block[member] !== undefined

const isCall = holds('toolUse')
const isResult = holds('toolResult')
const isText = holds('text')

const inner = (block: TestConverseBlock, member: string): JsonRecord => block[member] as JsonRecord

const sites = ({ messages }: ConverseTranscript, matches: Matches): Site[] =>
  messages.flatMap((message, at) =>
    message.content.flatMap((block, index) =>
      isRecord(block) && matches(block, message) ? [{ message, at, block, index }] : [],
    ),
  )

const onBlock = (
  name: string,
  faultType: string,
  matches: Matches,
  change: (site: Site, copy: ConverseTranscript) => boolean | void,
  traits: { opaque?: true; lossy?: true } = {},
): ConverseCorruption =>
  damage<ConverseTranscript>(
    name,
    faultType,
    (copy, pick) => {
      const site = pick(sites(copy, matches))
      return site === undefined ? false : change(site, copy)
    },
    traits,
  )

const modelOf = ({ request }: ConverseTranscript): ReturnType<typeof converseModel> => converseModel(request.modelId)

/** The same change in the call and its result. */
function renameId({ messages }: ConverseTranscript, from: unknown, to: unknown): void {
  for (const { content } of messages)
    for (const block of content)
      for (const member of ['toolUse', 'toolResult'])
        if (isRecord(block[member]) && block[member]['toolUseId'] === from) block[member]['toolUseId'] = to
}

const pairs: readonly ConverseCorruption[] = [
  onBlock('drop-result', 'tool_result_missing', isResult, ({ index, message }) => {
    if (message.content.length < 2) return false
    message.content.splice(index, 1)
  }),
  damage('drop-result-message', 'tool_result_missing', ({ messages }, pick) => {
    const site = pick(messages.filter(({ content }) => content.some((block) => isResult(block, messages[0]!))))
    if (!site) return false
    messages.splice(messages.indexOf(site), 1)
  }),
  onBlock('drop-call', 'tool_result_orphan', isCall, ({ index, message }) => {
    if (message.content.length < 2) return false
    message.content.splice(index, 1)
  }),
  onBlock('duplicate-result', 'tool_result_duplicate', isResult, ({ block, index, message }) => {
    message.content.splice(index, 0, structuredClone(block))
  }),
  onBlock('late-result', 'tool_result_misplaced', isResult, ({ at, index, message }, { messages }) => {
    const later = messages[at + 2]
    if (message.content.length < 2 || later === undefined) return false
    later.content.unshift(...message.content.splice(index, 1))
  }),
  onBlock('text-before-results', 'tool_result_misplaced', isResult, ({ message }, copy) => {
    if (modelOf(copy).family !== 'claude') return false
    message.content.unshift({ text: 'A note.' })
  }),
  onBlock('text-beside-results', 'tool_result_misplaced', isResult, ({ message }, copy) => {
    if (modelOf(copy).mixedTurns) return false
    message.content.push({ text: 'A note.' })
  }),
  onBlock('result-of-another-id', 'tool_result_missing', isResult, ({ block }) => {
    inner(block, 'toolResult')['toolUseId'] = 'tooluse_of_another_session'
  }),
  onBlock('late-result-of-another-id', 'tool_result_missing', isResult, ({ at, block, index, message }, copy) => {
    const later = copy.messages[at + 2]
    if (later === undefined || message.content.length < 2) return false
    inner(block, 'toolResult')['toolUseId'] = 'tooluse_of_another_session'
    later.content.push(...message.content.splice(index, 1))
  }),
  onBlock('results-last', 'tool_result_misplaced', isResult, ({ message }, copy) => {
    if (modelOf(copy).family !== 'claude') return false
    message.content.unshift({ text: 'A note.' }, { text: 'Another note.' })
  }),
  onBlock(
    'text-beside-calls',
    'tool_result_misplaced',
    isCall,
    ({ message }, copy) => {
      if (modelOf(copy).mixedCalls) return false
      message.content.unshift({ text: 'Let me look.' })
    },
    { opaque: true },
  ),
  onBlock('duplicate-call-id', 'tool_call_id_duplicate', isCall, ({ block, message }, copy) => {
    const other = message.content.find((candidate) => isRecord(candidate['toolUse']) && candidate !== block)
    if (!other) return false
    renameId(copy, inner(other, 'toolUse')['toolUseId'], inner(block, 'toolUse')['toolUseId'])
  }),
  damage('live-call', 'tool_result_missing', ({ messages, request }) => {
    const toolUse = { toolUseId: 'tooluse_live', name: 'search', input: {} }
    const isClaude = request.additionalModelRequestFields !== undefined
    const text = 'Let me see.'
    const signature = mintReasoningSignature('live')
    const reasoning = isClaude ? [{ reasoningContent: { reasoningText: { text, signature } } }] : []
    messages.push({ role: 'assistant', content: [...reasoning, { toolUse }] })
  }),
]

const calls: readonly ConverseCorruption[] = [
  onBlock('call-id-too-long', 'tool_call_id_invalid', isCall, ({ block }, copy) => {
    renameId(copy, inner(block, 'toolUse')['toolUseId'], `call_${'x'.repeat(70)}`)
  }),
  onBlock('call-id-illegal', 'tool_call_id_invalid', isCall, ({ block }, copy) => {
    renameId(copy, inner(block, 'toolUse')['toolUseId'], 'functions/search 0')
  }),
  onBlock('call-name-illegal', 'tool_call_name_invalid', isCall, ({ block }) => {
    inner(block, 'toolUse')['name'] = 'mcp/search now'
  }),
  onBlock('call-name-empty', 'tool_call_name_invalid', isCall, ({ block }) => {
    inner(block, 'toolUse')['name'] = ''
  }),
  onBlock('input-is-text', 'tool_call_input_invalid', isCall, ({ block }) => {
    inner(block, 'toolUse')['input'] = '{"path":"a"'
  }),
  onBlock('input-missing', 'tool_call_input_invalid', isCall, ({ block }) => {
    delete inner(block, 'toolUse')['input']
  }),
  onBlock('result-json-is-list', 'tool_result_content_invalid', isResult, ({ block }) => {
    inner(block, 'toolResult')['content'] = [{ json: [1, 2] }]
  }),
  onBlock('result-is-text', 'tool_result_content_invalid', isResult, ({ block }) => {
    inner(block, 'toolResult')['content'] = 'plain text'
  }),
  onBlock('result-of-strings', 'tool_result_content_invalid', isResult, ({ block }) => {
    inner(block, 'toolResult')['content'] = ['plain text']
  }),
  onBlock('result-with-foreign-status', 'content_block_invalid', isResult, ({ block }) => {
    inner(block, 'toolResult')['status'] = 'failed'
  }),
  onBlock('error-without-content', 'tool_result_content_invalid', isResult, ({ block }) => {
    Object.assign(inner(block, 'toolResult'), { content: [], status: 'error' })
  }),
  damage('tools-missing', 'tool_definitions_missing', (copy) => {
    if (sites(copy, isCall).length === 0) return false
    delete copy.request['toolConfig']
  }),
]

const foreign: readonly ConverseCorruption[] = foreignPairs<ConverseTranscript>(
  ['messages', 'gemini', 'responses', 'aiSdk'],
  (copy) =>
    sites(copy, isCall).map(({ block, index, message }) => {
      const { input, name, toolUseId: id } = inner(block, 'toolUse')
      const result = sites(copy, isResult).find((site) => inner(site.block, 'toolResult')['toolUseId'] === id)
      return {
        pair: { id: String(id), name: String(name), input },
        call: (written) => void (message.content[index] = written),
        result: result && ((written) => void (result.message.content[result.index] = written)),
      }
    }),
)

const reasons: Matches = (block) => isRecord(block['reasoningContent']) && 'reasoningText' in block['reasoningContent']
const isClaude = (copy: ConverseTranscript): boolean => modelOf(copy).family === 'claude'

const reasoning: readonly ConverseCorruption[] = [
  onBlock('reasoning-of-user', 'content_block_invalid', isText, ({ index, message }) => {
    if (message.role !== 'user') return false
    message.content.splice(index, 0, { reasoningContent: { reasoningText: { text: 'Hm.', signature: 'x' } } })
  }),
  onBlock('signature-missing', 'thinking_signature_missing', reasons, ({ block }, copy) => {
    delete inner(inner(block, 'reasoningContent'), 'reasoningText')['signature']
    return isClaude(copy)
  }),
  onBlock(
    'signature-foreign',
    'thinking_signature_invalid',
    reasons,
    ({ block }, copy) => {
      inner(inner(block, 'reasoningContent'), 'reasoningText')['signature'] = 'QUJDRA=='
      return isClaude(copy)
    },
    { opaque: true },
  ),
  onBlock('reasoning-emptied', 'thinking_signature_missing', reasons, ({ block }, copy) => {
    inner(block, 'reasoningContent')['reasoningText'] = { text: '' }
    return isClaude(copy)
  }),
  damage('loop-reasoning-stripped', 'thinking_block_order', ({ messages, request }) => {
    const { thinking } = (request['additionalModelRequestFields'] ?? {}) as { thinking?: JsonRecord }
    const answered = messages.findLastIndex(({ content: list }) => list.every((block) => isRecord(block['toolResult'])))
    if (thinking?.['type'] !== 'enabled' || answered < 0) return false
    messages.splice(answered + 1)
    for (const message of messages)
      message.content = message.content.filter((block) => block['reasoningContent'] === undefined)
  }),
  damage('reasoning-ends-prefill', 'thinking_block_order', (copy) => {
    if (!isClaude(copy) || !modelOf(copy).prefill || copy.request['additionalModelRequestFields']) return false
    const reasoningText = { text: 'Half a thought', signature: mintReasoningSignature('prefill') }
    copy.messages.push({ role: 'assistant', content: [{ reasoningContent: { reasoningText } }] })
  }),
  onBlock('reasoning-not-first', 'thinking_block_order', reasons, ({ message }, copy) => {
    message.content.unshift({ text: 'First.' })
    return isClaude(copy)
  }),
  onBlock('reasoning-snake-case', 'content_block_invalid', reasons, ({ block }) => {
    const { reasoningText } = inner(block, 'reasoningContent')
    delete block['reasoningContent']
    block['reasoning_content'] = { reasoning_text: reasoningText }
  }),
  damage('reasoning-for-others', 'thinking_disabled_violation', (copy, pick) => {
    const site = pick(copy.messages.filter(({ role }) => role === 'assistant'))
    if (modelOf(copy).reasons || !site) return false
    site.content.unshift({ reasoningContent: { reasoningText: { text: 'Hm.', signature: 'x' } } })
  }),
  onBlock('nothing-but-reasoning', 'prefill_unsupported', reasons, ({ at, message, block }, copy) => {
    if (modelOf(copy).prefill || !isClaude(copy) || message.content.some((other) => isCall(other, message)))
      return false
    message.content = [block]
    return at >= 0
  }),
]

const everywhere: readonly ConverseCorruption[] = [
  damage('reasoning-all-last', 'thinking_block_order', (copy) => {
    if (!isClaude(copy) || sites(copy, holds('reasoningContent')).length === 0) return false
    for (const message of copy.messages)
      message.content.sort((a, b) => Number('reasoningContent' in a) - Number('reasoningContent' in b))
  }),
  damage(
    'signatures-all-foreign',
    'thinking_signature_invalid',
    (copy) => {
      const blocks = sites(copy, reasons)
      for (const { block } of blocks) inner(inner(block, 'reasoningContent'), 'reasoningText')['signature'] = 'QUJDRA=='
      return isClaude(copy) && blocks.length > 0
    },
    { opaque: true },
  ),
  damage('contents-all-blank', 'blank_text', ({ messages }) => {
    for (const message of messages) message.content = [{ text: ' ' }]
  }),
  damage('texts-all-blank', 'blank_text', (copy) => {
    for (const { block } of sites(copy, isText)) block['text'] = ''
  }),
  damage('results-all-of-other-ids', 'tool_result_missing', (copy) => {
    const results = sites(copy, isResult)
    for (const { at, block, index } of results) inner(block, 'toolResult')['toolUseId'] = `other_${at}_${index}`
    return results.length > 0
  }),
  damage('conversation-twice', 'role_alternation', ({ messages }) => {
    messages.push(...structuredClone(messages))
  }),
]

const content: readonly ConverseCorruption[] = [
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

const roles: readonly ConverseCorruption[] = [
  damage('same-role-twice', 'role_alternation', ({ messages }, pick) => {
    const site = pick([...messages.keys()].filter((at) => messages[at]!.role === 'user'))
    messages.splice((site ?? 0) + 1, 0, { role: 'user', content: [{ text: 'And another thing.' }] })
  }),
  damage('starts-with-assistant', 'role_order', ({ messages }) => {
    messages.unshift({ role: 'assistant', content: [{ text: 'Welcome back.' }] })
  }),
  damage('role-tool', 'role_invalid', (copy, pick) => {
    const site = pick(sites(copy, isResult))
    if (!site) return false
    site.message.role = 'tool' as never
  }),
  damage('role-model', 'role_invalid', ({ messages }, pick) => {
    const site = pick(messages.filter(({ role }) => role === 'assistant'))
    if (!site) return false
    site.role = 'model' as never
  }),
  damage('system-first', 'role_invalid', ({ messages }) => {
    messages.unshift({ role: 'system' as never, content: [{ text: 'Be brief.' }] })
  }),
  damage('system-inside', 'role_invalid', ({ messages }, pick) => {
    const site = pick([...messages.keys()].slice(1))
    if (site === undefined) return false
    messages.splice(site, 0, { role: 'system' as never, content: [{ text: 'The time is 12:00.' }] })
  }),
  damage('ends-with-assistant', 'prefill_unsupported', (copy) => {
    if (!isClaude(copy) || modelOf(copy).prefill) return false
    copy.messages.push({ role: 'assistant', content: [{ text: 'Half an answ' }] })
  }),
  damage('trailing-whitespace', 'trailing_whitespace', (copy) => {
    if (!isClaude(copy) || !modelOf(copy).prefill || copy.request['additionalModelRequestFields']) return false
    copy.messages.push({ role: 'assistant', content: [{ text: 'Half an answer: ' }] })
  }),
]

/** Every kind of damage for Converse. Alone, each one makes the API refuse a healthy transcript. */
export const converseCorruptions: readonly ConverseCorruption[] = [
  ...pairs,
  ...calls,
  ...reasoning,
  ...content,
  ...everywhere,
  ...roles,
  ...foreign,
]

const isReadable = ({ messages }: ConverseTranscript): boolean =>
  messages.every(({ content: list }) => Array.isArray(list) && list.every(isRecord))

/** See `damager`. */
export const corruptConverseTranscript: ReturnType<typeof damager<ConverseTranscript>> = damager(
  converseCorruptions,
  isReadable,
)
