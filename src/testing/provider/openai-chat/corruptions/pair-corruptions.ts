import { isRecord } from '../../shared/records.ts'
import type { ChatMessage } from '../transcript.ts'
import { foreignPairs, inputIn } from '../../shared/foreign-tools.ts'
import { asList, type JsonRecord } from '../../shared/records.ts'
import type { ChatTranscript } from '../transcript.ts'
import { asksTools, callsOf, type ChatCorruption, chatCorruption, hasRole, onCall, onMessage } from './corruption.ts'

const isResult = hasRole('tool')

const remove = (messages: ChatMessage[], message: ChatMessage): void =>
  void messages.splice(messages.indexOf(message), 1)

const ofAnotherApi = foreignPairs<ChatTranscript>(['messages', 'converse', 'gemini', 'responses', 'aiSdk'], (copy) =>
  copy.messages.flatMap((message) =>
    callsOf(message).flatMap((call) => {
      const inner = call['function'] as JsonRecord | undefined
      if (inner === undefined) return []
      const result = copy.messages.find((other) => other['tool_call_id'] === call['id'])
      return [
        {
          pair: { id: String(call['id']), name: String(inner['name']), input: inputIn(inner['arguments']) },
          call: (written) => {
            const left = callsOf(message).filter((other) => other !== call)
            if (left.length > 0) message['tool_calls'] = left
            else delete message['tool_calls']
            const { content } = message
            message['content'] = [
              ...(typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : asList(content)),
              written,
            ]
          },
          result:
            result &&
            ((written) =>
              void copy.messages.splice(copy.messages.indexOf(result), 1, { role: 'user', content: [written] })),
        },
      ]
    }),
  ),
)

