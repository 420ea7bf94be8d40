import { describe, expect, test } from 'vitest'
import { findFormat } from '../../src/formats/index.ts'
import type { Report } from '../../src/lint/fault.ts'
import { LintPass } from '../../src/lint/lint-pass.ts'
import { pairCalls } from '../../src/lint/pair-calls.ts'
import { readTranscript } from '../../src/lint/read-transcript.ts'
import { noEvidence } from '../../src/transcript/evidence.ts'

const messages = [
  { role: 'user', content: 'Read.' },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'Yes.' },
      { type: 'tool_use', id: 'a', name: 'read', input: {} },
    ],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'A file.' }] },
]

function passOf(list: readonly unknown[] = messages, otherIds?: () => readonly string[]): LintPass {
  const format = findFormat('anthropic-messages')
  const rules = format.rules({})
  const transcript = readTranscript(list, format, rules)
  const pairing = pairCalls(transcript, rules)
  const scope = { format, rules, request: {}, evidence: noEvidence, purpose: 'request', transcript, pairing } as const
  return new LintPass(scope, otherIds)
}

describe('a report', () => {
  const fix = (): void => {}
  const rows: readonly (readonly [Partial<Report>, 'none' | 'synthesised' | 'lossy' | null])[] = [
    [{}, null],
    [{ loss: 'lossy' }, null],
    [{ fix }, 'none'],
    [{ fix, loss: 'none' }, 'none'],
    [{ fix, loss: 'synthesised' }, 'synthesised'],
    [{ fix, loss: 'lossy' }, 'lossy'],
  ]
  test.each(rows)('%j does not cost what its fix takes (I4)', (given, loss) => {
    const pass = passOf()
    pass.contextOf({ type: 'blank_text' }).report({ at: null, ...given })
    expect(pass.found).toEqual([{ fault: { type: 'blank_text', at: null, detail: {}, loss }, fix: given.fix }])
  })
  test('there are no rows', () => expect(rows).toHaveLength(6))

  test('that a visitor makes later is signed by the next one', () => {
    const pass = passOf()
    const { report } = pass.contextOf({ type: 'blank_text' })
    pass.contextOf({ type: 'role_order' }).report({ at: null, detail: { role: 'user' } })
    report({ at: pass.transcript.messages[1]!.blocks[1]! })
    expect(pass.found.map(({ fault: { at, detail, type } }) => [type, at, detail])).toEqual([
      ['role_order', null, { role: 'user' }],
      ['blank_text', { messageIndex: 1, field: 'content', blockIndex: 1 }, {}],
    ])
  })
})

test('ids of messages that are left out, or of either side of a call, are free for a new call', () => {
  expect([...passOf().callIds]).toEqual(['a'])
  expect([...passOf(messages.slice(2)).callIds]).toEqual(['a'])
  expect([...passOf(messages, () => ['b', 'c']).callIds].toSorted()).toEqual(['a', 'b', 'c'])
})

test('the turns before and behind are not those of the transcript', () => {
  const context = passOf().contextOf({ type: 'blank_text' })
  expect([0, 1, 2, 3].map((index) => context.turnAt(index)?.role)).toEqual(['user', 'assistant', 'user', undefined])
  expect(context.lastTurn?.index).toBe(2)
  expect(passOf([]).contextOf({ type: 'blank_text' }).lastTurn).toBeUndefined()
})
