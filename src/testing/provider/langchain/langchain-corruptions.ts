import { type Damage, damage } from '../shared/damage.ts'
import { asList, isRecord, type JsonRecord } from '../shared/records.ts'

const is =
  (...types: string[]) =>
  (message: JsonRecord): boolean =>
    types.includes(String(message['type']))
const callsOf = (message: JsonRecord): JsonRecord[] => asList(message['tool_calls']).filter(isRecord)
const hasCalls = (message: JsonRecord): boolean => callsOf(message).length > 0

const onMessage = (
  name: string,
  faultType: string,
  matches: (message: JsonRecord) => boolean,
  change: (message: JsonRecord, copy: JsonRecord[], at: number) => boolean | void,
): Damage<JsonRecord[]> =>
  damage<JsonRecord[]>(name, faultType, (copy, pick) => {
    const message = pick(copy.filter(matches))
    return message === undefined ? false : change(message, copy, copy.indexOf(message))
  })

/** Changes the last call of a message, and its copy in the content. */
const onCall = (
  name: string,
  faultType: string,
  change: (call: JsonRecord, message: JsonRecord) => void,
): Damage<JsonRecord[]> =>
  onMessage(name, faultType, hasCalls, (message) => {
    const call = callsOf(message).at(-1)!
    // Without the copy in the content the damage is the same for every client.
    message['content'] = 'I look.'
    delete message['additional_kwargs']
    change(call, message)
  })

const rawCall = ({ args, id, name }: JsonRecord): JsonRecord => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
})

const setField = (field: string, value: unknown) => (message: JsonRecord) => void (message[field] = value)

