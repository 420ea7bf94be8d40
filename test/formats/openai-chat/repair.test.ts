import { describe, expect, test } from 'vitest'
import {
  chatVendors,
  corruptOpenAIChatTranscript,
  createRandom,
  generateOpenAIChatTranscript,
  openAIChatCorruptions,
  places,
} from '../../../src/testing.ts'
import { isTurn, scale } from '../../seeds.ts'
import { expectRepaired, repairFor, verdict } from './check-repair.ts'

const cases = Math.ceil(5 * scale)

describe.each(chatVendors)('openai-chat for %s', (vendor) => {
  const sources = Array.from({ length: cases }, (_, seed) => generateOpenAIChatTranscript({ seed, vendor }))

  test('a healthy conversation is changed (I1)', () => {
    for (const [seed, source] of sources.entries()) {
      const label = `${vendor} ${seed}`
      expect(`${label}: ${verdict(vendor, source.request, source.messages)}`).toBe(`${label}: 200`)
      const result = repairFor(vendor, source, 'lossy')
      expect([label, result.faults]).toEqual([label, []])
      expect(result.messages).toBe(source.messages)
    }
  })

  test('a corrupted conversation stays refused, or a harmless one is repaired', () => {
    let refused = 0
    for (const [seed, source] of sources.slice(0, Math.ceil(scale)).entries())
      for (const [index, { apply, lossy, name }] of openAIChatCorruptions.entries()) {
        // The next vendor gets it at the next place.
        const where = places[(index + seed + chatVendors.indexOf(vendor)) % places.length]!
        const damaged = apply(source, createRandom(seed), where)
        if (damaged === null || !isTurn(Math.floor(index / places.length) + chatVendors.indexOf(vendor), 2)) continue
        const label = `${vendor} ${name} ${where} ${seed}`
        if (expectRepaired(label, vendor, damaged, lossy ? 'lossy' : 'synthesised')) refused += 1
      }
    expect(refused).toBeGreaterThan(8)
  })

  test('several corruptions together are too much for it', () => {
    let refused = 0
    for (let seed = 0; seed < cases; seed += 1) {
      const random = createRandom(1000 + seed)
      const source = generateOpenAIChatTranscript({ seed, vendor, turns: 4 })
      const { applied, transcript } = corruptOpenAIChatTranscript(source, random, { count: 4 })
      const label = `${vendor} ${seed} ${applied.map(({ name }) => name).join('+')}`
      refused += Number(expectRepaired(label, vendor, transcript, 'lossy'))
    }
    expect(refused).toBeGreaterThan(cases / 2)
  })
})
