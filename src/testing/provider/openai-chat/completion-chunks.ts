import type { ServerEvent } from '../shared/event-stream.ts'
import { halves } from '../shared/halves.ts'
import { asList, asText, isRecord, type JsonRecord } from '../shared/records.ts'

const textFields = ['reasoning_content', 'content', 'refusal']

function callDeltas(call: unknown, index: number): JsonRecord[] {
  if (!isRecord(call) || !isRecord(call['function'])) return []
  const { name, arguments: input } = call['function']
  const opened = { index, id: call['id'], type: 'function', function: { name, arguments: '' } }
  const rest = halves(asText(input)).map((part) => ({ index, function: { arguments: part } }))
  return [opened, ...rest].map((delta) => ({ tool_calls: [delta] }))
}

/** The chunks of one completion in the API's order: role, texts, calls, finish reason, usage when it is asked for. */
export function completionChunks(completion: JsonRecord, withUsage: boolean): ServerEvent[] {
  const choice = asList(completion['choices'])[0]
  const message = isRecord(choice) && isRecord(choice['message']) ? choice['message'] : {}
  const { usage, ...head } = completion
  const chunk = (choices: readonly JsonRecord[], extra: JsonRecord = {}): ServerEvent => ({
    type: 'chunk',
    chunk: { ...head, object: 'chat.completion.chunk', choices, ...extra },
  })
  const delta = (value: JsonRecord, reason: unknown = null): ServerEvent =>
    chunk([{ index: 0, delta: value, logprobs: null, finish_reason: reason }])
  return [
    delta({ role: 'assistant', content: '' }),
    ...textFields.flatMap((field) => halves(asText(message[field])).map((part) => delta({ [field]: part }))),
    ...asList(message['tool_calls']).flatMap((call, index) => callDeltas(call, index).map((value) => delta(value))),
    delta({}, isRecord(choice) ? choice['finish_reason'] : 'stop'),
    ...(withUsage ? [chunk([], { usage })] : []),
    { type: 'done' },
  ]
}

/** Chat Completions does not name its events; the last line is `[DONE]`. */
export function writeChunk(event: ServerEvent): string {
  if (event.type === 'done') return 'data: [DONE]\n\n'
  return `data: ${JSON.stringify(event.type === 'chunk' ? event['chunk'] : event)}\n\n`
}
