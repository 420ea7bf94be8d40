import { programAtWork, withHolder } from '../../files/program-at-work.ts'
import { whoHolds } from '../../files/who-holds.ts'
import type { Agent } from '../agent.ts'
import { discoverChats, recogniseChat } from './discover.ts'
import { openChat } from './open-chat.ts'
import { worksIn } from './works-in.ts'

/** Gemini CLI: chats as JSONL; records upserted by id, patches with `$set`. It appends and closes: a recent write, or its process, is the sign of life. */
export const geminiCli: Agent = {
  name: 'gemini-cli',
  discover: discoverChats,
  recognise: recogniseChat,
  open: openChat,
  async live(ref, recentMs) {
    const held = await whoHolds(ref.path, { recentMs })
    return withHolder(
      held,
      await programAtWork(ref.path, { names: ['gemini'], worksIn: (folder) => worksIn(folder, ref) }),
    )
  },
}
