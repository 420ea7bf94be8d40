import { describe, expect, test } from 'vitest'
import { faultFamilies } from '../../src/faults/fault-catalogue.ts'
import {
  createRandom,
  type FormatUnderTest,
  formatUnderTest,
  kits,
  places,
  testFormat,
  uiMessagesKit,
} from '../../src/testing.ts'
import { scale, searched, seeds } from '../seeds.ts'

const known = new Set<string>(Object.values(faultFamilies).flat())

describe.each([...Object.values(kits), uiMessagesKit])('the kit of $format', (kit) => {
  test('generates what its judge refuses, or two transcripts of one seed', () => {
    for (const seed of seeds(15)) {
      const transcript = kit.generate({ seed })
      expect(`${seed} ${kit.judge(transcript)?.wording}`).toBe(`${seed} undefined`)
      expect(JSON.stringify(kit.generate({ seed }))).toBe(JSON.stringify(transcript))
    }
  })

  test('has two kinds of damage of one name, or one for a fault that the catalogue does not know', () => {
    const names = kit.corruptions.map(({ name }) => name)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    expect(kit.corruptions.filter(({ faultType }) => !known.has(faultType))).toEqual([])
  })

  const samples = searched(80).map((seed) => {
    const transcript = kit.generate({ seed, turns: 5 })
    return { seed, transcript, before: JSON.stringify(transcript) }
  })

  test.each(kit.corruptions)('has no place where $name makes the provider refuse, or changes its input', (kind) => {
    const refused = samples.find(({ seed, transcript }) => {
      const damaged = kind.apply(transcript, createRandom(seed), places[seed % places.length])
      return damaged !== null && kit.judge(damaged) !== null
    })
    expect(JSON.stringify(refused?.transcript)).toBe(refused?.before ?? 'refused')
  })
})

test('a damage strikes the first place where it was told to strike the middle one', () => {
  const kit = kits['anthropic-messages']
  const dropped = kit.corruptions.find(({ name }) => name === 'drop-result')!
  const transcript = kit.generate({ seed: 3, turns: 6 })
  const damaged = places.slice(0, 3).map((place) => JSON.stringify(dropped.apply(transcript, createRandom(1), place)))
  expect(new Set(damaged).size).toBe(3)
})

/** Every ninth kind of damage by default: the suites of the formats hold them all. */
const thinned = (suite: FormatUnderTest): FormatUnderTest => ({
  ...suite,
  *corrupted() {
    let index = 0
    for (const sample of suite.corrupted()) {
      if (index % 9 < scale) yield sample
      index += 1
    }
  },
})

// Repairs of bound thinking go on from the provider's answer: test/properties holds that of the Messages API.
const silent = Object.values(kits).filter(({ format }) => format !== 'anthropic-messages')

test.each(silent.flatMap((kit) => testFormat(thinned(formatUnderTest(kit, 20)))))('$title', ({ run }) => {
  expect(run).not.toThrow()
})

const caused = new Set(Object.values(kits).flatMap(({ corruptions }) => corruptions.map(({ faultType }) => faultType)))

// What is refused without a reason is no damage of its own kind.
test.each([...known].filter((type) => type !== 'unspecified_structural'))(
  'no kit can cause %s: give one of src/testing/provider a corruption',
  (type) => {
    expect(caused).toContain(type)
  },
)
