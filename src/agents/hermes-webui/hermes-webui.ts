import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { nodeFs } from '../../files/node-fs.ts'
import { whoHolds } from '../../files/who-holds.ts'
import type { Agent, AgentEnvironment, AgentSession, SessionRef } from '../agent.ts'
import { openPlain } from '../plain/open-plain.ts'
import { sessionOf } from './hermes-folder.ts'
import { readSessionCopy } from './session-copy.ts'
import { readTombstones } from './tombstones.ts'

/** The folder of hermes-webui's sessions. An empty variable counts as unset. */
export function hermesFolder({ home, env }: AgentEnvironment): string {
  const state = env['HERMES_WEBUI_STATE_DIR'] || join(env['HERMES_HOME'] || join(home, '.hermes'), 'webui')
  return join(state, 'sessions')
}

async function refOf(path: string): Promise<SessionRef | undefined> {
  const named = sessionOf(basename(path))
  const stats = named?.copy === 'live' ? await stat(path).catch(() => undefined) : undefined
  if (!named || !stats?.isFile()) return undefined
  return { agent: 'hermes-webui', id: named.sessionID, path, sizeBytes: stats.size, modifiedMs: stats.mtimeMs }
}

/** Every session except those that the user has deleted: their remains are no sessions (I14). */
async function* discover(environment: AgentEnvironment): AsyncGenerator<SessionRef> {
  const folder = hermesFolder(environment)
  const names = (await readdir(folder).catch(() => [])).sort()
  const { ids } = await readTombstones(nodeFs, folder)
  for (const name of names) {
    const ref = await refOf(join(folder, name))
    if (ref && !ids.has(ref.id)) yield ref
  }
}

/** A file by its own word: it holds messages, and names the session as it is named itself. */
async function recognise(path: string): Promise<SessionRef | undefined> {
  const ref = await refOf(path)
  const copy = ref && (await readSessionCopy(nodeFs, path))
  return copy?.state === 'sound' && copy.session['session_id'] === ref?.id ? ref : undefined
}

/** The document is that of a request body; everything around its messages keeps its bytes. */
async function open(ref: SessionRef): Promise<AgentSession> {
  return openPlain(ref, { format: 'openai-chat' })
}

/** hermes-webui: one JSON document a session, in the wire format of OpenAI, beside copies that `audit` compares. */
export const hermesWebui: Agent = {
  name: 'hermes-webui',
  discover,
  recognise,
  open,
  live: (ref, recentMs) => whoHolds(ref.path, { recentMs }),
}
