import type { FormatName } from '../../src/formats/format-name.ts'
import { createRandom, type Damage, type Kit, places } from '../../src/testing.ts'

/** A damaged conversation. */
export interface AcceptanceCase {
  readonly kit: Kit<FormatName>
  /** How to make it again. */
  readonly label: string
  readonly transcript: unknown
  /** Requests that it should take at most: one more for each fault that only the provider sees, for it names one at a time. */
  readonly expected: number
}

/** Damage that leaves nothing to repair: the messages have to come from a store. */
const beyondRepair = /^(?:no-messages|messages-empty|empty-list|contents-empty)$/

/** `count` kinds of damage at a time. A single kind is tried at every place; of several, seeds choose kinds and place. */
export function* acceptanceCases(kit: Kit<FormatName>, count: number, scale: number): Generator<AcceptanceCase> {
  const kinds = kit.corruptions.filter(({ name }) => !beyondRepair.test(name))
  if (count === 1) {
    for (const kind of kinds) for (const place of places) yield* casesOf(kit, [kind], place, Math.ceil(8 * scale))
    return
  }
  for (let seed = 1; seed <= Math.ceil(400 * scale); seed += 1) {
    const random = createRandom(seed * 977 + count)
    const chosen = Array.from({ length: count }, () => random.pick(kinds))
    yield* casesOf(kit, chosen, places[seed % places.length]!, 1, seed)
  }
}

/** The damages done one after the other to generated conversations; those that do no harm together are left out. */
function* casesOf(
  kit: Kit<FormatName>,
  kinds: readonly Damage<unknown>[],
  place: (typeof places)[number],
  wanted: number,
  from = 1,
): Generator<AcceptanceCase> {
  let left = wanted
  for (let seed = from; left > 0 && seed < from + wanted * 8; seed += 1) {
    const random = createRandom(seed)
    let transcript: unknown = kit.generate({ seed, turns: 1 + (seed % 5) })
    const applied = kinds.filter((kind) => {
      const next = damaged(kind, transcript, random, place)
      if (next !== null) transcript = next
      return next !== null
    })
    if (applied.length < kinds.length || kit.judge(transcript) === null) continue
    left -= 1
    const label = `${applied.map(({ name }) => name).join(' + ')} (seed ${seed}, ${place})`
    yield { kit, label, transcript, expected: 1 + applied.filter(({ opaque }) => opaque).length }
  }
}

/** Some damage leaves nothing that another kind can read. */
function damaged(
  kind: Damage<unknown>,
  transcript: unknown,
  random: ReturnType<typeof createRandom>,
  place: (typeof places)[number],
): unknown {
  try {
    return kind.apply(transcript, random, place)
  } catch (cause) {
    if (cause instanceof TypeError) return null
    throw cause
  }
}
