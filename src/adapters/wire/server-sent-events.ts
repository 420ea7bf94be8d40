import type { EventDecoder } from './event-decoder.ts'
import { parsedJson } from '../../json/parsed-json.ts'

/** Reads the JSON data of server-sent events from chunks of bytes, however they are split. Data that is no JSON (`[DONE]`) is skipped. */
export function serverSentEvents(): EventDecoder {
  const decoder = new TextDecoder()
  let pending: string[] = []
  let data: string[] = []
  return (chunk) => {
    const text = decoder.decode(chunk, { stream: true })
    // A carriage return that no newline follows is a line end of its own: then the event before it is complete.
    const mayEnd = /[\r\n]/.test(text) || pending.at(-1) === '\r'
    if (text !== '') pending.push(text)
    // A line of many chunks is joined once, at its end, so that the cost stays linear.
    if (!mayEnd) return []
    const lines = pending.join('').split(/\r\n|\n|\r(?!$)/)
    pending = [lines.pop() ?? '']
    const events: unknown[] = []
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5))
      if (line !== '' || data.length === 0) continue
      const event = parsedJson(data.join('\n'))
      data = []
      if (event !== undefined) events.push(event)
    }
    return events
  }
}
