import { shortHash } from '../../json/short-hash.ts'
import type { RunEvent } from './run-event.ts'

type Message = Readonly<Record<string, unknown>>

interface OpenTool {
  readonly name: string
  readonly id: string
  readonly result?: string
}

const textOf = ({ payload }: RunEvent): string => (typeof payload?.['text'] === 'string' ? payload['text'] : '')
const nameOf = ({ payload }: RunEvent): string => (typeof payload?.['name'] === 'string' ? payload['name'] : 'tool')

/**
 * What a run had written before it was cut, as messages that are marked as partial: texts in their order, the tools between
 * them. The same run gives the same messages, so that finding them twice shows.
 */
export function partialOutput(run: readonly RunEvent[], streamID: string | undefined): readonly Message[] {
  const messages: Message[] = []
  const mark = { _partial: true, _recovered: true, ...(streamID !== undefined && { stream_id: streamID }) }
  let text = ''
  let tools: OpenTool[] = []
  const flush = (): void => {
    if (text === '' && tools.length === 0) return
    const calls = tools.map(({ id, name }) => ({ id, type: 'function', function: { name, arguments: '{}' } }))
    messages.push({ role: 'assistant', content: text, ...(calls.length > 0 && { tool_calls: calls }), ...mark })
    for (const { id, result } of tools)
      messages.push({
        role: 'tool',
        tool_call_id: id,
        content: result ?? 'Interrupted; whether this ran to its end is unknown. Check before repeating it.',
        ...mark,
      })
    text = ''
    tools = []
  }
  for (const event of run) {
    if (event.event === 'token') {
      if (tools.length > 0) flush()
      text += textOf(event)
    } else if (event.event === 'tool') {
      const id = `call_${shortHash(`${streamID ?? ''}:${event.seq}`)}`
      tools.push({ name: nameOf(event), id })
    } else if (event.event === 'tool_complete') {
      const at = tools.findIndex(({ name, result }) => name === nameOf(event) && result === undefined)
      if (at >= 0)
        tools[at] = { ...tools[at]!, result: String(event.payload?.['result'] ?? 'Done; its output was not kept.') }
    }
  }
  flush()
  return messages
}
