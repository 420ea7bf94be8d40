import { type Damage, damage } from '../shared/damage.ts'
import { foreignBlocks } from '../shared/foreign-tools.ts'
import { asList, isRecord, type JsonRecord } from '../shared/records.ts'

type Site = { message: JsonRecord; at: number; parts: JsonRecord[]; part: JsonRecord; index: number }

function sites(messages: readonly JsonRecord[], matches: (part: JsonRecord) => boolean, role = 'assistant'): Site[] {
  return messages.flatMap((message, at) => {
    const own = message['parts'] as JsonRecord[]
    if (message['role'] !== role) return []
    return asList(own)
      .filter(isRecord)
      .flatMap((part, index) => (matches(part) ? [{ message, at, parts: own, part, index }] : []))
  })
}

const isTool = (part: JsonRecord): boolean =>
  (part['type'] === 'dynamic-tool' || String(part['type']).startsWith('tool-')) &&
  part['state'] !== 'input-streaming' &&
  part['providerExecuted'] !== true
const inState =
  (...names: string[]) =>
  (part: JsonRecord): boolean =>
    isTool(part) && names.includes(String(part['state']))

const onPart = (
  name: string,
  faultType: string,
  matches: (part: JsonRecord) => boolean,
  change: (site: Site, copy: JsonRecord[]) => boolean | void,
  role?: string,
): Damage<JsonRecord[]> =>
  damage<JsonRecord[]>(name, faultType, (copy, pick) => {
    const site = pick(sites(copy, matches, role))
    return site === undefined ? false : change(site, copy)
  })

const onUser = (
  name: string,
  faultType: string,
  change: (message: JsonRecord, copy: JsonRecord[]) => boolean | void,
): Damage<JsonRecord[]> =>
  damage<JsonRecord[]>(name, faultType, (copy, pick) => {
    const message = pick(copy.filter(({ role }) => role === 'user'))
    return message === undefined ? false : change(message, copy)
  })

const forget = (part: JsonRecord, ...fields: string[]): void => {
  for (const field of fields) delete part[field]
}

