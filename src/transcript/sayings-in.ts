import { isRecord } from '../json/is-record.ts'

/** Fields in which the formats keep what somebody says; names, ids, types and signatures are no sayings. */
const sayingFields = new Set([
  'content',
  'parts',
  'text',
  'output',
  'response',
  'json',
  'result',
  'value',
  'error',
  'errorText',
  'stdout',
  'stderr',
])

/** The texts that a raw value of any format says, in order; of an object inside `response` or `json` every string. */
export function sayingsIn(raw: unknown): string[] {
  const sayings: string[] = []
  collect(raw, true, sayings)
  return sayings
}

function collect(value: unknown, says: boolean, sayings: string[]): void {
  if (typeof value === 'string') {
    if (says && value.trim() !== '') sayings.push(value)
  } else if (Array.isArray(value)) for (const item of value) collect(item, says, sayings)
  else if (isRecord(value) && !(value instanceof Uint8Array)) {
    for (const [field, inner] of Object.entries(value)) {
      // The model's own thoughts are not what was said, whoever's message they stand in.
      if (field !== 'reasoningContent' && !isThought(value)) collect(inner, sayingFields.has(field), sayings)
    }
  }
}

function isThought(value: Record<string, unknown>): boolean {
  return value['thought'] === true || value['type'] === 'thinking' || value['type'] === 'reasoning'
}
