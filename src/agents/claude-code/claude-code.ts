import { whoHolds } from '../../files/who-holds.ts'
import type { Agent } from '../agent.ts'
import { discoverSessions, recogniseSession } from './discover.ts'
import { openSession } from './open-session.ts'

/**
 * Claude Code: JSONL transcripts, one line per content block, linked by `parentUuid`. The client opens the file for each
 * append and closes it, so that a recent write is the only sign of life.
 */
export const claudeCode: Agent = {
  name: 'claude-code',
  discover: discoverSessions,
  recognise: recogniseSession,
  open: openSession,
  live: (ref, recentMs) => whoHolds(ref.path, recentMs === undefined ? {} : { recentMs }),
}
