import { describe, expect, test } from 'vitest'
import { createRandom, kits } from '../../src/testing.ts'
import { requestsUntilAccepted } from '../../src/testing/contracts/requests-until-accepted.ts'
import { partsOf } from '../../src/testing/provider/shared/kit.ts'
import { searched } from '../seeds.ts'

const others: readonly unknown[] = [null, 5, true, '', 'junk', [], {}, [null], { a: 1 }]

interface Place {
  readonly holder: Record<string, unknown>
  readonly key: string
  /** Where it is in all lists of the format: types and names of fields, no positions. */
  readonly path: string
}

/** Each value of a list but those that a tool is called with: they may be anything. */
function* placesIn(value: unknown, path = ''): Generator<Place> {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || value instanceof URL) return
  if (/\.(?:input|args|arguments|action)$/.test(path)) return
  const holder = value as Record<string, unknown>
  const tag = Array.isArray(value) ? '' : `<${String(holder['type'] ?? holder['role'] ?? '')}>`
  for (const key of Object.keys(holder)) {
    const inner = `${path}${tag}.${Array.isArray(value) ? '*' : key}`
    yield { holder, key, path: inner }
    yield* placesIn(holder[key], inner)
  }
}

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)

/** What the provider says where the type of a value is wrong, and what it says where something that it alone knows no longer fits. */
const ofType = /should be|invalid type|invalid value|expected a|is not|must be a|is invalid|is no |neither/i

/** The formats whose provider, or framework, knows one type for each field. */
describe.each([
  kits['anthropic-messages'],
  kits.gemini,
  kits['openai-chat'],
  kits['openai-responses'],
  kits['ai-sdk'],
  kits.langchain,
])('$format', (kit) => {
  test('a field that holds a value of another type is not mended before the first request', () => {
    const tried = new Set<string>()
    const refused: string[] = []
    for (const seed of searched(8)) {
      const random = createRandom(seed)
      const healthy = kit.generate({ seed, turns: 1 + (seed % 4) })
      const paths = [...placesIn(partsOf(kit, healthy).messages)].map(({ path }) => path)
      for (const [index, path] of paths.entries()) {
        if (tried.has(path)) continue
        tried.add(path)
        // The same once more: not all of it can be cloned.
        const damaged = kit.generate({ seed, turns: 1 + (seed % 4) })
        const { holder, key } = [...placesIn(partsOf(kit, damaged).messages)][index]!
        holder[key] = random.pick(others.filter((other) => typeOf(other) !== typeOf(holder[key])))
        if (kit.judge(damaged) === null) continue
        const { refusals, requests } = requestsUntilAccepted(kit, damaged)
        if (requests === null || (requests > 1 && ofType.test(refusals[0]!)))
          refused.push(`seed ${seed}: ${path} = ${JSON.stringify(holder[key])}: ${refusals[0]}`)
      }
    }
    expect(tried.size).toBeGreaterThan(30)
    expect(refused).toEqual([])
  })
})