/** Every kind of damage to a list of LangChain messages. */
export const langchainCorruptions: readonly Damage<JsonRecord[]>[] = [
  onMessage('drop-result', 'tool_result_missing', is('tool'), (_message, copy, at) => void copy.splice(at, 1)),
  onMessage('killed-mid-tool', 'tool_result_missing', is('tool'), (_message, copy, at) => void copy.splice(at)),
  onMessage('drop-calling-message', 'tool_result_orphan', hasCalls, (_message, copy, at) => {
    copy.splice(at, 1)
    return copy.length > 0
  }),
  onMessage('drop-call-everywhere', 'tool_result_orphan', hasCalls, (message) => {
    message['tool_calls'] = []
    message['content'] = 'I look.'
    delete message['additional_kwargs']
  }),
  onMessage('call-in-content-only', 'tool_result_missing', hasCalls, (message, copy, at) => {
    message['content'] = callsOf(message).map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args }))
    message['tool_calls'] = []
    delete message['additional_kwargs']
    copy.splice(at + 1, 1)
  }),
  onMessage('no-list-beside-raw-calls', 'tool_calls_malformed', hasCalls, (message) => {
    message['content'] = 'I look.'
    message['additional_kwargs'] = { tool_calls: callsOf(message).map(rawCall) }
    message['tool_calls'] = null
  }),
  onMessage('calls-as-text', 'tool_calls_malformed', hasCalls, (message) => {
    message['content'] = ''
    delete message['additional_kwargs']
    message['tool_calls'] = JSON.stringify(message['tool_calls'])
  }),
  onMessage('calls-as-object', 'tool_calls_malformed', hasCalls, (message) => {
    message['content'] = ''
    delete message['additional_kwargs']
    message['tool_calls'] = { ...callsOf(message) }
  }),
  onMessage('calls-as-text-and-killed', 'tool_calls_malformed', hasCalls, (message, copy, at) => {
    message['content'] = ''
    delete message['additional_kwargs']
    message['tool_calls'] = JSON.stringify(message['tool_calls'])
    copy.splice(at + 1)
  }),
  onMessage('raw-result-of-the-user', 'tool_result_misplaced', is('tool'), (message, copy, at) => {
    const raw = { type: 'tool_result', tool_use_id: message['tool_call_id'], content: message['content'] }
    copy[at] = { type: 'human', content: [raw] }
  }),
  onMessage('duplicate-result', 'tool_result_duplicate', is('tool'), (message, copy, at) => {
    copy.splice(at, 0, { ...message })
  }),
  onMessage('other-result-of-the-same-call', 'tool_result_duplicate', is('tool'), (message, copy, at) => {
    copy.splice(at + 1, 0, { ...message, content: 'another outcome' })
  }),
  onMessage('result-one-turn-later', 'tool_result_misplaced', is('tool'), (message, copy, at) => {
    const later = copy.findIndex(({ type }, index) => index > at && type === 'human')
    if (later < 0) return false
    copy.splice(later + 1, 0, message)
    copy.splice(at, 1)
  }),
  onMessage('human-before-result', 'tool_result_misplaced', is('tool'), (_message, copy, at) => {
    copy.splice(at, 0, { type: 'human', content: 'Wait.' })
  }),
  onMessage('result-before-call', 'tool_result_misplaced', hasCalls, (_message, copy, at) => {
    const [result] = copy.splice(at + 1, 1)
    if (result?.['type'] !== 'tool') return false
    copy.splice(at, 0, result)
  }),
  onMessage('foreign-result-id', 'tool_result_orphan', is('tool'), setField('tool_call_id', 'call_foreign')),
  onMessage('result-without-id', 'tool_call_id_invalid', is('tool'), setField('tool_call_id', '')),
  onMessage('orphan-at-the-end', 'tool_result_orphan', is('human'), (_message, copy) => {
    copy.push({ type: 'tool', tool_call_id: 'call_lost', content: 'what was found' })
  }),
  onMessage('duplicate-call', 'tool_call_id_duplicate', hasCalls, (message) => {
    message['tool_calls'] = [...callsOf(message), { ...callsOf(message)[0] }]
  }),
  onCall('same-id-other-call', 'tool_call_id_duplicate', (call, message) => {
    message['tool_calls'] = [...callsOf(message), { ...call, args: { other: true } }]
  }),
  onCall('call-without-id', 'tool_call_id_invalid', (call) => void delete call['id']),
  onCall('empty-call-id', 'tool_call_id_invalid', (call) => void (call['id'] = '')),
  onCall('empty-name', 'tool_call_name_invalid', (call) => void (call['name'] = '')),
  onCall('args-as-input', 'content_block_invalid', (call) => {
    call['input'] = call['args']
    delete call['args']
  }),
  onCall('args-are-null', 'tool_call_input_invalid', (call) => void (call['args'] = null)),
  onCall('args-are-text', 'tool_call_input_invalid', (call) => void (call['args'] = '{"path":"a"}')),
  onCall('args-are-cut', 'tool_call_input_invalid', (call) => void (call['args'] = '{"path":"a.txt","lines":[1,')),
  onCall('args-are-a-list', 'tool_call_input_invalid', (call) => void (call['args'] = [1])),
  onCall('call-is-null', 'content_block_invalid', (_call, message) => {
    message['tool_calls'] = [...callsOf(message), null]
  }),
  onMessage('empty-human', 'empty_content_message', is('human'), setField('content', '')),
  onMessage('human-without-blocks', 'empty_content_message', is('human'), setField('content', [])),
  onMessage(
    'human-of-empty-text',
    'empty_content_message',
    is('human'),
    setField('content', [{ type: 'text', text: '' }]),
  ),
  onMessage('empty-answer', 'empty_content_message', is('human'), (_message, copy) => {
    copy.push({ type: 'ai', content: '' })
  }),
  onMessage('null-human', 'empty_content_message', is('human'), setField('content', null)),
  onMessage(
    'content-is-object',
    'content_block_invalid',
    is('human'),
    setField('content', { type: 'text', text: 'alone' }),
  ),
  onMessage('block-is-null', 'content_block_invalid', is('human'), (message) => {
    message['content'] = [{ type: 'text', text: 'kept' }, null]
  }),
  onMessage('text-is-number', 'content_block_invalid', is('human'), setField('content', [{ type: 'text', text: 7 }])),
  onMessage('result-is-null', 'tool_result_content_invalid', is('tool'), setField('content', null)),
  onMessage('result-is-object', 'tool_result_content_invalid', is('tool'), setField('content', { rows: 3 })),
  onMessage('result-holds-null', 'tool_result_content_invalid', is('tool'), setField('content', [null, 'x'])),
  onMessage('removal-in-history', 'empty_content_message', is('human'), (_message, copy, at) => {
    copy.splice(at, 0, { type: 'remove', id: 'm1', content: [] })
  }),
  onMessage('unknown-role', 'role_invalid', is('human'), setField('type', 'bot')),
  onMessage('lone-surrogate', 'invalid_unicode', is('human'), setField('content', 'cut \ud83d')),
  onCall('surrogate-in-args', 'invalid_unicode', (call) => void (call['args'] = { path: 'x\udc4d' })),
]
