/** Fields of a request body that hold its messages. */
const listFields: ReadonlySet<string> = new Set(['messages', 'input', 'contents'])

/** The places of a message list's elements in a JSON text. Indexes count UTF-16 units. */
export interface JsonList {
  /** Index of the `[`. */
  readonly open: number
  readonly elements: readonly { readonly start: number; readonly end: number }[]
  /** Index of the `]`; -1 when the text ends before it. */
  readonly close: number
}

const isSpace = (character: string | undefined): boolean => character !== undefined && ' \n\r\t'.includes(character)

/** Index after the JSON value at `start`, or -1 when the text ends inside it. The text need not be valid behind it. */
function valueEnd(text: string, start: number): number {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]!
    if (inString) {
      if (character === '\\') at += 1
      else if (character === '"') inString = false
      if (!inString && depth === 0) return at + 1
      continue
    }
    if (character === '"') inString = true
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') {
      if (depth === 0) return at
      depth -= 1
      if (depth === 0) return at + 1
    } else if (depth === 0 && (character === ',' || isSpace(character))) return at
  }
  return -1
}

function skip(text: string, start: number, extra = ''): number {
  let at = start
  while (at < text.length && (isSpace(text[at]) || extra.includes(text[at]!))) at += 1
  return at
}

/** The `[` of the list: of the text itself, or of the first field of the object that may hold messages. */
function findOpen(text: string): number {
  let at = skip(text, text.startsWith('\uFEFF') ? 1 : 0)
  if (text[at] === '[') return at
  if (text[at] !== '{') return -1
  at = skip(text, at + 1)
  while (text[at] === '"') {
    const end = valueEnd(text, at)
    if (end < 0) return -1
    const name = text.slice(at + 1, end - 1)
    at = skip(text, end, ':')
    if (listFields.has(name) && text[at] === '[') return at
    at = valueEnd(text, at)
    if (at < 0) return -1
    at = skip(text, at, ',')
  }
  return -1
}

/** Finds the list of messages in a JSON text that may be cut off. `undefined` when there is none. */
export function findJsonList(text: string): JsonList | undefined {
  const open = findOpen(text)
  if (open < 0) return undefined
  const elements: { start: number; end: number }[] = []
  let at = skip(text, open + 1)
  while (at < text.length && text[at] !== ']') {
    const end = valueEnd(text, at)
    if (end <= at) return { open, elements, close: -1 }
    elements.push({ start: at, end })
    at = skip(text, end, ',')
  }
  return { open, elements, close: at < text.length ? at : -1 }
}
