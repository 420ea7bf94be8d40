import { diagnose } from '../../src/repair/diagnose.ts'
import { repair } from '../../src/repair/repair.ts'
import type { FormatName } from '../../src/formats/format-name.ts'
import { reports } from '../../src/reports/index.ts'
import { strategies } from '../../src/strategies/index.ts'
import { createRandom, type Damage, type Kit, kits, partsOf } from '../../src/testing.ts'

const samples = 25

/** What becomes of one damage at its best: a dialect may hold a rule that another does not. */
function outcome(kit: Kit<FormatName>, corruption: Damage<unknown>): Outcome | null {
  let best: Outcome | null = null
  for (let seed = 1; seed <= samples && best !== 'repaired'; seed += 1) {
    const damaged = corruption.apply(kit.generate({ seed }), createRandom(seed))
    if (damaged === null) continue
    const seen = outcomeOf(kit, damaged)
    if (best === null || ranks.indexOf(seen) > ranks.indexOf(best)) best = seen
  }
  return best
}

/** Seen in the transcript and repaired, seen, or told by the provider's error only. */
function outcomeOf(kit: Kit<FormatName>, damaged: unknown): Outcome {
  const { messages, ...beside } = partsOf(kit, damaged)
  const options = { format: kit.format, ...beside }
  if (diagnose(messages, options).ok) return 'error'
  return repair(messages, { ...options, allow: 'lossy' }).ok ? 'repaired' : 'found'
}

const ranks = ['error', 'found', 'repaired'] as const

type Outcome = (typeof ranks)[number]
const words = { repaired: 'found, repaired', found: 'found', error: 'told by the error' } as const

function cell(kit: Kit<FormatName>, type: string): string {
  const outcomes = kit.corruptions
    .filter(({ faultType }) => faultType === type)
    .map((corruption) => outcome(kit, corruption))
  const best = ranks.findLast((rank) => outcomes.includes(rank))
  return best === undefined ? '–' : words[best]
}

/** docs/formats.md: what becomes of the damage that the test kits can do, fault type by format. */
export function formatsPage(): string {
  const columns: readonly Kit<FormatName>[] = Object.values(kits)
  const head = `| fault type | ${columns.map(({ format }) => format).join(' | ')} | worded by |`
  const rule = `|---|${columns.map(() => '---|').join('')}---|`
  const rows = strategies.map(({ type }) => {
    const providers = [...new Set(reports[type].wordings.map(({ provider }) => provider))]
      .filter((name) => name !== 'any')
      .sort()
    return `| \`${type}\` | ${columns.map((kit) => cell(kit, type)).join(' | ')} | ${providers.join(', ') || 'any'} |`
  })
  return [
    '# Fault types and formats',
    '',
    'Made by `npm run docs` from the registry of strategies and the test kits: each cell is what the linter makes of the damage that',
    'the kit of that format can do. **found, repaired**: the transcript shows it, and the repair is clean. **told by the error**: only',
    'the provider can see it (a signature, a binding); the repair starts from its words. **–**: it cannot occur in the format, or its',
    'kit has no such damage. *Worded by*: whose wordings are known; each has its source in `src/reports/<type>.ts`.',
    '',
    head,
    rule,
    ...rows,
    '',
  ].join('\n')
}
