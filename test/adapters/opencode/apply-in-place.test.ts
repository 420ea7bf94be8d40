import { expect, test } from 'vitest'
import { applyInPlace } from '../../../src/adapters/opencode/apply-in-place.ts'
import type { OpencodeMessage } from '../../../src/adapters/opencode/host-types.ts'
import type { RowChange } from '../../../src/agents/opencode/stored-rows.ts'

const listed = (): OpencodeMessage[] =>
  ['m1', 'm3', 'm5'].map((id) => ({
    info: { id, sessionID: 's' },
    parts: ['p1', 'p3'].map((part) => ({ id: part, sessionID: 's', messageID: id, text: part })),
  }))
const told = (messages: readonly OpencodeMessage[]): string =>
  messages
    .map(({ info, parts }) => {
      const shown = parts.map((part) => (part['text'] === part.id ? part.id : `${part.id}=${String(part['text'])}`))
      return `${info.id}${info['role'] === undefined ? '' : `=${String(info['role'])}`}(${shown.join(' ')})`
    })
    .join(' ')

const message = (op: 'insert' | 'update' | 'delete', id: string): RowChange =>
  ({ op, table: 'message', row: { id }, ...(op !== 'delete' && { value: { role: 'new' } }) }) as unknown as RowChange
const part = (op: 'insert' | 'update' | 'delete', messageId: string, id: string): RowChange =>
  ({
    op,
    table: 'part',
    row: { id, messageId },
    ...(op !== 'delete' && { value: { text: 'new' } }),
  }) as unknown as RowChange

test.for<readonly [changes: readonly RowChange[], after: string]>([
  [[message('delete', 'm1')], 'm3(p1 p3) m5(p1 p3)'],
  [[message('delete', 'm5')], 'm1(p1 p3) m3(p1 p3)'],
  [[message('delete', 'm4')], 'm1(p1 p3) m3(p1 p3) m5(p1 p3)'],
  [[message('update', 'm1'), message('update', 'm4')], 'm1=new(p1 p3) m3(p1 p3) m5(p1 p3)'],
  [[message('insert', 'm0'), message('insert', 'm4')], 'm0=new() m1(p1 p3) m3(p1 p3) m4=new() m5(p1 p3)'],
  [[message('insert', 'm6'), part('insert', 'm6', 'p1')], 'm1(p1 p3) m3(p1 p3) m5(p1 p3) m6=new(p1=new)'],
  [[part('delete', 'm1', 'p1'), part('delete', 'm5', 'p3'), part('delete', 'm3', 'p2')], 'm1(p3) m3(p1 p3) m5(p1)'],
  [[part('update', 'm1', 'p1'), part('update', 'm3', 'p3')], 'm1(p1=new p3) m3(p1 p3=new) m5(p1 p3)'],
  [
    [part('insert', 'm1', 'p0'), part('insert', 'm1', 'p2'), part('insert', 'm1', 'p4')],
    'm1(p0=new p1 p2=new p3 p4=new) m3(p1 p3) m5(p1 p3)',
  ],
  [[part('insert', 'm4', 'p1')], 'm1(p1 p3) m3(p1 p3) m5(p1 p3)'],
])('row %$: the list that opencode sends is changed otherwise, or is another list', ([changes, after]) => {
  const messages = listed()
  applyInPlace('s', messages, changes)
  expect(told(messages)).toBe(after)
  expect(messages.every(({ info }) => info['sessionID'] === 's')).toBe(true)
  const ids = messages.flatMap(({ info, parts }) =>
    parts.map((each) => [each['sessionID'], each['messageID'] === info.id]),
  )
  expect(ids.every(([session, isOwn]) => session === 's' && isOwn)).toBe(true)
})
