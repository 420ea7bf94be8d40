const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i
const run = /[A-Za-z0-9]{16,}/g

/**
 * Whether an id is one that only its own conversation can know: long and random, as `toolu_01A09q90qw90lq917835lq9`. Counters
 * (`call_0`, `functions.read:0`) and names are the same in every conversation and prove nothing.
 */
export function isUnguessable(id: string): boolean {
  if (uuid.test(id)) return true
  return (id.match(run) ?? []).some((text) => new Set(text).size >= 8 && /\d/.test(text) && /[A-Za-z]/.test(text))
}

/** Fields in which providers put what they alone can have made: ids of calls, items and responses, signatures, sealed thinking. */
const proving = /id$|signature$|^encrypted_content$/i
const maxDepth = 6

/** The unguessable ids and signatures of a message, as it lies on the wire. */
export function* unguessableIn(value: unknown, depth = 0): Generator<string, void, undefined> {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return
  for (const [field, inner] of Object.entries(value)) {
    if (typeof inner !== 'string') yield* unguessableIn(inner, depth + 1)
    else if (proving.test(field) && isUnguessable(inner)) yield inner
  }
}
