import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { opencode } from '../../src/agents/opencode/opencode.ts'
import { plain } from '../../src/agents/plain/plain.ts'
import { applyRepair } from '../../src/doctor/repair/apply-repair.ts'
import { planRepair } from '../../src/doctor/repair/plan-repair.ts'
import type { Loss } from '../../src/faults/loss.ts'
import { rowsOf, setData, storeOpencode, toolPart } from '../agents/subjects/opencode-subject.ts'
import { tempFolder } from '../files/temp-folder.ts'

/** A row that can be filled in, and rows that can only go: what is left of them says nothing that may be sent. */
const fillable = JSON.stringify(toolPart({ status: 'odd' }))
const lost = JSON.stringify({ type: 'text' })
const torn = '{"torn'
type Damage = Readonly<Record<string, string>>

async function applied(damage: Damage, allow: Loss) {
  const home = tempFolder()
  const path = storeOpencode(home)
  for (const [id, data] of Object.entries(damage)) setData(path, id.startsWith('msg_') ? 'message' : 'part', id, data)
  const before = JSON.stringify(rowsOf(path))
  const ref = (await opencode.recognise(path))!
  const environment = { home: dirname(path), env: {}, now: () => Date.now() + 60_000 }
  const plan = await planRepair(ref, { allow, recentMs: 0 })
  const report = await applyRepair(plan, environment)
  return { planned: plan.report.status, report, isSame: JSON.stringify(rowsOf(path)) === before }
}

describe('a file whose rows have to go', () => {
  const damages: readonly (readonly [name: string, damage: Damage])[] = [
    ['the only damaged one', { prt_4: lost }],
    ['the first, and one behind it that can be filled in', { prt_4: lost, prt_5: fillable }],
    ['the last, and one before it that can be filled in', { prt_5: fillable, prt_8: lost }],
    ['two at once', { prt_4: lost, prt_8: lost }],
  ]
  const rows = damages.flatMap(([name, damage]) =>
    (['none', 'synthesised', 'lossy'] as const).map((allow) => [name, allow, damage] as const),
  )

  test.each(rows)('%s, is written with no more consent than %s, or not with it', async (_, allow, damage) => {
    const { isSame, planned, report } = await applied(damage, allow)
    const isAllowed = allow === 'lossy'
    const wanted = isAllowed ? ['planned', 'applied', false] : ['unrepairable', 'unrepairable', true]
    expect([planned, report.status, isSame]).toEqual(wanted)
    const gone = isAllowed ? [] : Object.keys(damage).filter((id) => damage[id] === lost)
    expect(report.remaining.flatMap(({ loss, record }) => (loss === 'lossy' ? [record] : []))).toEqual(gone)
  })
  test('there are no rows', () => expect(rows).toHaveLength(12))
})

test('messages that nothing tells anything of take parts that can be read with them (I4)', async () => {
  const { isSame, planned, report } = await applied({ msg_1: torn, msg_2: torn, msg_3: torn }, 'lossy')
  expect([planned, report.status, isSame]).toEqual(['unrepairable', 'unrepairable', true])
})

test.each(['none', 'synthesised'] as const)('a row that can be filled in waits for more than %s', async (allow) => {
  const { isSame, report } = await applied({ prt_5: fillable }, allow)
  expect([report.status, isSame]).toEqual(['applied', false])
})

test('content that has to go keeps what may be repaired from being written, or is listed twice', async () => {
  const path = join(tempFolder(), 'messages.json')
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
  const call = { type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }
  const messages = [
    { role: 'user', content: [{ type: 'text', text: 'See.' }, image] },
    { role: 'assistant', content: [call] },
    { role: 'user', content: 'Go on.' },
  ]
  writeFileSync(path, JSON.stringify(messages))
  const ref = (await plain.recognise(path))!
  const types = async (allow: Loss): Promise<readonly unknown[]> => {
    const { report } = await planRepair(ref, { allow, as: 'anthropic-messages', recentMs: 0 })
    return [report.status, report.loss, report.remaining.map(({ loss, type }) => `${type} ${loss}`)]
  }
  expect(await types('synthesised')).toEqual(['planned', 'synthesised', ['media_invalid lossy']])
  expect(await types('lossy')).toEqual(['planned', 'lossy', []])
})
