import { utimesSync } from 'node:fs'
import { expect, test } from 'vitest'
import { planEdits } from '../../../src/doctor/repair/plan-edits.ts'
import { planRepair } from '../../../src/doctor/repair/plan-repair.ts'
import { assistant, call, result, resultLine, store, text, toBytes, user, written, type Line } from './transcript.ts'

const positions = [0, 1, 2] as const

/** Three turns, each with a prompt, a call, its result and an answer; `drop` loses lines, `change` gives a line another form. */
function turns(form: { drop?: (uuid: string) => boolean; callId?: (turn: number) => string } = {}): Line[] {
  const { drop = () => false, callId = (turn) => `toolu_${turn}` } = form
  const lines: Line[] = []
  let parent: string | null = null
  for (const turn of positions) {
    const id = callId(turn)
    const [u, a, r, c] = [`u${turn}`, `a${turn}`, `r${turn}`, `c${turn}`] as const
    const own = { ...call(id), input: { file_path: `/w/${turn}` } }
    const all: [string, (parentUuid: string) => Line][] = [
      [a, (parentUuid) => assistant(a, parentUuid, `msg_a${turn}`, own, 0)],
      [
        r,
        (parentUuid) => ({
          ...resultLine(r, parentUuid, id),
          message: { role: 'user', content: [result(id, `output ${turn}`)] },
        }),
      ],
      [c, (parentUuid) => assistant(c, parentUuid, `msg_c${turn}`, text(`answer ${turn}`), 0)],
    ]
    lines.push(user(u, parent, `prompt ${turn}`))
    let last: string = u
    for (const [uuid, line] of all) {
      if (drop(uuid)) continue
      lines.push(line(last))
      last = uuid
    }
    parent = last
  }
  return lines
}

const faultsOf = async (path: string, session: Awaited<ReturnType<typeof store>>['session']): Promise<unknown> => {
  // Nobody is at work in it: the end is judged as if the user spoke next.
  utimesSync(path, 1, 1)
  return (await planRepair(session.ref)).report.findings.map(({ type }) => type)
}

for (const at of [1, 2] as const)
  test(`a tool id that turn ${at} uses again passes for healthy, and the program drops the call`, async () => {
    const lines = turns({ callId: (turn) => (turn === at ? 'toolu_0' : `toolu_${turn}`) })
    const { path, session } = await store(lines)
    expect(await faultsOf(path, session)).toEqual(['tool_call_id_duplicate'])
    const { edits } = planEdits(session, { allow: 'none' })
    const bytes = await written(session, edits)
    const again = (await store(bytes)).session
    const ids = again.messages.flatMap((message) => (message as { content: Line[] }).content).map(({ id }) => id)
    expect(new Set(ids.filter((id) => id !== undefined)).size).toBe(3)
    for (const turn of positions) expect(bytes.toString()).toContain(`output ${turn}`)
    expect(planEdits(again, { allow: 'none' }).changed).toBe(false)
    // The lines of the other turns, and all fields of the renamed ones, keep their bytes.
    const kept = toBytes(lines).toString().split('\n')
    const changed = bytes
      .toString()
      .split('\n')
      .filter((line) => !kept.includes(line))
    expect(changed).toHaveLength(2)
    expect(changed[1]).toContain('toolUseResult')
  })

test('one tool id in all turns leaves two calls under one id', async () => {
  const { path, session } = await store(turns({ callId: () => 'toolu_0' }))
  expect(await faultsOf(path, session)).toEqual(['tool_call_id_duplicate', 'tool_call_id_duplicate'])
  const again = (await store(await written(session, planEdits(session, { allow: 'none' }).edits))).session
  expect(planEdits(again, { allow: 'none' }).changed).toBe(false)
})

for (const lost of [...positions, [0, 2] as const])
  test(`the placeholder of a lost result of turn ${lost} stands behind the answer that follows, where the program drops it`, async () => {
    const gone = [lost].flat().map((turn) => `r${turn}`)
    const { path, session } = await store(turns({ drop: (uuid) => gone.includes(uuid) }))
    expect(await faultsOf(path, session)).toEqual(gone.map(() => 'tool_result_missing'))
    const { edits } = planEdits(session, { allow: 'synthesised' })
    const { messages } = (await store(await written(session, edits))).session
    const expected = positions.flatMap((turn) => [
      { role: 'user', content: `prompt ${turn}` },
      { role: 'assistant', content: [expect.objectContaining({ type: 'tool_use', id: `toolu_${turn}` })] },
      { role: 'user', content: [expect.objectContaining({ type: 'tool_result', tool_use_id: `toolu_${turn}` })] },
      { role: 'assistant', content: [text(`answer ${turn}`)] },
    ])
    expect(messages).toEqual(expected)
  })

test('a result behind the final answer stays there, although the program answers a call in the next message only', async () => {
  const { path, session } = await store([
    user('u1', null, 'go'),
    assistant('a1', 'u1', 'msg_1', call('toolu_1'), 0),
    assistant('c1', 'a1', 'msg_2', text('Done.'), 0),
    resultLine('r1', 'c1', 'toolu_1'),
  ])
  expect(await faultsOf(path, session)).toEqual(['tool_result_misplaced'])
  const { messages } = planEdits(session, { allow: 'none' })
  expect(messages.slice(2)).toEqual([
    { role: 'user', content: [result('toolu_1')] },
    { role: 'assistant', content: [text('Done.')] },
  ])
})
