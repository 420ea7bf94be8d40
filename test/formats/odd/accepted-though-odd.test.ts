import { describe, expect, test } from 'vitest'
import { formatNames, type FormatName } from '../../../src/formats/format-name.ts'
import { diagnose } from '../../../src/repair/diagnose.ts'
import { repair } from '../../../src/repair/repair.ts'
import { createRandom, type Kit, kits, partsOf, withParts } from '../../../src/testing.ts'
import { seeds } from '../../seeds.ts'
import type { OddRow } from './odd-row.ts'
import { type OddTable, oddTables } from './odd-tables.ts'
import { oddlyChanged } from './oddly-changed.ts'

/** The row as a transcript that the kit of its format takes. */
function transcriptOf({ list }: Kit, { beside, request }: OddTable, row: OddRow): unknown {
  if (list === null) return row.messages
  const { model, ...rest } = { ...request, ...row.request }
  const inPath = 'model' in beside
  return {
    ...beside,
    ...(inPath && model !== undefined && { model }),
    ...(row.dialect !== undefined && { vendor: row.dialect }),
    request: inPath || model === undefined ? rest : { model, ...rest },
    [list]: row.messages,
  }
}

describe.each(oddTables.map((table) => [table.format, table] as const))('%s', (format, table) => {
  const kit: Kit<FormatName> = kits[format]
  test.each(table.rows.map((row) => [row.name, row.source, row] as const))(
    'what is accepted is touched: %s (%s)',
    (_, _source, row) => {
      const transcript = transcriptOf(kit, table, row)
      expect(kit.judge(transcript)?.wording).toBeUndefined()
      const { messages, ...beside } = partsOf(kit, transcript)
      const before = JSON.stringify(messages)
      expect(diagnose(messages, { format, ...beside }).faults).toEqual([])
      const result = repair(messages, { format, allow: 'lossy', ...beside })
      expect(result.messages).toBe(messages)
      expect(result.request).toBeUndefined()
      expect(JSON.stringify(messages)).toBe(before)
    },
  )
})

test.each(formatNames)('%s: a conversation that was changed at random and is accepted is touched', (format) => {
  const kit: Kit<FormatName> = kits[format]
  let accepted = 0
  for (const seed of seeds(150)) {
    const random = createRandom(seed)
    const healthy = kit.generate({ seed, turns: 1 + (seed % 3) })
    const { messages: list } = partsOf(kit, healthy)
    if (!Array.isArray(list)) continue
    const transcript = withParts(kit, healthy, { messages: oddlyChanged(list, random) })
    if (kit.judge(transcript) !== null) continue
    accepted += 1
    const { messages, ...beside } = partsOf(kit, transcript)
    const { faults } = diagnose(messages, { format, ...beside })
    expect({ seed, faults }).toEqual({ seed, faults: [] })
    expect(repair(messages, { format, allow: 'lossy', ...beside }).messages).toBe(messages)
  }
  expect(accepted).toBeGreaterThan(20)
})
