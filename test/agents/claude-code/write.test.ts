import * as fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { undo } from '../../../src/files/undo.ts'
import { applyEdits } from '../../../src/transcript/apply-edits.ts'
import type { Edit } from '../../../src/transcript/edit.ts'
import { scale } from '../../seeds.ts'
import { call, healthyLines, type Line, result, store, text, toBytes, turns, user, written } from './transcript.ts'

const shared = { because: [], loss: 'none' } as const
const remove = (index: number): Edit => ({ op: 'remove', index, before: undefined, ...shared })
const insert = (index: number, after: unknown): Edit => ({ op: 'insert', index, after, ...shared })
const replace = (index: number, after: unknown): Edit => ({ op: 'replace', index, before: undefined, after, ...shared })

function parse(bytes: Buffer): Line[] {
  return bytes
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
}

/** Every parent is in the file, and was before its child. */
function expectWholeGraph(lines: readonly Line[]): void {
  const seen = new Set<unknown>([null])
  for (const line of lines) {
    if (!('uuid' in line)) continue
    expect([...seen]).toContain(line['parentUuid'])
    expect(seen.has(line['uuid'])).toBe(false)
    seen.add(line['uuid'])
  }
}

test('two equal messages at one place get one id, or have no end', async () => {
  const { session } = await store(toBytes(healthyLines()))
  const added = { role: 'user', content: 'Again.' }
  for (const index of [0, 1, session.messages.length]) {
    const lines = parse(await written(session, [insert(index, added), insert(index, added), insert(index, added)]))
    expectWholeGraph(lines)
    expect(lines.length - healthyLines().length).toBe(3)
  }
})

test('a healthy session without edits is changed', async () => {
  for (const bytes of [
    toBytes(healthyLines()),
    Buffer.concat([Buffer.from('\ufeff\r\n'), toBytes(healthyLines(), '\r\n').subarray(0, -2)]),
  ]) {
    const { session } = await store(bytes)
    expect(session.plan([]).changes).toEqual([])
    expect((await written(session, [])).equals(bytes)).toBe(true)
  }
})

test('an inserted result is not linked in, or touches other lines than its neighbour', async () => {
  const envelope = { entrypoint: 'cli', slug: 'a-b', agentId: 'ag' }
  const lines = healthyLines()
    .filter((line) => line['uuid'] !== 'r1')
    .map((line) => ({ ...line, ...envelope, ...(line['uuid'] === 'b1' && { parentUuid: 'a3' }) }) as Line)
  const { session } = await store(lines)
  const answer = { ...result('toolu_1'), content: [text('outcome'), text('unknown')], is_error: true }
  const edits = [insert(2, { role: 'user', content: [answer] })]
  const after = parse(await written(session, edits))
  const added = after.find((line) => !lines.some(({ uuid }) => uuid === line['uuid']) && 'uuid' in line)!
  expect(added).toEqual({
    parentUuid: 'a3',
    ...envelope,
    isSidechain: false,
    userType: 'external',
    cwd: '/w',
    sessionId: lines[0]!['sessionId'],
    version: '2.1.329',
    gitBranch: 'main',
    type: 'user',
    message: { role: 'user', content: [answer] },
    uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    timestamp: '2026-11-21T08:00:00.999Z',
    toolUseResult: 'Error: outcome\nunknown',
    sourceToolAssistantUUID: 'a3',
  })
  expect(after.filter((line) => line !== added)).toEqual(
    lines.map((line) => (line['uuid'] === 'b1' ? { ...line, parentUuid: added['uuid'] } : line)),
  )
  expectWholeGraph(after)
  expect(await written(session, edits)).toEqual(await written((await store(lines)).session, edits))
})

test('a result at the end of the session is not the new leaf', async () => {
  const lines = healthyLines().slice(0, 6)
  const { session } = await store([...lines, { type: 'cost-state' }])
  const bytes = await written(session, [
    insert(2, { role: 'user', content: [result('toolu_1')] }),
    insert(2, { role: 'user', content: 'next' }),
  ])
  const again = await store(bytes)
  expect(again.session.messages).toEqual([
    ...session.messages,
    { role: 'user', content: [result('toolu_1')] },
    { role: 'user', content: 'next' },
  ])
  expect(again.session.findings).toEqual([])
  expectWholeGraph(parse(bytes))
})

test('a result that is added to a prompt rewrites the line of the prompt', async () => {
  const lines = [...healthyLines().slice(0, 6), user('u2', 'a3', 'and now?')]
  const { session } = await store(lines)
  const bytes = await written(session, [replace(2, { role: 'user', content: [result('toolu_1'), text('and now?')] })])
  const after = parse(bytes)
  expect(after.at(-1)).toEqual({ ...lines.at(-1), parentUuid: after.at(-2)!['uuid'] })
  expect((await store(bytes)).session.messages.slice(2)).toEqual([
    { role: 'user', content: [result('toolu_1')] },
    { role: 'user', content: 'and now?' },
  ])
})

