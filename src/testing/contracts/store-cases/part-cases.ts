import assert from 'node:assert/strict'
import { rejectsWith, type StoreCase } from './store-case.ts'

const CALL = { callId: 'toolu_1', name: 'bash', input: { command: 'ls' } } as const

export const partCases: readonly StoreCase[] = [
  {
    title: 'several states at once are not what the same states are one after the other, a reused id among them',
    async run(store, clock) {
      const states = [
        { ...CALL, status: 'pending' },
        { callId: 'other', name: 'edit', status: 'pending' },
        { callId: 'toolu_1', status: 'completed', output: 'first' },
        { ...CALL, status: 'pending' },
        { callId: 'toolu_1', status: 'error', output: 'second' },
        { callId: 'toolu_1', status: 'running', occurrence: 0 },
      ] as const
      clock.now = 100
      const single = []
      for (const state of states) single.push(await store.parts.record('single', state))
      const first = await store.parts.recordAll('whole', states.slice(0, 1))
      assert.deepEqual([...first, ...(await store.parts.recordAll('whole', states.slice(1)))], single)
      assert.deepEqual(await store.parts.list('whole'), await store.parts.list('single'))
      assert.equal((await store.parts.get('whole', 'toolu_1'))?.output, 'second')
      assert.deepEqual(await store.parts.recordAll('whole', []), [])
    },
  },
  {
    title: 'messages are written without the states of their tool calls, or the states without the messages',
    async run(store) {
      const parts = [
        { ...CALL, status: 'pending' },
        { callId: 'toolu_1', status: 'completed', output: 'done' },
      ] as const
      const messages = [{ raw: { role: 'user', content: 'first' } }]
      assert.equal(await store.messages.append('s', messages, { expect: 0, parts: parts.slice(0, 1) }), 1)
      assert.equal((await store.parts.get('s', 'toolu_1'))?.status, 'pending')
      await assert.rejects(store.messages.append('s', messages, { expect: 7, parts }), rejectsWith('stale_revision'))
      await assert.rejects(store.messages.replace('s', messages, { expect: 0, parts }), rejectsWith('stale_revision'))
      const bad = [{ ...CALL, status: 'completed', output: 10n }] as const
      await assert.rejects(store.messages.append('s', messages, { parts: bad }), rejectsWith('invalid_value'))
      assert.equal((await store.messages.load('s'))?.messages.length, 1)
      assert.equal((await store.parts.list('s')).length, 1)
      assert.equal((await store.parts.get('s', 'toolu_1'))?.status, 'pending')
      assert.equal(await store.messages.replace('s', messages, { expect: 1, parts }), 1)
      assert.equal(await store.messages.append('s', [], { parts: [{ ...CALL, status: 'pending' }] }), 1)
      assert.deepEqual(
        (await store.parts.list('s')).map(({ occurrence, status }) => [occurrence, status]),
        [
          [0, 'completed'],
          [1, 'pending'],
        ],
      )
      await store.messages.append('new', [], { parts: parts.slice(0, 1) })
      assert.equal((await store.parts.list('new')).length, 1)
      assert.equal(await store.messages.load('new'), null)
    },
  },
  {
    title: 'one state that is no JSON lets the others of its transaction pass',
    async run(store) {
      const bad = { callId: 'bad', status: 'completed', output: 10n } as const
      await assert.rejects(
        store.parts.recordAll('s', [{ ...CALL, status: 'pending' }, bad]),
        rejectsWith('invalid_value'),
      )
      assert.deepEqual(await store.parts.list('s'), [])
    },
  },
  {
    title: 'a tool call does not go from pending over running to completed',
    async run(store, clock) {
      clock.now = 100
      await store.parts.record('s', { ...CALL, status: 'pending' })
      assert.deepEqual(await store.parts.get('s', 'toolu_1'), { ...CALL, occurrence: 0, status: 'pending' })
      clock.now = 200
      await store.parts.record('s', { callId: 'toolu_1', status: 'running' })
      assert.deepEqual(await store.parts.get('s', 'toolu_1'), {
        ...CALL,
        occurrence: 0,
        status: 'running',
        startedAt: 200,
      })
      clock.now = 300
      const output = [{ type: 'text', text: 'a \ud800 \u0000' }, null, { nested: [1] }]
      const recorded = await store.parts.record('s', { callId: 'toolu_1', status: 'completed', output, isError: false })
      const expected = {
        ...CALL,
        occurrence: 0,
        status: 'completed',
        output,
        isError: false,
        startedAt: 200,
        endedAt: 300,
      }
      assert.deepEqual(recorded, expected)
      assert.deepEqual(await store.parts.list('s'), [expected])
    },
  },
  {
    title: 'a late running report reopens a settled call',
    async run(store) {
      for (const status of ['completed', 'error'] as const) {
        const callId = `call_${status}`
        await store.parts.record('s', { callId, status: 'running' })
        await store.parts.record('s', { callId, status, output: 'real' })
        const before = await store.parts.get('s', callId)
        await store.parts.record('s', { callId, status: 'running', input: { other: true } })
        await store.parts.record('s', { callId, status: 'pending', occurrence: 0 })
        assert.deepEqual(await store.parts.get('s', callId), before)
      }
      await store.parts.record('s', { callId: 'c', status: 'running' })
      await store.parts.record('s', { callId: 'c', status: 'pending' })
      assert.equal((await store.parts.get('s', 'c'))?.status, 'running')
      assert.equal((await store.parts.list('s')).length, 3)
    },
  },
  {
    title: 'a result that was made up is read as a real one, its failure as none, or its end at another time (I5)',
    async run(store, clock) {
      clock.now = 100
      const state = { ...CALL, status: 'error', output: 'invented', synthetic: true, isError: true } as const
      const recorded = await store.parts.record('s', state)
      for (const part of [recorded, await store.parts.get('s', 'toolu_1')])
        assert.deepEqual([part?.synthetic, part?.isError, part?.endedAt], [true, true, 100])
    },
  },
  {
    title: 'a synthetic result replaces a real one (I5)',
    async run(store) {
      await store.parts.record('s', { ...CALL, status: 'completed', output: 'real' })
      await store.parts.record('s', { ...CALL, status: 'error', output: 'invented', synthetic: true, isError: true })
      assert.equal((await store.parts.get('s', 'toolu_1'))?.output, 'real')
    },
  },
  {
    title: 'a late real result does not replace the synthetic one (I5)',
    async run(store) {
      await store.parts.record('s', { ...CALL, status: 'running' })
      await store.parts.record('s', { ...CALL, status: 'error', output: 'invented', synthetic: true, isError: true })
      await store.parts.record('s', { ...CALL, status: 'error', output: 'invented again', synthetic: true })
      assert.equal((await store.parts.get('s', 'toolu_1'))?.output, 'invented')
      await store.parts.record('s', { ...CALL, status: 'completed', output: 'real' })
      const part = await store.parts.get('s', 'toolu_1')
      assert.equal(part?.output, 'real')
      assert.equal(part?.status, 'completed')
      assert.ok(!('synthetic' in part) && !('isError' in part))
    },
  },
  {
    title: 'a second real result replaces the first',
    async run(store) {
      await store.parts.record('s', { ...CALL, status: 'completed', output: 'first' })
      await store.parts.record('s', { ...CALL, status: 'completed', output: 'second' })
      assert.equal((await store.parts.get('s', 'toolu_1'))?.output, 'first')
    },
  },
  {
    title: 'a call id reused in a later turn loses the earlier result',
    async run(store) {
      for (const output of ['zero', 'one', 'two']) {
        await store.parts.record('s', { ...CALL, status: 'pending' })
        await store.parts.record('s', { ...CALL, status: 'running' })
        await store.parts.record('s', { ...CALL, status: 'completed', output })
      }
      await store.parts.record('s', { callId: 'other', status: 'pending' })
      const parts = await store.parts.list('s')
      assert.deepEqual(
        parts.map(({ callId, occurrence, output }) => [callId, occurrence, output]),
        [
          ['toolu_1', 0, 'zero'],
          ['toolu_1', 1, 'one'],
          ['toolu_1', 2, 'two'],
          ['other', 0, undefined],
        ],
      )
      assert.equal((await store.parts.get('s', 'toolu_1'))?.output, 'two')
      assert.equal((await store.parts.get('s', 'toolu_1', 0))?.output, 'zero')
      assert.equal(await store.parts.get('s', 'toolu_1', 3), null)
    },
  },
  {
    title: 'a result for a named occurrence settles another one',
    async run(store) {
      await store.parts.record('s', { ...CALL, status: 'error', output: 'invented', synthetic: true })
      await store.parts.record('s', { ...CALL, status: 'pending' })
      await store.parts.record('s', { ...CALL, status: 'completed', output: 'late', occurrence: 0 })
      assert.equal((await store.parts.get('s', 'toolu_1', 0))?.output, 'late')
      assert.equal((await store.parts.get('s', 'toolu_1', 1))?.status, 'pending')
    },
  },
  {
    title: 'parts of different sessions mix, or an output loses its type',
    async run(store) {
      const outputs = [null, 0, false, '', [], {}, 'text', { a: [1, { b: null }] }]
      for (const [index, output] of outputs.entries())
        await store.parts.record('s', { callId: `c${index}`, status: 'completed', output })
      assert.deepEqual(
        (await store.parts.list('s')).map(({ output }) => output),
        outputs,
      )
      assert.deepEqual(await store.parts.list('t'), [])
      assert.equal(await store.parts.get('t', 'c0'), null)
    },
  },
  {
    title: 'times of a part with fractions of a ms are refused, or kept by one store and not by another',
    async run(store) {
      const times = { startedAt: 1_790_000_000_000.75, endedAt: -1.5 }
      assert.deepEqual(await store.parts.record('s', { ...CALL, status: 'completed', output: 1, ...times }), {
        ...(await store.parts.get('s', CALL.callId)),
        startedAt: 1_790_000_000_000,
        endedAt: -1,
      })
    },
  },
  {
    title: 'a part without a known status or with a broken occurrence is stored',
    async run(store) {
      const bad: unknown[] = [
        { ...CALL, status: 'done' },
        { ...CALL, status: 'constructor' },
        { ...CALL, status: 'pending', occurrence: -1 },
        { ...CALL, status: 'pending', occurrence: 0.5 },
        { status: 'pending' },
        { ...CALL, name: 7, status: 'pending' },
        { ...CALL, status: 'error', isError: 'yes' },
        ...[Number.NaN, Infinity, 1e300, -1e300, '1', 9e15].flatMap((time) => [
          { ...CALL, status: 'running', startedAt: time },
          { ...CALL, status: 'completed', endedAt: time },
        ]),
      ]
      for (const part of bad)
        await assert.rejects(
          store.parts.record('s', part as typeof CALL & { status: 'pending' }),
          rejectsWith('invalid_value'),
        )
      assert.deepEqual(await store.parts.list('s'), [])
    },
  },
]
