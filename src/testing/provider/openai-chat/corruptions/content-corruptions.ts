import { tinyPng } from '../../shared/tiny-images.ts'
import type { ChatMessage } from '../transcript.ts'
import { asksTools, type ChatCorruption, chatCorruption, hasRole, onMessage } from './corruption.ts'

const isHeard = hasRole('user', 'assistant', 'tool')
const isSilentAssistant = (message: ChatMessage): boolean =>
  message.role === 'assistant' &&
  !asksTools(message) &&
  !message['refusal'] &&
  !message['audio'] &&
  !message['function_call']

const set =
  (field: string, value: unknown) =>
  (message: ChatMessage): void => {
    message[field] = structuredClone(value)
  }

const image = (): object => {
  const { mediaType, data } = tinyPng()
  return { type: 'image_url', image_url: { url: `data:${mediaType};base64,${data}` } }
}

/** Damage to contents, roles and the order of messages. */
export const contentCorruptions: readonly ChatCorruption[] = [
  onMessage('null-user-content', 'empty_content_message', hasRole('user'), set('content', null)),
  onMessage('null-assistant-content', 'empty_content_message', isSilentAssistant, set('content', null)),
  onMessage('missing-content', 'empty_content_message', isSilentAssistant, (message) => void delete message['content']),
  onMessage('null-result-content', 'tool_result_content_invalid', hasRole('tool'), set('content', null)),
  onMessage('empty-list-content', 'empty_content_message', isSilentAssistant, set('content', [])),
  onMessage('empty-list-beside-calls', 'empty_content_message', asksTools, set('content', [])),
  onMessage('empty-assistant-text', 'empty_content_message', isSilentAssistant, set('content', '')),
  onMessage(
    'empty-part-alone',
    'empty_content_message',
    isSilentAssistant,
    set('content', [{ type: 'text', text: '' }]),
  ),
  onMessage('empty-user-text', 'empty_content_message', hasRole('user'), set('content', '')),
  onMessage('reasoning-only', 'empty_content_message', isSilentAssistant, (message) => {
    message['content'] = null
    message['reasoning_content'] = 'Thinking without an answer.'
  }),
  onMessage('number-content', 'content_block_invalid', hasRole('user'), set('content', 7)),
  onMessage(
    'object-content',
    'content_block_invalid',
    hasRole('user', 'assistant'),
    set('content', { type: 'text', text: 'Said in another form.' }),
  ),
  onMessage(
    'result-as-object',
    'tool_result_content_invalid',
    hasRole('tool'),
    set('content', { ok: true, files: ['a'] }),
  ),
  onMessage(
    'result-as-list-of-objects',
    'tool_result_content_invalid',
    hasRole('tool'),
    set('content', [{ file: 'a' }]),
  ),
  onMessage(
    'result-of-foreign-parts',
    'tool_result_content_invalid',
    hasRole('tool'),
    set('content', [
      { type: 'text', text: 'said' },
      { type: 'resource', resource: { uri: 'file:///a', text: 'a file' } },
    ]),
  ),
  onMessage(
    'responses-part',
    'content_block_invalid',
    hasRole('user'),
    set('content', [{ type: 'input_text', text: 'Said in another form.' }]),
  ),
  onMessage(
    'part-without-type',
    'content_block_invalid',
    hasRole('user'),
    set('content', [{ text: 'Said in another form.' }]),
  ),
  onMessage('part-as-string', 'content_block_invalid', hasRole('user'), set('content', ['Said as a string.'])),
  onMessage('anthropic-image', 'content_block_invalid', hasRole('user'), (message) => {
    const { mediaType, data } = tinyPng()
    const source = { type: 'base64', media_type: mediaType, data }
    message['content'] = [
      { type: 'text', text: 'Look:' },
      { type: 'image', source },
    ]
  }),
  onMessage('gemini-image', 'content_block_invalid', hasRole('user'), (message) => {
    const { mediaType, data } = tinyPng()
    message['content'] = [{ text: 'Look:' }, { inlineData: { mimeType: mediaType, data } }]
  }),
  onMessage('lone-surrogate', 'invalid_unicode', isHeard, set('content', 'cut \ud83d here')),
  onMessage('role-model', 'role_invalid', isSilentAssistant, set('role', 'model')),
  onMessage('role-human', 'role_invalid', hasRole('user'), set('role', 'human')),
  onMessage('role-missing', 'role_invalid', isHeard, (message) => void delete (message as { role?: string }).role),
  onMessage('role-developer', 'role_invalid', hasRole('system'), set('role', 'developer')),
  chatCorruption('system-later', 'role_invalid', (copy, pick) => {
    const answers = copy.messages.flatMap((message, at) => (isSilentAssistant(message) ? [at + 1] : []))
    const at = pick(answers)
    if (at === undefined) return false
    copy.messages.splice(at, 0, { role: 'system', content: 'Mind the time.' })
  }),
  chatCorruption('same-role-twice', 'role_alternation', (copy, pick) => {
    const message = pick(copy.messages.filter(hasRole('user')))
    if (!message) return false
    copy.messages.splice(copy.messages.indexOf(message), 0, { role: 'user', content: 'And this.' })
  }),
  chatCorruption('system-twice', 'role_alternation', (copy) => {
    if (copy.messages[0]?.role !== 'system') return false
    copy.messages.splice(1, 0, { role: 'system', content: 'Mind the time.' })
  }),
  chatCorruption('user-after-results', 'role_order', (copy, pick) => {
    const ends = copy.messages.flatMap(({ role }, at) =>
      role === 'tool' && copy.messages[at + 1]?.role !== 'tool' ? [at + 1] : [],
    )
    const at = pick(ends)
    if (at === undefined) return false
    copy.messages.splice(at, 0, { role: 'user', content: 'Go on.' })
  }),
  chatCorruption('leading-assistant', 'role_order', (copy) => {
    const at = copy.messages[0]?.role === 'system' ? 1 : 0
    copy.messages.splice(at, 0, { role: 'assistant', content: 'Hello, how can I help?' })
  }),
  chatCorruption('assistant-last', 'prefill_unsupported', (copy) => {
    if (copy.messages.at(-1)?.role === 'assistant') return false
    copy.messages.push({ role: 'assistant', content: 'I will now' })
  }),
  onMessage('message-as-string', 'content_block_invalid', hasRole('user'), (_, copy, at) => {
    copy.messages[at] = 'Hello' as unknown as ChatMessage
  }),
  onMessage('foreign-reasoning', 'unknown_field', hasRole('assistant'), set('reasoning_content', 'Hm.')),
  onMessage('stored-fields', 'unknown_field', hasRole('user', 'assistant'), set('metadata', { id: 1 })),
  onMessage('lost-reasoning', 'reasoning_content_missing', asksTools, (message) => {
    delete message['reasoning_content']
    delete message['reasoning']
  }),
  onMessage('null-reasoning', 'reasoning_content_missing', asksTools, set('reasoning_content', null)),
  onMessage('ids-of-another-vendor', 'tool_call_id_invalid', asksTools, (message, copy, at) => {
    const ids = new Map<unknown, string>()
    for (const call of message['tool_calls'] as Record<string, unknown>[]) {
      ids.set(call['id'], `call_${String(ids.size)}_of_an_other_vendor`)
      call['id'] = ids.get(call['id'])
    }
    for (let index = at + 1; copy.messages[index]?.role === 'tool'; index += 1) {
      const result = copy.messages[index]!
      result['tool_call_id'] = ids.get(result['tool_call_id']) ?? result['tool_call_id']
    }
  }),
  {
    ...onMessage('image-in-result', 'media_unsupported', hasRole('tool'), (message) =>
      set('content', [image()])(message),
    ),
    lossy: true,
  },
  {
    ...onMessage('image-in-assistant', 'content_block_invalid', isSilentAssistant, (message) =>
      set('content', [{ type: 'text', text: 'Said in another form.' }, image()])(message),
    ),
    lossy: true,
  },
  {
    ...onMessage('broken-image', 'media_invalid', hasRole('user'), (message) =>
      set('content', [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }])(message),
    ),
    lossy: true,
  },
  onMessage('address-in-address', 'media_invalid', hasRole('user'), (message) => {
    const { data, mediaType } = tinyPng()
    const url = `data:${mediaType};base64,`
    set('content', [{ type: 'image_url', image_url: { url: url + url + data } }])(message)
  }),
  onMessage('image-taken-out', 'media_invalid', hasRole('user'), (message) => {
    set('content', [
      { type: 'text', text: 'See:' },
      { type: 'image_url', image_url: { url: '' } },
    ])(message)
  }),
  onMessage('wrong-media-type', 'media_invalid', hasRole('user'), (message) => {
    set('content', [{ type: 'image_url', image_url: { url: `data:image/jpeg;base64,${tinyPng().data}` } }])(message)
  }),
  {
    ...onMessage('too-many-images', 'media_limit_exceeded', hasRole('user'), (message) =>
      set('content', [{ type: 'text', text: 'All of them:' }, ...Array.from({ length: 8 }, image)])(message),
    ),
    lossy: true,
  },
]
