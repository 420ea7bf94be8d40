import { expect, test } from 'vitest'
import { diagnose } from '../../src/repair/diagnose.ts'
import { repair } from '../../src/repair/repair.ts'
import type { RepairOptions } from '../../src/repair/repair-options.ts'
import { createRandom, kits, partsOf, places, type Random } from '../../src/testing.ts'
import { formatNames } from '../../src/formats/format-name.ts'
import { Stored } from '../stored.ts'
import { seeds } from '../seeds.ts'

/** The same list with some of the objects in it, at any depth, told by `toJSON` alone. */
function wrapSome(value: unknown, random: Random, share: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  const inner = Array.isArray(value)
    ? value.map((item) => wrapSome(item, random, share))
    : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, wrapSome(item, random, share)]))
  return random.next() < share ? new Stored(inner) : inner
}

function insideOf(messages: readonly unknown[], random: Random, share: number): unknown[] {
  return messages.map((message) => wrapSome(message, random, share))
}

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test.each(formatNames)('%s: what answers toJSON inside a message is not read as it is sent', (format) => {
  const kit = kits[format]
  for (const seed of seeds(40)) {
    const random = createRandom(seed)
    const corruption = random.pick(kit.corruptions)
    const healthy = kit.generate({ seed: seed + 1, turns: 1 + (seed % 8) })
    const damaged = corruption.apply(healthy, random, places[seed % places.length]!)
    for (const transcript of [healthy, damaged]) {
      if (transcript === null) continue
      const { dialect, messages, request } = partsOf(kit, transcript)
      if (!Array.isArray(messages)) continue
      const refusal = kit.judge(transcript)
      const error = refusal && { status: refusal.status, message: refusal.wording, error: refusal.body }
      const options: RepairOptions = {
        format,
        request,
        allow: 'lossy',
        ...(dialect && { dialect }),
        ...(error && { error }),
      }
      const given = insideOf(messages, random, 0.05 + 0.3 * random.next())
      const name = `${seed} ${transcript === healthy ? 'healthy' : corruption.name}`
      expect({ name, ...diagnose(given, options) }).toEqual({ name, ...diagnose(json(given), options) })
      const repaired = repair(given, options)
      expect({ name, result: json(repaired) }).toEqual({ name, result: json(repair(json(given), options)) })
      expect(repaired.changed || repaired.messages === given, `${name}: the list is another one`).toBe(true)
      const replaced = new Set(repaired.edits.flatMap((edit) => ('before' in edit ? [edit.before] : [])))
      const own = new Set(repaired.messages)
      for (const message of given)
        expect(own.has(message) || replaced.has(message), `${name}: a message is another object`).toBe(true)
    }
  }
})
