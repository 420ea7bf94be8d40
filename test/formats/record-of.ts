import type { Fault } from '../../src/lint/fault.ts'
import { shortHash } from '../../src/json/short-hash.ts'
import { repair } from '../../src/repair/repair.ts'
import type { RepairResult } from '../../src/repair/repair-result.ts'
import type { FormatName } from '../../src/formats/format-name.ts'
import type { Loss } from '../../src/faults/loss.ts'
import { createRandom, type Damage, type Kit, partsOf, type Place, withParts } from '../../src/testing.ts'
import { shown } from './told.ts'

const rungs = ['place', 'turn', 'all'] as const

function placeOf(at: Fault['at']): string {
  if (at === null) return 'request'
  return at.blockIndex === undefined ? `${at.messageIndex}` : `${at.messageIndex}.${at.blockIndex}`
}

/** One line for a person about a repair; the hash stands for all the rest: details, edits, messages, request. */
function lineOf(result: RepairResult, sent: unknown): string {
  const { betas = [], edits, faults, loss, ok, remaining } = result
  const found = faults.map(({ at, loss: cost, type }) => `${type}@${placeOf(at)} ${cost}`)
  const ops = edits.map(({ index, loss: cost, op }) => `${op} ${index}${cost === 'none' ? '' : ` ${cost}`}`)
  const rest = [...betas, ...remaining.map(({ type }) => `left: ${type}`)]
  const some = (words: readonly string[]): string => words.slice(0, 6).join(', ') + (words.length > 6 ? ', …' : '')
  const hash = shortHash(shown([faults, edits, remaining, result.request, betas, sent]))
  return `  ${ok ? 'ok' : 'not ok'}, ${loss} | ${some(found)} | ${some(ops)} | ${[...rest, hash].join(', ')}`
}

/** What every repair of one damaged conversation did, and what the provider answered in between. */
function trailOf<Transcript>(kit: Kit<FormatName, Transcript>, transcript: Transcript, allow: Loss): string[] {
  const lines: string[] = []
  let sent: Transcript = transcript
  let error: Error | undefined
  for (const rung of rungs) {
    const { messages, ...beside } = partsOf(kit, sent)
    const result = repair(messages, { format: kit.format, allow, ...beside, ...(error && { error, rung }) })
    sent = withParts(kit, sent, result)
    lines.push(lineOf(result, sent))
    const refusal = kit.judge(sent)
    if (refusal === null) return lines
    const { body, status, wording } = refusal
    lines.push(`  ${status} ${wording.slice(0, 90).replaceAll(/\s+/g, ' ')}`)
    error = Object.assign(new Error(`${status} ${wording}`), { status, ...(body !== undefined && { error: body }) })
  }
  return lines
}

/** The first conversation that the damage harms; some kinds find their place in few only. */
function damagedBy<Transcript>(
  kit: Kit<FormatName, Transcript>,
  healthy: readonly Transcript[],
  kind: Damage<Transcript>,
  place: Place,
): Damaged<Transcript> | null {
  for (const [seed, transcript] of healthy.entries()) {
    const damaged = kind.apply(transcript, createRandom(seed), place)
    if (damaged !== null && kit.judge(damaged) !== null) return { seed, damaged }
  }
  return null
}

interface Damaged<Transcript> {
  readonly seed: number
  readonly damaged: Transcript
}

/** The repairs of every kind of damage that a kit knows, at three places; consent is narrower in the middle. */
export function recordOf<Transcript>(kit: Kit<FormatName, Transcript>): string {
  const healthy = Array.from({ length: 24 }, (_, seed) => kit.generate({ seed, turns: 1 + (seed % 4) }))
  const lines: string[] = []
  for (const kind of kit.corruptions)
    for (const [place, allow] of [
      ['first', 'lossy'],
      ['middle', 'synthesised'],
      ['last', 'lossy'],
    ] as const) {
      const found = damagedBy(kit, healthy, kind, place)
      if (found === null) continue
      lines.push(`${kind.name} (${place}, seed ${found.seed}, ${allow})`, ...trailOf(kit, found.damaged, allow))
    }
  return `${lines.join('\n')}\n`
}