test('a result that is added beside another one comes before it, or takes its line', async () => {
  const lines = healthyLines()
    .filter((line) => line['uuid'] !== 'r3')
    .map((line) => (line['uuid'] === 'c1' ? { ...line, parentUuid: 'r2' } : line))
  const { session } = await store(lines)
  expect(session.messages[4]).toEqual({ role: 'user', content: [result('toolu_2')] })
  const bytes = await written(session, [replace(4, { role: 'user', content: [result('toolu_2'), result('toolu_3')] })])
  const again = (await store(bytes)).session
  expect(again.messages.slice(4, 6)).toEqual([
    { role: 'user', content: [result('toolu_2')] },
    { role: 'user', content: [result('toolu_3')] },
  ])
  expect(parse(bytes)).toEqual(expect.arrayContaining(lines.slice(0, 10)))
  expectWholeGraph(parse(bytes))
})

test('a removed block leaves its line, or a child without parent', async () => {
  const { session } = await store(healthyLines())
  const [, message] = session.messages as { role: string; content: unknown[] }[]
  const bytes = await written(session, [replace(1, { ...message, content: message!.content.slice(1) })])
  const lines = parse(bytes)
  expect(lines).toEqual(
    healthyLines()
      .filter(({ uuid }) => uuid !== 'a1')
      .map((line) => (line['uuid'] === 'a2' ? { ...line, parentUuid: 'x1' } : line)),
  )
})

test('a removed message leaves something that points to it', async () => {
  const { session } = await store(healthyLines())
  const lines = parse(await written(session, [remove(6), remove(5)]))
  expect(lines.map(({ uuid }) => uuid)).not.toContain('c1')
  expect(lines.at(-1)).toMatchObject({ type: 'last-prompt', leafUuid: 'r2' })
  expectWholeGraph(lines)
})

test('a changed block rewrites the lines of its neighbours', async () => {
  const { session } = await store(healthyLines())
  const message = session.messages[1] as { content: unknown[] }
  const changed = [message.content[0], text('changed'), message.content[2]]
  const lines = parse(await written(session, [replace(1, { role: 'assistant', content: changed })]))
  const expected = healthyLines()
  ;(expected[4]!['message'] as Line)['content'] = [text('changed')]
  expect(lines).toEqual(expected)
})

test('blocks cannot be added or reordered inside an API message', async () => {
  const { session } = await store(healthyLines())
  const { content } = session.messages[1] as { content: unknown[] }
  const [first, second, third] = content
  for (const next of [
    [first, text('new'), second, third],
    [second, first, third],
    [text('new'), third],
    [first, second, third, text('new')],
    [text('only')],
  ]) {
    const bytes = await written(session, [replace(1, { role: 'assistant', content: next })])
    const again = (await store(bytes)).session
    expect(again.messages[1]).toEqual({ role: 'assistant', content: next })
    expect(again.messages).toHaveLength(7)
    expectWholeGraph(parse(bytes))
  }
})

test('a line whose content is text counts as no block of its message', async () => {
  const textLine = (said: string): Line[] =>
    healthyLines().map((line) =>
      line['uuid'] === 'a2' ? { ...line, message: { ...(line['message'] as Line), content: said } } : line,
    )
  const { session } = await store(textLine('I read it.'))
  const { content } = session.messages[1] as { content: unknown[] }
  expect(content[1]).toEqual(text('I read it.'))
  const after = [content[0], content[1], { ...(content[2] as Line), input: {} }]
  const edit = replace(1, { role: 'assistant', content: after })
  expect(session.plan([edit]).changes).toEqual([{ op: 'replaced', record: { line: 6, id: 'a3' }, why: 'content' }])
  const lines = parse(await written(session, [edit]))
  expect(lines.map(({ uuid }) => uuid)).toEqual(healthyLines().map(({ uuid }) => uuid))
  expect(
    lines.filter((line, index) => JSON.stringify(line) !== JSON.stringify(textLine('I read it.')[index])),
  ).toMatchObject([{ uuid: 'a3', message: { content: [after[2]] } }])
})

test('a broken chain or a circle stays broken after it was written', async () => {
  for (const parentUuid of ['missing', 'c1', 'b1']) {
    const lines = healthyLines().map((line) => (line['uuid'] === 'b1' ? { ...line, parentUuid } : line))
    const { session } = await store(lines)
    const write = session.plan([])
    expect(write.changes).toEqual([{ op: 'replaced', record: { line: 9, id: 'b1' }, why: 'parent' }])
    expect(await written(session, [])).toEqual(toBytes(healthyLines()))
  }
})

test('glued, torn or repeated lines stay in the file, or the damage is not handed over', async () => {
  const [first, second, ...rest] = healthyLines().map((line) => toBytes([line]))
  const bytes = Buffer.concat([
    first!.subarray(0, -1),
    second!,
    second!,
    Buffer.from('{"to\0  \n'),
    ...rest,
    Buffer.alloc(9),
  ])
  const { session } = await store(bytes)
  const write = session.plan([])
  const damage: string[] = []
  const chunks: Uint8Array[] = []
  await write.writeTo!(
    async (piece) => void chunks.push(Buffer.from(piece)),
    async ({ bytes: lost }) => void damage.push(Buffer.from(lost).toString()),
  )
  expect(Buffer.concat(chunks)).toEqual(toBytes(healthyLines()))
  expect(damage).toEqual(['{"to', '\0', '\0'.repeat(9)])
  expect(write.changes.map(({ op, why }) => `${op} ${why}`)).toEqual([
    'replaced damage',
    'replaced damage',
    'removed duplicate',
    'quarantined damage',
    'quarantined damage',
    'quarantined damage',
  ])
  expect((await store(Buffer.concat(chunks))).session.plan([]).changes).toEqual([])
})

