import type { EventDecoder } from './event-decoder.ts'
import { parsedJson } from '../../json/parsed-json.ts'

/** Reads the JSON data of server-sent events out of chunks of bytes, wherever these are cut. What is no JSON (`[DONE]`) is passed over. */
export function serverSentEvents(): EventDecoder {
  const decoder = new TextDecoder()
  let pending: string[] = []
  let data: string[] = []
  return (chunk) => {
    const text = decoder.decode(chunk, { stream: true })
    // A lone carriage return is a blank line as soon as no newline follows it: the event before it is whole.
    const mayEnd = /[\r\n]/.test(text) || pending.at(-1) === '\r'
    if (text !== '') pending.push(text)
    // A line of many chunks is put together once, when it ends: it costs what is new.
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
