import type { Agent } from '../agent.ts'
import { discoverOpencode, recogniseOpencode, storeOf } from './discover.ts'
import { openOpencode } from './open-session.ts'

/** opencode: rows in SQLite (`opencode.db`), or one JSON file per record before 1.2. A session that it is in a turn of is read, not written. */
export const opencode: Agent = {
  name: 'opencode',
  discover: discoverOpencode,
  recognise: recogniseOpencode,
  open: openOpencode,
  live: (ref, recentMs) => storeOf(ref).live(ref, recentMs),
}
