import { detectFormat } from '../formats/detect-format.ts'
import { isRecord } from '../json/is-record.ts'
import type { Fault } from '../lint/fault.ts'

/** A checkpoint of LangGraph holds its list three levels down, a row of a store that holds checkpoints one more. */
const deepest = 5

/**
 * The same faults where something else was given in place of a list: that it holds no messages is told with where it does
 * (`checkpoint.channel_values.messages`), for whoever passes a whole state or request means the list in it.
 */
export function withHeldList(faults: readonly Fault[], given: unknown): readonly Fault[] {
  const place = faults.length > 0 && isRecord(given) ? placeIn(given) : undefined
  if (place === undefined) return faults
  const told = (fault: Fault): Fault => ({ ...fault, detail: { ...fault.detail, heldBy: place } })
  return faults.map((fault) => (fault.type === 'conversation_empty' ? told(fault) : fault))
}

/** The path to the list of messages that lies least deep; none where something of the given cannot be read. */
function placeIn(given: Readonly<Record<string, unknown>>): string | undefined {
  try {
    return leastDeep(given)
  } catch {
    return undefined
  }
}

function leastDeep(given: Readonly<Record<string, unknown>>): string | undefined {
  const seen = new Set<unknown>([given])
  let level: (readonly [path: string, held: Readonly<Record<string, unknown>>])[] = [['', given]]
  for (let depth = 0; depth < deepest; depth += 1) {
    const fields = level.flatMap(([path, held]) =>
      Object.entries(held).map(([name, value]) => [`${path}${name}`, value] as const),
    )
    const found = fields.find(([, value]) => holdsMessages(value))
    if (found) return found[0]
    level = fields.flatMap(([path, value]) => {
      if (!isRecord(value) || seen.has(value)) return []
      seen.add(value)
      return [[`${path}.`, value] as const]
    })
  }
  return undefined
}

function holdsMessages(value: unknown): boolean {
  return Array.isArray(value) && value.every(isRecord) && detectFormat(value).candidates.length > 0
}
