import { whoHolds } from '../../files/who-holds.ts'
import type { Agent } from '../agent.ts'
import { discoverSessions, recogniseSession } from './discover.ts'
import { openSession } from './open-session.ts'
import { runningSession } from './running-session.ts'

/**
 * Claude Code: JSONL transcripts, one line per content block, linked by `parentUuid`. The client opens the file for each
 * append and closes it, so that a recent write, or the note of the running program, is the only sign of life.
 */
export const claudeCode: Agent = {
  name: 'claude-code',
  discover: discoverSessions,
  recognise: recogniseSession,
  open: openSession,
  async live(ref, recentMs) {
    const held = await whoHolds(ref.path, recentMs === undefined ? {} : { recentMs })
    const running = await runningSession(ref.path, ref.id)
    return running ? { ...held, live: true, holders: [running, ...held.holders] } : held
  },
}
