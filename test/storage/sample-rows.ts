import type {
  ChangeRow,
  LeaseRow,
  MessageRow,
  PartRow,
  PositionRow,
  SessionRow,
  StateRow,
  TurnRow,
} from '../../src/storage/rows.ts'

/** What UTF-8 and the syntax of a composite value would change, and how it stands in a column. */
export const odd: string = 'a"\\\ud800'
export const oddStored: string = String.raw`a\"\\\ud800`

export const session: SessionRow = {
  sessionID: odd,
  epoch: 1,
  revision: 2,
  floor: 3,
  count: 4,
  head: 'h',
  nextKey: 5,
  standing: '{}',
  createdAt: 6,
  updatedAt: 7,
  removedAt: null,
}
export const position: PositionRow = { key: 1, place: null, contentDigest: 'd' }
export const message: MessageRow = { ...position, place: 2, prefix: null, revision: 3, meta: '{}', raw: '{"a":"\\\\"}' }
export const change: ChangeRow = {
  revision: 1,
  epoch: 2,
  kind: 'transact',
  from: 3,
  undoes: null,
  undoneBy: 4,
  meta: null,
  createdAt: 5,
  formerHead: 'f',
  edits: [{ op: 'remove', index: 0, before: 1, after: null, because: ['orphan'], loss: 'lossy' }],
}
export const part: PartRow = {
  callId: odd,
  occurrence: 1,
  name: odd,
  input: '{}',
  status: 'running',
  output: null,
  isError: null,
  synthetic: true,
  startedAt: 2,
  endedAt: null,
}
export const turn: TurnRow = {
  turnID: odd,
  key: 1,
  state: 'assistant_started',
  input: '{}',
  tools: null,
  data: '[]',
  provenance: { provider: 'p' } as unknown as TurnRow['provenance'],
  createdAt: 2,
  updatedAt: 3,
}
export const state: StateRow = { owner: '', key: odd, value: '1', expiresAt: null, updatedAt: 2 }
export const lease: LeaseRow = { owner: odd, token: 1, expiresAt: 2 }

const positionStored = { key: 1, place: null, content_digest: 'd' }

/** The same rows as they stand in their columns. */
export const stored: Readonly<
  Record<'session' | 'position' | 'message' | 'change' | 'part' | 'turn' | 'state' | 'lease', object>
> = {
  session: {
    session: oddStored,
    epoch: 1,
    revision: 2,
    floor: 3,
    count: 4,
    head: 'h',
    next_key: 5,
    standing: '{}',
    created_at: 6,
    updated_at: 7,
    removed_at: null,
  },
  position: positionStored,
  message: { ...positionStored, place: 2, prefix: null, revision: 3, meta: '{}', raw: message.raw },
  change: {
    revision: 1,
    epoch: 2,
    kind: 'transact',
    from_seq: 3,
    undoes: null,
    undone_by: 4,
    meta: null,
    created_at: 5,
    former_head: 'f',
    edits: JSON.stringify(change.edits),
  },
  part: {
    call_id: oddStored,
    occurrence: 1,
    name: oddStored,
    input: '{}',
    status: 'running',
    output: null,
    is_error: null,
    synthetic: true,
    started_at: 2,
    ended_at: null,
  },
  turn: {
    turn_id: oddStored,
    key: 1,
    state: 'assistant_started',
    input: '{}',
    tools: null,
    data: '[]',
    provenance: '{"provider":"p"}',
    created_at: 2,
    updated_at: 3,
  },
  state: { owner: '', key: oddStored, value: '1', expires_at: null, updated_at: 2 },
  lease: { owner: oddStored, token: 1, expires_at: 2 },
}

export const ID = 's"'
export const owned: object = { session: 's\\"' }
