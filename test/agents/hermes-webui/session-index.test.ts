import { expect, test } from 'vitest'
import type { HermesSession } from '../../../src/agents/hermes-webui/session-copy.ts'
import { rebuildIndex } from '../../../src/agents/hermes-webui/session-index.ts'

/** What an entry of the index repeats of a session. */
const repeated = {
  title: 'A title',
  workspace: '/w',
  model: 'm',
  created_at: 1,
  updated_at: 2,
  pinned: true,
  archived: false,
  project_id: 'p',
  profile: 'q',
  source_tag: 's',
  raw_source: 'r',
  session_source: 't',
  parent_session_id: 'u',
  worktree_path: '/x',
  worktree_branch: 'b',
}
const session = { session_id: 'a', ...repeated, messages: [{}, {}], other: 'text' } as unknown as HermesSession
const poor = { session_id: 'b', messages: [] } as unknown as HermesSession

function rebuilt(
  former: readonly object[],
  sessions: Readonly<Record<string, HermesSession>>,
  ...kept: string[]
): unknown {
  return JSON.parse(rebuildIndex(former as never, new Map(Object.entries(sessions)), new Set(kept)).toString())
}

test('a session that is new in the index lacks a field, or has one of its own', () => {
  expect(rebuilt([], { a: session, b: poor })).toEqual([
    { session_id: 'a', ...repeated, message_count: 2 },
    { session_id: 'b', message_count: 0 },
  ])
})

test('an entry that is there loses its place or its fields, or one without a session stays', () => {
  const former = [
    { session_id: 'gone', title: 'x' },
    { session_id: 'b', title: 'old', message_count: 7 },
    { session_id: 'kept', title: 'y' },
    { session_id: 'a', title: 'mine' },
  ]
  expect(rebuilt(former, { a: session, b: poor }, 'kept')).toEqual([
    { session_id: 'b', title: 'old', message_count: 0 },
    { session_id: 'kept', title: 'y' },
    { session_id: 'a', title: 'mine' },
  ])
})