/** Damage to the pairing of calls and tool messages, and to the list of calls. */
export const pairCorruptions: readonly ChatCorruption[] = [
  ...ofAnotherApi,
  onMessage('drop-result', 'tool_result_missing', isResult, (message, { messages }) => remove(messages, message)),
  onMessage('drop-call-message', 'tool_result_orphan', asksTools, (message, { messages }) => remove(messages, message)),
  onMessage('drop-all-calls', 'tool_result_orphan', asksTools, (message) => void delete message['tool_calls']),
  onMessage('duplicate-result', 'tool_result_duplicate', isResult, (message, { messages }, at) => {
    messages.splice(at, 0, structuredClone(message))
  }),
  onMessage('duplicate-result-with-other-text', 'tool_result_duplicate', isResult, (message, { messages }, at) => {
    messages.splice(at + 1, 0, { ...structuredClone(message), content: 'another output' })
  }),
  onMessage('user-before-result', 'tool_result_misplaced', isResult, (_, { messages }, at) => {
    messages.splice(at, 0, { role: 'user', content: 'Wait.' })
  }),
  onMessage('result-one-turn-later', 'tool_result_misplaced', isResult, (message, { messages }, at) => {
    const next = messages.findIndex(({ role }, index) => index > at && role === 'assistant')
    if (next < 0) return false
    messages.splice(next + 1, 0, message)
    messages.splice(at, 1)
  }),
  onMessage('result-before-call', 'tool_result_misplaced', isResult, (message, { messages }, at) => {
    const owner = messages.findLastIndex((other, index) => index < at && asksTools(other))
    messages.splice(at, 1)
    messages.splice(owner, 0, message)
  }),
  onMessage('result-with-user-role', 'role_invalid', isResult, (message) => {
    message.role = 'user'
  }),
  onMessage('result-of-a-function', 'tool_result_missing', isResult, (message, { messages }, at) => {
    const owner = messages.findLast((other, index) => index < at && asksTools(other))
    const call = owner && callsOf(owner).find(({ id }) => id === message['tool_call_id'])
    if (owner === undefined || callsOf(owner).length > 1 || !isRecord(call?.['function'])) return false
    message.role = 'function'
    message['name'] = call['function']['name']
    delete message['tool_call_id']
  }),
  // The output of a `function_call` that was stored as an object, not as text.
  onMessage('parsed-output-of-a-function', 'content_block_invalid', asksTools, (message, { messages }, at) => {
    const [call, ...others] = callsOf(message)
    const result = messages[at + 1]
    if (others.length > 0 || !isRecord(call?.['function']) || result?.role !== 'tool') return false
    message['function_call'] = call['function']
    delete message['tool_calls']
    messages[at + 1] = { role: 'function', name: call['function']['name'], content: { rows: [1], of: result.content } }
  }),
  onMessage('foreign-result-id', 'tool_result_orphan', isResult, (message) => {
    message['tool_call_id'] = 'neverSeen'
  }),
  onMessage('result-without-id', 'tool_call_id_invalid', isResult, (message) => void delete message['tool_call_id']),
  onMessage('killed-mid-tool', 'tool_result_missing', asksTools, (_, { messages }, at) => {
    messages.splice(at + 1)
  }),
  onMessage('cancelled-by-user', 'tool_result_missing', asksTools, (_, { messages }, at) => {
    let end = at + 1
    while (messages[end]?.role === 'tool') end += 1
    messages.splice(at + 1, end - at - 1, { role: 'user', content: 'Stop.' })
  }),
  onMessage('duplicate-call', 'tool_call_id_duplicate', asksTools, (message) => {
    const calls = callsOf(message)
    calls.push(structuredClone(calls[0]!))
  }),
  onMessage(
    'empty-calls',
    'tool_calls_malformed',
    (message) => message.role === 'assistant' && !asksTools(message),
    (message) => {
      message['tool_calls'] = []
    },
  ),
  onMessage(
    'null-calls',
    'tool_calls_malformed',
    (message) => message.role === 'assistant' && !asksTools(message),
    (message) => {
      message['tool_calls'] = null
    },
  ),
  onMessage('calls-as-text', 'tool_calls_malformed', asksTools, (message) => {
    message['tool_calls'] = JSON.stringify(message['tool_calls'])
  }),
  onMessage(
    'calls-as-word',
    'tool_calls_malformed',
    (message) => message.role === 'assistant' && !asksTools(message),
    (message) => {
      message['tool_calls'] = 'none'
    },
  ),
  chatCorruption('too-many-calls', 'tool_calls_malformed', (copy, pick, random) => {
    const message = pick(copy.messages.filter(asksTools))
    if (message === undefined) return false
    const at = copy.messages.indexOf(message)
    const made = Array.from({ length: 140 }, () => random.hex(9))
    const calls = made.map((id) => ({ id, type: 'function', function: { name: 'search', arguments: '{}' } }))
    message['tool_calls'] = [...callsOf(message), ...calls]
    const results = made.map((id) => ({ role: 'tool', tool_call_id: id, content: `found ${id}` }))
    copy.messages.splice(at + 1, 0, ...results)
  }),
  onMessage('call-as-null', 'content_block_invalid', asksTools, (message) => {
    ;(callsOf(message) as unknown[]).push(null)
  }),
  onCall('call-without-type', 'content_block_invalid', (call) => void delete call['type']),
  onCall('flat-call', 'content_block_invalid', (call, inner) => {
    Object.assign(call, inner)
    delete call['function']
  }),
  onCall('arguments-as-object', 'tool_call_input_invalid', (_, inner) => {
    inner['arguments'] = { path: 'a.txt' }
  }),
  onCall('arguments-null', 'tool_call_input_invalid', (_, inner) => {
    inner['arguments'] = null
  }),
  onCall('arguments-missing', 'tool_call_input_invalid', (_, inner) => void delete inner['arguments']),
  onCall('arguments-cut-off', 'tool_call_input_invalid', (_, inner) => {
    inner['arguments'] = '{"path":"src/index.ts","lines":[1,2'
  }),
  onCall('name-with-dots', 'tool_call_name_invalid', (_, inner) => {
    inner['name'] = 'files.read file'
  }),
  onCall('name-too-long', 'tool_call_name_invalid', (_, inner) => {
    inner['name'] = 'n'.repeat(65)
  }),
  onCall('name-empty', 'tool_call_name_invalid', (_, inner) => {
    inner['name'] = ''
  }),
  chatCorruption('id-too-long', 'tool_call_id_invalid', (copy, pick) => {
    const message = pick(copy.messages.filter(asksTools))
    const call = message && callsOf(message)[0]
    if (!message || !call) return false
    const old = call['id']
    const id = `toolu_vrtx_${'0'.repeat(40)}`
    call['id'] = id
    for (let at = copy.messages.indexOf(message) + 1; copy.messages[at]?.role === 'tool'; at += 1)
      if (copy.messages[at]?.['tool_call_id'] === old) copy.messages[at]!['tool_call_id'] = id
  }),
  onCall('id-missing', 'tool_call_id_invalid', (call) => void delete call['id']),
  onCall('stored-call-fields', 'unknown_field', (call) => {
    // As a client serialises a struct with fields of other vendors: nulls, and the name twice.
    call['name'] = null
    call['extra'] = {}
  }),
]
