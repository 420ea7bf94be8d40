import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isCodexRecord, itemOf, payloadOf } from '../../../src/agents/codex/codex-record.ts'
import { discoverRollouts } from '../../../src/agents/codex/discover.ts'
import { rebuildHeader } from '../../../src/agents/codex/rebuild-header.ts'
import { tempFolder } from '../../files/temp-folder.ts'

const id = '01999999-0000-7000-8000-000000000009'
const told = { cwd: '/w', cli_version: '0.169.0' }
const first = { timestamp: 't', ordinal: 3 }
const payload = { id, timestamp: 't', cwd: '/w', originator: 'codex_exec', cli_version: '0.169.0', source: 'exec' }
const header = { timestamp: 't', ordinal: 0, type: 'session_meta', payload }
const { ordinal: _, ...unnumbered } = header
const own = { originator: 'tui', source: 'cli', model_provider: 'openai' }

type Case = readonly [what: string, id: string, rollout: object, header: object | undefined]
test.each<Case>([
  ['all that is needed', id, { told, first }, header],
  ['more than is needed', id, { told: { ...told, ...own }, first }, { ...header, payload: { ...payload, ...own } }],
  ['records without numbers', id, { told, first: { timestamp: 't' } }, unnumbered],
  ['records from the first number on', id, { told, first: { timestamp: 't', ordinal: 0 } }, unnumbered],
  ['numbers that are none', id, { told, first: { timestamp: 't', ordinal: '3' } }, unnumbered],
  ['a longer id', `${id}0`, { told, first }, undefined],
  ['an id behind something', `0${id}`, { told, first }, undefined],
  ['a name instead of an id', 'rollout-x', { told, first }, undefined],
  ['no records', id, { told, first: undefined }, undefined],
  ['no folder', id, { told: { cli_version: '1' }, first }, undefined],
  ['no release', id, { told: { cwd: '/w' }, first }, undefined],
])('with %s another header is rebuilt', async (_what, of, rollout, expected) => {
  expect(
    await rebuildHeader('/nowhere/rollout.jsonl', of, rollout as Parameters<typeof rebuildHeader>[2]),
  ).toStrictEqual(expected)
})

test.each<readonly [line: Record<string, unknown>, isOurs: boolean, item: unknown]>([
  [{ type: 'response_item', timestamp: 't', payload: { type: 'message' } }, true, { type: 'message' }],
  [{ type: 'response_item', timestamp: 't', payload: { type: 'ghost_snapshot' } }, true, undefined],
  [{ type: 'response_item', timestamp: 't', payload: { type: 'other' } }, true, undefined],
  [{ type: 'event_msg', timestamp: 't', payload: { type: 'message' } }, true, undefined],
  [{ type: 'response_item', payload: {} }, false, {}],
  [{ timestamp: 't', payload: {} }, false, undefined],
  [{ type: 'response_item', timestamp: 't' }, false, undefined],
  [{ type: 'response_item', timestamp: 't', payload: [] }, false, undefined],
])('%j is read as another line of a rollout', (line, isOurs, item) => {
  expect(isCodexRecord(line)).toBe(isOurs)
  expect(itemOf(line)).toEqual(item)
  expect(payloadOf(line)).toBe(Array.isArray(line['payload']) ? undefined : line['payload'])
})

test('what is no rollout is found, or one that is put away is not', async () => {
  const home = tempFolder()
  const write = (path: string): void => {
    mkdirSync(join(home, '.codex', path, '..'), { recursive: true })
    writeFileSync(join(home, '.codex', path), '')
  }
  for (const path of [`sessions/2026/11/21/rollout-b-${id}.jsonl`, 'sessions/rollout-a.jsonl']) write(path)
  write(`archived_sessions/rollout-c-${id}.jsonl`)
  write('archived_sessions/rollout-g-0199ABCD-0000-7000-8000-00000000000F.jsonl')
  for (const path of [
    'sessions/notes.jsonl',
    'sessions/rollout-d.json',
    'sessions/x-rollout-e.jsonl',
    'other/rollout-f.jsonl',
  ])
    write(path)
  mkdirSync(join(home, '.codex/sessions/rollout-folder.jsonl'))
  const found: unknown[] = []
  for await (const ref of discoverRollouts({ home, env: {} }))
    found.push([ref.agent, ref.id, ref.path.slice(home.length)])
  expect(found).toEqual([
    ['codex', id, `/.codex/sessions/2026/11/21/rollout-b-${id}.jsonl`],
    ['codex', 'rollout-a', '/.codex/sessions/rollout-a.jsonl'],
    ['codex', id, `/.codex/archived_sessions/rollout-c-${id}.jsonl`],
    [
      'codex',
      '0199ABCD-0000-7000-8000-00000000000F',
      '/.codex/archived_sessions/rollout-g-0199ABCD-0000-7000-8000-00000000000F.jsonl',
    ],
  ])
})