test('a line that could be read only leniently is dropped, or its bytes are not handed over', async () => {
  const bytes = toBytes(healthyLines())
  bytes[bytes.indexOf('Done.')] = 0xff
  const { session } = await store(bytes)
  const lost: number[] = []
  const chunks: Uint8Array[] = []
  const quarantine = async ({ bytes: damage }: { bytes: Uint8Array }): Promise<void> => void lost.push(damage.length)
  await session.plan([]).writeTo!(async (piece) => void chunks.push(Buffer.from(piece)), quarantine)
  expect(Buffer.concat(chunks).toString()).toBe(bytes.toString())
  expect(lost).toEqual([bytes.toString('latin1').split('\n')[12]!.length])
})

test('what pointed to a line that is gone points nowhere', async () => {
  const boundary = { type: 'system', uuid: 'k1', parentUuid: null, logicalParentUuid: 'c1' }
  const { session } = await store([...healthyLines(), boundary])
  const lines = parse(await written(session, [remove(6)]))
  expect(lines.slice(-2)).toMatchObject([{ leafUuid: 'r3' }, { ...boundary, logicalParentUuid: 'r3' }])
})

test('a result that became text keeps the fields of a result', async () => {
  const { session } = await store(healthyLines())
  const lines = parse(await written(session, [replace(2, { role: 'user', content: [text('the result was: x')] })]))
  expect(lines[6]).toMatchObject({ uuid: 'r1', message: { content: [text('the result was: x')] } })
  expect(Object.keys(lines[6]!)).not.toContain('toolUseResult')
  expect(Object.keys(lines[6]!)).not.toContain('sourceToolAssistantUUID')
})

test('after random edits the session reads differently than planned', async () => {
  const { session } = await store(healthyLines())
  const count = session.messages.length
  const blocks = fc.constantFrom(text('new'), result('toolu_9'), call('toolu_9'))
  const role = fc.constantFrom('user', 'assistant')
  const edit: fc.Arbitrary<Edit> = fc.oneof(
    fc.nat(count - 1).map(remove),
    fc
      .tuple(fc.nat(count), role, fc.array(blocks, { minLength: 1, maxLength: 2 }))
      .map(([index, who, content]) => insert(index, { role: who, content })),
    fc
      .tuple(fc.nat(count - 1), fc.array(fc.oneof(blocks, fc.nat(2)), { minLength: 1, maxLength: 4 }))
      .map(([index, picks]) => {
        const message = session.messages[index] as { role: string; content: unknown }
        const old = typeof message.content === 'string' ? [text(message.content)] : (message.content as unknown[])
        const unique = picks.filter((pick, at) => picks.indexOf(pick) === at)
        const content = unique.flatMap((pick) => (typeof pick === 'number' ? (old[pick] ?? []) : pick)) as {
          type: string
        }[]
        // Results lead, as in every request that is accepted.
        content.sort((a, b) => Number(b.type === 'tool_result') - Number(a.type === 'tool_result'))
        return content.length === 0 ? remove(index) : replace(index, { role: message.role, content })
      }),
  )
  const edits = fc.uniqueArray(edit, {
    minLength: 1,
    maxLength: 4,
    selector: ({ op, index }) => (op === 'insert' ? `i${index}` : `c${index}`),
  })
  await fc.assert(
    fc.asyncProperty(edits, async (plan) => {
      const bytes = await written(session, plan)
      const again = (await store(bytes)).session
      const planned = applyEdits(session.messages, plan)
      fc.pre(planned.length > 0)
      expect(turns(again.messages)).toEqual(turns(planned))
      expectWholeGraph(parse(bytes))
      const kept = new Set(parse(bytes).map((line) => JSON.stringify(line)))
      for (const line of healthyLines())
        expect('uuid' in line || line['type'] === 'last-prompt' || kept.has(JSON.stringify(line))).toBe(true)
    }),
    { numRuns: Math.ceil(150 * scale) },
  )
})

test('a repair on disk cannot be undone, or overwrites what the host appended since it was read', async () => {
  const { path, session } = await store(healthyLines())
  const options = { folder: join(path, '../../../state'), liveness: false, reason: 'tool_result_missing' } as const
  const { backupId } = await session.plan([remove(6)]).apply(options)
  expect(readFileSync(path)).toEqual(await written((await store(healthyLines())).session, [remove(6)]))
  await expect(session.plan([remove(6)]).apply(options)).rejects.toMatchObject({ code: 'changed_meanwhile' })
  await undo(backupId, options)
  expect(readFileSync(path)).toEqual(toBytes(healthyLines()))
})
