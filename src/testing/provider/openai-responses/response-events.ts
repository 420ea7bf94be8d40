import type { ServerEvent } from '../shared/event-stream.ts'
import { asList, asText, isRecord, type JsonRecord } from '../shared/records.ts'

/** Splits a text into deltas, never inside a surrogate pair. */
const deltas = (text: string): string[] => {
  const characters = Array.from(text)
  const step = Math.max(1, Math.ceil(characters.length / 3))
  return Array.from({ length: Math.ceil(characters.length / step) }, (_, part) =>
    characters.slice(part * step, (part + 1) * step).join(''),
  )
}

/** The events of a streamed response in the order of the API, numbered from 0. */
export function responseEvents(response: JsonRecord): ServerEvent[] {
  const started = { ...response, status: 'in_progress', output: [], usage: null, completed_at: null }
  const events: ServerEvent[] = [
    { type: 'response.created', response: started },
    { type: 'response.in_progress', response: started },
    ...asList(response['output']).flatMap((item, index) => (isRecord(item) ? itemEvents(item, index) : [])),
    { type: response['status'] === 'incomplete' ? 'response.incomplete' : 'response.completed', response },
  ]
  return events.map((event, number) => ({ ...event, sequence_number: number }))
}

function itemEvents(item: JsonRecord, output_index: number): ServerEvent[] {
  const at = { item_id: asText(item['id']), output_index }
  return [
    { type: 'response.output_item.added', output_index, item: { ...item, ...emptied(item) } },
    ...innerEvents(item, at),
    { type: 'response.output_item.done', output_index, item },
  ]
}

/** An item in its initial state, before its deltas. */
function emptied(item: JsonRecord): JsonRecord {
  const begun = 'status' in item ? { status: 'in_progress' } : {}
  if (item['type'] === 'message') return { ...begun, content: [] }
  if (item['type'] === 'function_call') return { ...begun, arguments: '' }
  if (item['type'] === 'custom_tool_call') return { ...begun, input: '' }
  return item['type'] === 'reasoning' ? { ...begun, summary: [] } : begun
}

type At = { item_id: string; output_index: number }

function innerEvents(item: JsonRecord, at: At): ServerEvent[] {
  switch (item['type']) {
    case 'message':
      return asList(item['content']).flatMap((part, index) => (isRecord(part) ? partEvents(part, at, index) : []))
    case 'reasoning':
      return asList(item['summary']).flatMap((part, index) => (isRecord(part) ? summaryEvents(part, at, index) : []))
    case 'function_call':
      return textEvents('response.function_call_arguments', asText(item['arguments']), at, {
        arguments: item['arguments'],
        name: item['name'],
      })
    case 'custom_tool_call':
      return textEvents('response.custom_tool_call_input', asText(item['input']), at, { input: item['input'] })
    default:
      return []
  }
}

function textEvents(name: string, text: string, at: object, done: JsonRecord): ServerEvent[] {
  return [
    ...deltas(text).map((delta) => ({ type: `${name}.delta`, ...at, delta })),
    { type: `${name}.done`, ...at, ...done },
  ]
}

function partEvents(part: JsonRecord, at: At, content_index: number): ServerEvent[] {
  const place = { ...at, content_index }
  const isRefusal = part['type'] === 'refusal'
  const text = asText(isRefusal ? part['refusal'] : part['text'])
  const inner = isRefusal
    ? textEvents('response.refusal', text, place, { refusal: text })
    : textEvents('response.output_text', text, { ...place, logprobs: [] }, { text })
  return [
    { type: 'response.content_part.added', ...place, part: { ...part, [isRefusal ? 'refusal' : 'text']: '' } },
    ...inner,
    { type: 'response.content_part.done', ...place, part },
  ]
}

function summaryEvents(part: JsonRecord, at: At, summary_index: number): ServerEvent[] {
  const place = { ...at, summary_index }
  return [
    { type: 'response.reasoning_summary_part.added', ...place, part: { ...part, text: '' } },
    ...textEvents('response.reasoning_summary_text', asText(part['text']), place, { text: part['text'] }),
    { type: 'response.reasoning_summary_part.done', ...place, part },
  ]
}
