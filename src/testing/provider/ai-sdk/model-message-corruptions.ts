import { type Damage, damage, type PickOne } from '../shared/damage.ts'
import { foreignPairs } from '../shared/foreign-tools.ts'
import { asList, isRecord, type JsonRecord } from '../shared/records.ts'

type Site = { message: JsonRecord; at: number; parts: JsonRecord[]; part: JsonRecord; index: number }

function sites(messages: readonly JsonRecord[], matches: (part: JsonRecord, message: JsonRecord) => boolean): Site[] {
  return messages.flatMap((message, at) => {
    const parts = asList(message['content']).filter(isRecord)
    if (!Array.isArray(message['content'])) return []
    const own = message['content'] as JsonRecord[]
    return parts.flatMap((part, index) => (matches(part, message) ? [{ message, at, parts: own, part, index }] : []))
  })
}

const ofType =
  (type: string) =>
  (part: JsonRecord): boolean =>
    part['type'] === type
const isCall = (part: JsonRecord): boolean => part['type'] === 'tool-call' && part['providerExecuted'] !== true
const isResult = (part: JsonRecord, message: JsonRecord): boolean =>
  part['type'] === 'tool-result' && message['role'] === 'tool'

const onPart = (
  name: string,
  faultType: string,
  matches: (part: JsonRecord, message: JsonRecord) => boolean,
  change: (site: Site, copy: JsonRecord[]) => boolean | void,
): Damage<JsonRecord[]> =>
  damage<JsonRecord[]>(name, faultType, (copy, pick) => {
    const site = pick(sites(copy, matches))
    return site === undefined ? false : change(site, copy)
  })

function removePart({ message, parts, index }: Site, copy: JsonRecord[]): void {
  parts.splice(index, 1)
  if (parts.length === 0) copy.splice(copy.indexOf(message), 1)
}

const onMessage = (
  name: string,
  faultType: string,
  matches: (message: JsonRecord, index: number, copy: readonly JsonRecord[]) => boolean,
  change: (message: JsonRecord, copy: JsonRecord[], pick: PickOne) => boolean | void,
): Damage<JsonRecord[]> =>
  damage<JsonRecord[]>(name, faultType, (copy, pick) => {
    const message = pick(copy.filter(matches))
    return message === undefined ? false : change(message, copy, pick)
  })

const role =
  (...roles: string[]) =>
  (message: JsonRecord): boolean =>
    roles.includes(String(message['role']))

const inRole =
  (...roles: string[]) =>
  (_part: JsonRecord, message: JsonRecord): boolean =>
    roles.includes(String(message['role']))

const setInput = (name: string, value: unknown): Damage<JsonRecord[]> =>
  onPart(name, 'tool_call_input_invalid', isCall, ({ part }) => void (part['input'] = value))
const setOutput = (name: string, value: (output: JsonRecord) => unknown): Damage<JsonRecord[]> =>
  onPart(name, 'tool_result_content_invalid', isResult, ({ part }) => {
    part['output'] = value(part['output'] as JsonRecord)
  })

