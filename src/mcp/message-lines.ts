import { Transform } from 'node:stream'
import { isDeeperThan } from '../json/is-deeper-than.ts'
import { isRecord } from '../json/is-record.ts'

/** Why a line is no message, in the words and numbers of JSON-RPC. `id` is that of the request, where one can be read. */
export interface RefusedLine {
  readonly id: string | number | null
  readonly code: -32_700 | -32_600
  readonly message: string
}

/** A line of more bytes is refused, as the transport of the package would end at it. */
const MAX_LINE_BYTES = 10 * 1024 * 1024

/** Real messages are never nested this deep; the MCP package walks them recursively, and deeper ones would crash the server. */
const MAX_LEVELS = 500

const LF = 0x0a

const isId = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

function isMessage(value: unknown): boolean {
  if (!isRecord(value) || value['jsonrpc'] !== '2.0') return false
  const { id, method, params, result, error } = value
  if (method === undefined) return (isId(id) && isRecord(result)) || isRecord(error)
  return typeof method === 'string' && (id === undefined || isId(id)) && (params === undefined || isRecord(params))
}

/** What a line says: its messages, each as a line, or what is to be answered. A batch of the revision 2025-03-26 is taken apart. */
export function readMessageLine(line: string): readonly (string | RefusedLine)[] {
  if (line.trim() === '') return []
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return [{ id: null, code: -32_700, message: 'Parse error: the line is no JSON. Send one message a line.' }]
  }
  const batch = Array.isArray(value) && value.length > 0 ? (value as readonly unknown[]) : [value]
  return batch.map((each) => {
    const isTooDeep = isDeeperThan(each, MAX_LEVELS)
    if (!isTooDeep && isMessage(each)) return batch.length === 1 && each === value ? line : JSON.stringify(each)
    const id = isRecord(each) && isId(each['id']) ? each['id'] : null
    const why = isTooDeep ? 'the message is nested too deep' : 'the line is no JSON-RPC 2.0 message'
    return { id, code: -32_600, message: `Invalid Request: ${why}.` }
  })
}

/** Of a line that is too long only its two ends are kept: there clients write the id, as a field of the message itself. */
const END_BYTES = 1024
const idAtStart = /^\s*\{(?:\s*"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,)*\s*"id"\s*:\s*(-?\d+|"[^"\\]*")/
const idAtEnd = /,\s*"id"\s*:\s*(-?\d+|"[^"\\]*")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/

function idOfLong(start: Buffer, end: Buffer): string | number | null {
  const [, id] = idAtStart.exec(start.toString()) ?? idAtEnd.exec(end.toString()) ?? []
  return id === undefined ? null : (JSON.parse(id) as string | number)
}

/**
 * Lines of standard input on their way to the transport. What is no message would be passed over there without an answer, for
 * which its client waits for ever, and a long line would end the server: here both are refused, as over HTTP.
 */
export function messageLines(refuse: (refused: RefusedLine) => void, maxBytes: number = MAX_LINE_BYTES): Transform {
  let kept: Buffer[] = []
  let start = Buffer.alloc(0)
  let size = 0
  const add = (bytes: Buffer): void => {
    size += bytes.length
    kept.push(bytes)
    if (size <= maxBytes) return
    const all = Buffer.concat(kept)
    if (start.length === 0) start = all.subarray(0, END_BYTES)
    kept = [all.subarray(-END_BYTES)]
  }
  const takeLine = (): readonly (string | RefusedLine)[] => {
    const line = Buffer.concat(kept)
    const message = `Invalid Request: a message may have ${maxBytes} bytes.`
    const read =
      size > maxBytes ? [{ id: idOfLong(start, line), code: -32_600, message } as const] : readMessageLine(`${line}`)
    kept = []
    start = Buffer.alloc(0)
    size = 0
    return read
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0
      for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, from)) {
        add(chunk.subarray(from, at))
        for (const each of takeLine())
          if (typeof each === 'string') this.push(`${each}\n`)
          else refuse(each)
        from = at + 1
      }
      add(chunk.subarray(from))
      done()
    },
  })
}
