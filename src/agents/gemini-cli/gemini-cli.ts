import { whoHolds } from '../../files/who-holds.ts'
import type { Agent } from '../agent.ts'
import { discoverChats, recogniseChat } from './discover.ts'
import { openChat } from './open-chat.ts'

/** Gemini CLI: chats as JSONL; records upserted by id, patches with `$set`. It appends and closes: a recent write is the sign of life. */
export const geminiCli: Agent = {
  name: 'gemini-cli',
  discover: discoverChats,
  recognise: recogniseChat,
  open: openChat,
  live: (ref, recentMs) => whoHolds(ref.path, recentMs === undefined ? {} : { recentMs }),
}