/** Every kind of damage to a list of UIMessages. */
export const uiMessageCorruptions: readonly Damage<JsonRecord[]>[] = [
  onPart(
    'pair-of-another-api',
    'content_block_invalid',
    inState('output-available'),
    ({ message, part, parts }, copy) => {
      const { input, toolCallId: id, toolName, type } = part
      const name = String(toolName ?? String(type).slice('tool-'.length))
      const pair = { id: String(id), name, input, output: 'what the tool said' }
      parts[parts.indexOf(part)] = foreignBlocks.messages.call(pair)
      copy.splice(copy.indexOf(message) + 1, 0, { role: 'user', content: [foreignBlocks.messages.result(pair)] })
    },
  ),
  onPart('killed-mid-tool', 'tool_result_missing', inState('output-available', 'output-error'), ({ part }) => {
    forget(part, 'output', 'errorText', 'approval', 'rawInput', 'preliminary')
    part['input'] ??= {}
    part['state'] = 'input-available'
  }),
  onPart('killed-and-cut', 'tool_result_missing', inState('output-available'), ({ part, parts, index, at }, copy) => {
    forget(part, 'output', 'approval', 'preliminary')
    part['state'] = 'input-available'
    parts.splice(index + 1)
    copy.splice(at + 1)
  }),
  onPart('approved-but-never-run', 'tool_result_missing', inState('output-available'), ({ part, message }, copy) => {
    forget(part, 'output', 'preliminary')
    Object.assign(part, { state: 'approval-responded', approval: { id: 'x', approved: true } })
    return copy.at(-1) !== message
  }),
  onPart('approval-open-at-the-end', 'tool_result_missing', inState('output-available'), ({ part, at }, copy) => {
    forget(part, 'output', 'preliminary')
    Object.assign(part, { state: 'approval-requested', approval: { id: 'x' } })
    copy.splice(at + 1)
  }),
  onPart('state-of-ai-sdk-4', 'tool_result_missing', inState('output-available'), ({ part }) => {
    part['state'] = 'result'
  }),
  onPart('no-state', 'tool_result_missing', inState('output-available', 'output-error'), ({ part }) => {
    forget(part, 'state', 'rawInput')
    part['input'] ??= {}
  }),
  onPart('error-without-text', 'tool_result_missing', inState('output-error'), ({ part }) => forget(part, 'errorText')),
  onPart('error-beside-output', 'tool_result_missing', inState('output-available'), ({ part }) => {
    part['errorText'] = 'and an error'
    forget(part, 'approval')
  }),
  onPart('denied-without-approval', 'content_block_invalid', inState('output-denied'), ({ part }) =>
    forget(part, 'approval'),
  ),
  onPart('duplicate-part', 'tool_call_id_duplicate', isTool, ({ parts, index, part }) => {
    parts.splice(index, 0, structuredClone(part))
  }),
  onPart('same-id-twice', 'tool_call_id_duplicate', inState('output-available'), ({ parts, part }) => {
    parts.push({ ...structuredClone(part), output: 'another outcome' })
  }),
  onPart('tool-invocation-of-ai-sdk-4', 'content_block_invalid', inState('output-available'), (site) => {
    const { toolCallId, input, output } = site.part
    const toolInvocation = { state: 'result', toolCallId, toolName: 'search', args: input, result: output }
    site.parts[site.index] = { type: 'tool-invocation', toolInvocation }
  }),
  onPart('no-call-id', 'tool_call_id_invalid', isTool, ({ part }) => forget(part, 'toolCallId')),
  onPart('empty-call-id', 'tool_call_id_invalid', isTool, ({ part }) => void (part['toolCallId'] = '')),
  onPart('no-tool-name', 'tool_call_name_invalid', isTool, ({ part }) => {
    if (part['type'] === 'dynamic-tool') part['toolName'] = ''
    else part['type'] = 'tool-'
  }),
  onPart(
    'null-input',
    'tool_call_input_invalid',
    inState('output-available'),
    ({ part }) => void (part['input'] = null),
  ),
  onPart('absent-input', 'tool_call_input_invalid', isTool, ({ part }) => forget(part, 'input', 'rawInput')),
  onPart('truncated-input', 'tool_call_input_invalid', isTool, ({ part }) => void (part['input'] = '{"path":"a')),
  onPart('list-input', 'tool_call_input_invalid', isTool, ({ part }) => void (part['input'] = [1])),
  onPart(
    'part-is-null',
    'content_block_invalid',
    isTool,
    ({ parts }) => void parts.push(null as unknown as JsonRecord),
  ),
  onPart(
    'part-is-text',
    'content_block_invalid',
    () => true,
    ({ parts }) => {
      parts.push('just text' as unknown as JsonRecord)
    },
  ),
  onPart(
    'unknown-part',
    'content_block_invalid',
    () => true,
    ({ parts }) => {
      parts.push({ type: 'mystery', text: 'keep me' })
    },
  ),
  onPart(
    'reasoning-of-ai-sdk-4',
    'content_block_invalid',
    () => true,
    ({ parts }) => {
      parts.push({ type: 'reasoning', details: [] })
    },
  ),
  onPart(
    'relative-address',
    'content_block_invalid',
    ({ type }) => type === 'file',
    ({ part }) => {
      part['url'] = '/uploads/a.png'
    },
  ),
  onPart(
    'text-is-null',
    'content_block_invalid',
    ({ type }) => type === 'text',
    ({ part }) => void (part['text'] = null),
  ),
  onUser('no-parts', 'empty_content_message', (message) => void (message['parts'] = [])),
  onUser('empty-parts-only', 'empty_content_message', (message) => {
    message['parts'] = [{ type: 'text', text: '' }]
  }),
  onUser('absent-parts', 'empty_content_message', (message) => forget(message, 'parts')),
  onUser('content-of-ai-sdk-4', 'content_block_invalid', (message) => {
    forget(message, 'parts')
    message['content'] = 'An old message.'
  }),
  onUser('parts-are-text', 'content_block_invalid', (message) => void (message['parts'] = 'A text.')),
  onUser('data-role', 'role_invalid', (message) => void (message['role'] = 'data')),
  onUser('message-is-null', 'content_block_invalid', (message, copy) => {
    copy[copy.indexOf(message)] = null as unknown as JsonRecord
  }),
  onUser('emptied-beside-aborted', 'empty_content_message', (message, copy) => {
    message['parts'] = []
    copy.splice(0, copy.length, message, { id: 'aborted', role: 'assistant', parts: [{ type: 'step-start' }] })
  }),
  onUser('aborted-alone', 'role_order', (_message, copy) => {
    copy.splice(0, copy.length, { id: 'aborted', role: 'assistant', parts: [] })
  }),
  onUser('lone-surrogate', 'invalid_unicode', (message) => {
    message['parts'] = [{ type: 'text', text: 'cut \ud83d' }]
  }),
]
