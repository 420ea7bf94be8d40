import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { programAtWork, withHolder, type Appender } from '../../files/program-at-work.ts'
import { whoHolds } from '../../files/who-holds.ts'
import type { Agent, SessionPlace } from '../agent.ts'
import { discoverChats, recogniseChat } from './discover.ts'
import { openChat } from './open-chat.ts'

/** The folder of a project is named by the hash of its path, or by a short name with the path in a file of its own. */
function appenderOf({ parentId, path, project }: SessionPlace): Appender {
  const chats = parentId === undefined ? dirname(path) : dirname(dirname(path))
  return {
    names: ['gemini'],
    async worksIn(folder) {
      if (createHash('sha256').update(folder).digest('hex') === project) return true
      return (await readFile(join(dirname(chats), '.project_root'), 'utf8').catch(() => '')).trim() === folder
    },
  }
}

/** Gemini CLI: chats as JSONL; records upserted by id, patches with `$set`. It appends and closes: a recent write, or its process, is the sign of life. */
export const geminiCli: Agent = {
  name: 'gemini-cli',
  discover: discoverChats,
  recognise: recogniseChat,
  open: openChat,
  async live(ref, recentMs) {
    const held = await whoHolds(ref.path, recentMs === undefined ? {} : { recentMs })
    return withHolder(held, await programAtWork(ref.path, appenderOf(ref)))
  },
}
