import type { FormatName } from '../../src/formats/format-name.ts'
import { shortHash } from '../../src/json/short-hash.ts'
import { chatVendors, createRandom, type Kit, partsOf, places, withParts } from '../../src/testing.ts'
import { oddTables } from '../formats/odd/odd-tables.ts'
import { shown, told } from '../formats/told.ts'
import { changesByPlace } from './changes-by-place.ts'

/** The verdict of a judge. It may throw: a kit takes back only what it has made. */
function verdictOf({ judge }: Kit, transcript: unknown): string {
  const refusal = told(() => judge(transcript))
  if (typeof refusal === 'string') return refusal
  const { status, wording } = (refusal ?? { status: 200, wording: '' }) as { status: number; wording: string }
  return `${status} ${wording}`
}

/** The verdict without what is quoted in it, and without places and ids. */
function inShort(verdict: string): string {
  const plain = verdict
    .replace(/^(\d+) [\w.[\]]+: /, '$1 ')
    .replaceAll(/'[^']*'|"[^"]*"|`[^`]*`|(?<!^)\b\w*\d[\w-]*/g, '#')
  return plain.replaceAll(/\s+/g, ' ').slice(0, 70).toWellFormed()
}

/** Every transcript that differs from this one in one place of the list or of the request, as far as `seen` does not know it. */
function* changesOf(kit: Kit, transcript: unknown, seen: Set<string>): Generator {
  const { messages } = partsOf(kit, transcript)
  for (const changed of changesByPlace(messages, seen, 'list')) yield withParts(kit, transcript, { messages: changed })
  if (kit.list === null) return
  const before = transcript as { readonly request: unknown }
  for (const request of changesByPlace(before.request, seen, 'request')) yield { ...before, request }
}

/** Odd conversations that are accepted, as transcripts of the kit. */
function oddOf({ format, list }: Kit): unknown[] {
  return oddTables
    .filter((table) => table.format === format)
    .flatMap(({ beside, request, rows }) =>
      rows.map((row) => {
        const { model, ...rest } = { ...request, ...row.request }
        const inPath = 'model' in beside
        const own = { ...beside, ...(inPath && model !== undefined && { model }) }
        const sent = inPath || model === undefined ? rest : { model, ...rest }
        return list === null ? row.messages : { ...own, request: sent, [list]: row.messages }
      }),
    )
}

/** Of one kit: what it generates, what each damage makes of it, and what the judge says of each change in one place. */
export function recordOfVerdicts(kit: Kit<FormatName>): string {
  const healthy = Array.from({ length: 24 }, (_, seed) => kit.generate({ seed, turns: 1 + (seed % 3) }))
  const lines = [`generated: ${shortHash(shown([...healthy, kit.generate({ seed: 99 })]))}`]
  const { messages } = partsOf(kit, healthy[0])
  const bare = [[], (messages as readonly unknown[]).slice(0, 1)].map((few) =>
    withParts(kit, healthy[0], { messages: few }),
  )
  const damaged = kit.corruptions.map((kind) => {
    const made = healthy.map((transcript, seed) => kind.apply(transcript, createRandom(seed), places[seed % 4]))
    const harmed = made.filter((transcript) => transcript !== null)
    // Where nothing can be harmed, nothing is.
    const nowhere = bare.map((transcript) => told(() => kind.apply(transcript, createRandom(1), 'first')))
    lines.push(`${kind.name}: ${harmed.length} of ${made.length}, ${shortHash(shown([harmed, kind, nowhere]))}`)
    return harmed.slice(0, 2)
  })
  const seen = new Set<string>()
  const samples = [...healthy, ...oddOf(kit), ...damaged.flat()]
  const verdicts = samples.flatMap((transcript) => {
    const vendors = 'vendor' in (transcript as object) ? chatVendors : []
    const elsewhere = vendors.map((vendor) => ({ ...(transcript as object), vendor }))
    return [transcript, ...elsewhere, ...changesOf(kit, transcript, seen)].map((changed) => verdictOf(kit, changed))
  })
  const counted = [...Map.groupBy(verdicts, inShort)].map(([said, { length }]) => `${said} (${length})`)
  lines.push(...counted.sort(), `${verdicts.length} verdicts: ${shortHash(verdicts.join('\n'))}`)
  return `${lines.join('\n')}\n`
}
