import { expect, test } from 'vitest'
import type { FormatName } from '../../../src/formats/format-name.ts'
import { findFormat } from '../../../src/formats/index.ts'
import { Round, type RoundReader } from '../../../src/formats/round.ts'
import { isRecord } from '../../../src/json/is-record.ts'
import { oneChange } from '../../properties/one-change.ts'
import type { RoundRow } from './round-row.ts'

/** What the reader finds in each message of a round, and what it notes of the whole. */
function outcomeOf(messages: readonly unknown[], reader: RoundReader): string {
  const round = new Round()
  const kinds = messages.map((raw) => {
    const kind = reader.kindOf(raw)
    if (kind <= 0) return `r${reader.reply(raw, round, kind)}`
    return `s${reader.speech(raw, round, kind)}${round.awaitsItem ? '…' : ''}`
  })
  return [...kinds, round.idCount, round.isSettled ? 'settled' : 'open'].join(' ')
}

/** Where a change of {@link oneChange} stands, and what it did there. */
function changeOf(before: unknown, after: unknown, path = ''): readonly [path: string, change: string] {
  const told = JSON.stringify(after)
  if (Array.isArray(before) && Array.isArray(after)) {
    const at = after.findIndex((item, index) => JSON.stringify(item) !== JSON.stringify(before[index]))
    if (before.length === after.length) return changeOf(before[at], after[at], `${path}/${at}`)
    if (after.length > before.length) return [path, 'doubled']
    return [path, after.length === 0 ? told : `${at < 0 ? after.length : at} gone`]
  }
  if (!isRecord(before) || !isRecord(after)) return [path, told]
  if ('unheard' in after) return [path, 'one more']
  const field = Object.keys(before).find((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]))
  if (field !== undefined && field in after && Object.keys(after).length === Object.keys(before).length)
    return changeOf(before[field], after[field], `${path}/${field}`)
  return [path, told === '{}' ? told : `no ${field}`]
}

/** Each change of one message by which the round is still no plain refusal to look: what is missing here is strange. */
function* changesOf({ messages }: RoundRow, reader: RoundReader): Generator<string> {
  const base = outcomeOf(messages, reader)
  for (const [index, message] of messages.entries()) {
    const byPath = new Map<string, string[]>()
    for (const changed of oneChange(JSON.parse(JSON.stringify(message)))) {
      const outcome = outcomeOf(messages.with(index, changed), reader)
      if (outcome.split(' ')[index]?.startsWith('0', 1)) continue
      const [path, change] = changeOf(message, changed)
      const told = outcome === base ? change : `${change} → ${outcome}`
      byPath.set(path, [...(byPath.get(path) ?? []), told])
    }
    for (const [path, changes] of byPath) yield `  ${index}${path}: ${changes.join(', ')}`
  }
}

/**
 * What a screen passes as plainly right is on record: rounds with all that it knows, and each of their changes in one place that it
 * passes as well. That it is right in this, a property tells (`test/properties/screen`); that it still knows what it knew, only this.
 */
export function testScreen(name: FormatName, rows: readonly RoundRow[], label = ''): void {
  test(`a message is screened otherwise than is on record (screen${label})`, async () => {
    const own = findFormat(name)
    const lines = rows.flatMap((row) => {
      const { dialect, messages, request = {} } = row
      const format = own.bind?.(messages, request) ?? own
      const reader = format.reader?.(format.rules(request, dialect === undefined ? {} : { dialect })) ?? null
      if (reader === null) return [`# ${row.name}: not screened`]
      return [`# ${row.name}: ${outcomeOf(messages, reader)}`, ...changesOf(row, reader)]
    })
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`./screen${label}.txt`)
  })
}
