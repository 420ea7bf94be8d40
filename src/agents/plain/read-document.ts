import { isUtf8 } from 'node:buffer'
import { findJsonList, type JsonList } from './json-list.ts'
import { isRecord } from '../../json/is-record.ts'

/** A JSON array of messages, or a request body with one in it. */
export interface PlainDocument {
  readonly text: string
  readonly list: JsonList
  readonly messages: readonly unknown[]
  /** The body without its messages; empty for an array. */
  readonly request: Readonly<Record<string, unknown>>
  /** Index where the text breaks off or stops being JSON; `undefined` when it is whole. */
  readonly brokenAt: number | undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const listFields = ['messages', 'input', 'contents'] as const

/** The messages up to the first unreadable one; everything behind it is broken. */
function salvage(text: string, list: JsonList): PlainDocument {
  const messages: unknown[] = []
  for (const { start, end } of list.elements) {
    const value = parse(text.slice(start, end))
    if (value === undefined) break
    messages.push(value)
  }
  const last = list.elements[messages.length - 1]
  const brokenAt = last?.end ?? list.open + 1
  const kept = { ...list, elements: list.elements.slice(0, messages.length), close: -1 }
  return { text, list: kept, messages, request: {}, brokenAt }
}

/**
 * Reads bytes as one JSON document of messages. `undefined` when they are none: a file of lines, or something else.
 *
 * A body that breaks off loses what comes behind its messages; the fields before them are kept as text.
 */
export function readDocument(bytes: Buffer): PlainDocument | undefined {
  if (!isUtf8(bytes)) return undefined
  const text = bytes.toString('utf8')
  const list = findJsonList(text)
  if (!list) return undefined
  const value = parse(text.replace(/^\uFEFF/, ''))
  if (value === undefined) {
    // The first line is a whole object: this is a file of lines whose records happen to hold such a field.
    const firstLine = parse(text.slice(0, text.indexOf('\n') + 1))
    return isRecord(firstLine) ? undefined : salvage(text, list)
  }
  if (Array.isArray(value)) return { text, list, messages: value, request: {}, brokenAt: undefined }
  if (!isRecord(value)) return undefined
  const field = listFields.find((name) => Array.isArray(value[name]))
  const messages: unknown = field && value[field]
  if (!field || !Array.isArray(messages)) return undefined
  const { [field]: _messages, ...request } = value
  return { text, list, messages, request, brokenAt: undefined }
}

/** The sign of a format in the name of a body's list. */
export function bodyHints({ text, list, request }: PlainDocument): Readonly<Record<string, unknown>> {
  const field = /"(messages|input|contents)"\s*:\s*$/.exec(text.substring(list.open - 64, list.open))?.[1]
  return field ? { ...request, [field]: true } : request
}
