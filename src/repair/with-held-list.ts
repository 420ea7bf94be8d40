import { detectFormat } from '../formats/detect-format.ts'
import { isRecord } from '../json/is-record.ts'
import type { Fault } from '../lint/fault.ts'

type Fields = Readonly<Record<string, unknown>>

/** A checkpoint of LangGraph holds its list three levels down, a row of a store that holds checkpoints one more. */
const deepest = 5
/** Whoever gives a whole program, or rows of another kind, is not kept waiting. */
const mostFields = 10_000
/** Messages by which a list is known. */
const mostRead = 20
const fieldName = /^[\w.:/-]{1,64}$/

/**
 * The same faults where something else was given in place of a list: that it holds no messages is told with where it does
 * (`checkpoint.channel_values.messages`), for whoever passes a whole state or request means the list in it.
 */
export function withHeldList(faults: readonly Fault[], given: unknown): readonly Fault[] {
  const place = faults.length > 0 && hasFields(given) ? placeIn(given) : undefined
  if (place === undefined) return faults
  const told = (fault: Fault): Fault => ({ ...fault, detail: { ...fault.detail, heldBy: place } })
  return faults.map((fault) => (fault.type === 'conversation_empty' ? told(fault) : fault))
}

/** The path to the list of messages that lies least deep; none where something of the given cannot be read. */
function placeIn(given: Fields): string | undefined {
  try {
    return leastDeep(given)
  } catch {
    return undefined
  }
}

function leastDeep(given: Fields): string | undefined {
  const seen = new Set<unknown>()
  const queue: (readonly [path: string, held: Fields, depth: number])[] = [['', given, 1]]
  let left = mostFields
  for (const [path, held, depth] of queue)
    for (const name of Object.keys(held)) {
      left -= 1
      if (left < 0) return undefined
      // What is keyed by words may hold somebody's (I12).
      if (!fieldName.test(name)) continue
      const value = held[name]
      if (holdsMessages(value)) return `${path}${name}`
      if (depth === deepest || !hasFields(value) || seen.has(value)) continue
      seen.add(value)
      queue.push([`${path}${name}.`, value, depth + 1])
    }
  return undefined
}

/** Each byte of a file is a field, too. */
const hasFields = (value: unknown): value is Fields => isRecord(value) && !ArrayBuffer.isView(value)

function holdsMessages(value: unknown): boolean {
  return Array.isArray(value) && value.every(isRecord) && detectFormat(value.slice(0, mostRead)).candidates.length > 0
}