/** Every kind of damage to a list of ModelMessages. */
export const modelMessageCorruptions: readonly Damage<JsonRecord[]>[] = [
  ...foreignPairs<JsonRecord[]>(['messages', 'converse', 'gemini', 'responses'], (copy) =>
    sites(copy, isCall).map(({ index, part, parts }) => {
      const { input, toolCallId: id, toolName: name } = part
      const result = sites(copy, isResult).find((site) => site.part['toolCallId'] === id)
      return {
        pair: { id: String(id), name: String(name), input },
        call: (written) => void (parts[index] = written),
        result: result && ((written) => void (result.parts[result.index] = written)),
      }
    }),
  ),
  onPart('drop-result', 'tool_result_missing', isResult, removePart),
  onPart('drop-call', 'tool_result_orphan', isCall, removePart),
  onPart('killed-mid-tool', 'tool_result_missing', isResult, ({ at }, copy) => {
    copy.splice(at)
  }),
  onPart('duplicate-result', 'tool_result_duplicate', isResult, ({ parts, index, part }) => {
    parts.splice(index, 0, structuredClone(part))
  }),
  onPart('duplicate-call', 'tool_call_id_duplicate', isCall, ({ parts, index, part }) => {
    parts.splice(index, 0, structuredClone(part))
  }),
  onPart('result-one-turn-later', 'tool_result_misplaced', isResult, (site, copy) => {
    const later = copy.findIndex((message, index) => index > site.at && message['role'] === 'user')
    if (later < 0) return false
    copy.splice(later + 1, 0, { role: 'tool', content: [site.part] })
    removePart(site, copy)
  }),
  onPart('user-before-result', 'tool_result_misplaced', isResult, ({ message }, copy) => {
    copy.splice(copy.indexOf(message), 0, { role: 'user', content: 'Wait.' })
  }),
  onPart('result-in-assistant', 'tool_result_misplaced', isResult, (site, copy) => {
    const owner = copy.findLast((message, index) => index < site.at && message['role'] === 'assistant')
    if (!Array.isArray(owner?.['content'])) return false
    owner['content'].push(site.part)
    removePart(site, copy)
  }),
  onPart('result-in-user', 'tool_result_misplaced', isResult, ({ message }) => void (message['role'] = 'user')),
  onPart('foreign-result-id', 'tool_result_orphan', isResult, ({ part }) => void (part['toolCallId'] = 'call_foreign')),
  onPart('result-without-id', 'tool_call_id_invalid', isResult, ({ part }) => void delete part['toolCallId']),
  onPart('call-without-id', 'tool_call_id_invalid', isCall, ({ part }) => void delete part['toolCallId']),
  onPart('empty-call-id', 'tool_call_id_invalid', isCall, ({ part }) => void (part['toolCallId'] = '')),
  onPart('empty-tool-name', 'tool_call_name_invalid', isCall, ({ part }) => void (part['toolName'] = '')),
  onPart('result-without-name', 'tool_call_name_invalid', isResult, ({ part }) => void delete part['toolName']),
  onPart('orphan-server-result', 'tool_result_orphan', ofType('tool-call'), ({ part, parts, index }) => {
    const made = { type: 'tool-result', toolCallId: 'srv_lost', toolName: 'web_search' }
    parts.splice(part['providerExecuted'] === true ? index : parts.length, 0, {
      ...made,
      output: { type: 'json', value: [] },
    })
  }),
  setInput('null-input', null),
  setInput('absent-input', undefined),
  setInput('list-input', [1, 2]),
  setInput('truncated-input', '{"path":"a.txt","lines":[1,'),
  setInput('json-text-input', '{"path":"a.txt"}'),
  setOutput('untyped-output', (output) => output['value'] ?? 'x'),
  setOutput('text-output', () => 'plain'),
  setOutput('output-of-unknown-type', (output) => ({ ...output, type: 'markdown' })),
  setOutput('output-without-value', () => ({ type: 'json' })),
  onPart('result-of-ai-sdk-4', 'tool_result_content_invalid', isResult, ({ part }) => {
    part['result'] = 'as before'
    delete part['output']
  }),
  onPart('approval-without-request', 'content_block_invalid', ofType('tool-approval-request'), (site, copy) => {
    removePart(site, copy)
    const lost = { type: 'tool-approval-response', approvalId: site.part['approvalId'], approved: true }
    copy.push({ role: 'tool', content: [lost] })
  }),
  onPart('unknown-part', 'content_block_invalid', inRole('user', 'assistant'), ({ parts }) => {
    parts.push({ type: 'mystery', text: 'keep me' })
  }),
  onPart('part-is-null', 'content_block_invalid', inRole('user', 'assistant', 'tool'), ({ parts }) => {
    parts.push(null as unknown as JsonRecord)
  }),
  onPart('text-in-tool-message', 'content_block_invalid', isResult, ({ parts }) => {
    parts.push({ type: 'text', text: 'a note' })
  }),
  onPart('text-is-no-string', 'content_block_invalid', ofType('text'), ({ part }) => void (part['text'] = 7)),
  onPart('bytes-through-json', 'content_block_invalid', ofType('file'), ({ part }) => {
    part['data'] = JSON.parse(JSON.stringify(Uint8Array.from([137, 80, 78, 71])))
  }),
  onPart('url-through-json', 'content_block_invalid', ofType('file'), ({ part }) => {
    part['data'] = JSON.parse(JSON.stringify({ type: 'url', url: new URL('https://example.com/x.png') }))
  }),
  onMessage('empty-user', 'empty_content_message', role('user'), (message) => void (message['content'] = '')),
  onMessage('no-parts', 'empty_content_message', role('user'), (message) => void (message['content'] = [])),
  onMessage('empty-parts-only', 'empty_content_message', role('user'), (message) => {
    message['content'] = [{ type: 'text', text: '' }]
  }),
  damage<JsonRecord[]>(
    'empty-assistant',
    'empty_content_message',
    (copy) => void copy.push({ role: 'assistant', content: [] }),
  ),
  onMessage('null-content', 'empty_content_message', role('user'), (message) => void (message['content'] = null)),
  onMessage('content-is-object', 'content_block_invalid', role('user'), (message) => {
    message['content'] = { type: 'text', text: 'alone' }
  }),
  onMessage('system-in-parts', 'content_block_invalid', role('user'), (message, copy) => {
    copy.splice(copy.indexOf(message), 0, { role: 'system', content: [{ type: 'text', text: 'Be exact.' }] })
    const before = copy[copy.indexOf(message) - 2]
    return before?.['role'] !== 'tool' && before !== undefined
  }),
  onMessage('tool-message-is-text', 'content_block_invalid', role('user'), (_message, copy) => {
    copy.push({ role: 'tool', content: 'the output' })
  }),
  onMessage('unknown-role', 'role_invalid', role('user'), (message) => void (message['role'] = 'human')),
  onMessage('developer-role', 'role_invalid', role('user'), (message) => {
    if (typeof message['content'] !== 'string') return false
    message['role'] = 'developer'
  }),
  onMessage('lone-surrogate', 'invalid_unicode', role('user'), (message) => void (message['content'] = 'cut \ud83d')),
  onPart('surrogate-in-input', 'invalid_unicode', isCall, ({ part }) => void (part['input'] = { path: 'x\udc4d' })),
]
