import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { programAtWork, withHolder, type Appender } from '../../files/program-at-work.ts'
import { whoHolds } from '../../files/who-holds.ts'
import type { Agent, SessionPlace } from '../agent.ts'
import { discoverSessions, recogniseSession } from './discover.ts'
import { openSession } from './open-session.ts'
import { runningSession } from './running-session.ts'

/** Releases before 2.1 leave no note: the process that works in the folder of the project, which names that of its transcripts. */
function appenderOf({ path, project }: SessionPlace): Appender {
  const notes = join(dirname(dirname(dirname(path))), 'sessions')
  return {
    names: ['claude'],
    worksIn: (folder) => folder.replaceAll(/[^A-Za-z0-9]/g, '-') === project,
    tells: (pid) =>
      stat(join(notes, `${pid}.json`)).then(
        () => true,
        () => false,
      ),
  }
}

/**
 * Claude Code: JSONL transcripts, one line per content block, linked by `parentUuid`. The client opens the file for each
 * append and closes it, so that a recent write, the note of the running program, or its process is the only sign of life.
 */
export const claudeCode: Agent = {
  name: 'claude-code',
  discover: discoverSessions,
  recognise: recogniseSession,
  open: openSession,
  async live(ref, recentMs) {
    const held = await whoHolds(ref.path, { recentMs })
    const holder = (await runningSession(ref.path, ref.id)) ?? (await programAtWork(ref.path, appenderOf(ref)))
    return withHolder(held, holder)
  },
}
