import { whoHolds } from '../../files/who-holds.ts'
import type { Agent } from '../agent.ts'
import { discoverRollouts, recogniseRollout } from './discover.ts'
import { openRollout } from './open-rollout.ts'

/** Codex CLI: rollouts as JSONL, one Responses item per line. Its SQLite index names the files and is not touched. */
export const codex: Agent = {
  name: 'codex',
  discover: discoverRollouts,
  recognise: recogniseRollout,
  open: openRollout,
  live: (ref, recentMs) => whoHolds(ref.path, { recentMs }),
}
