import type { AgentEnvironment, SessionRef } from '../../../agents/agent.ts'
import { discoverSessions } from '../../../agents/index.ts'
import { namedSession, type FoundProgram } from './resume-command.ts'

/** How to find the session that a program writes. */
export interface SessionSearch {
  readonly command: readonly string[]
  readonly cwd: string
  /** Only sessions written since then, ms since 1970. */
  readonly since: number
}

/** The session of an agent program: the one that its command names, else the newest in its folder that it can have written. */
export async function findSession(
  found: FoundProgram,
  { command, cwd, since }: SessionSearch,
  environment: AgentEnvironment,
): Promise<SessionRef | undefined> {
  const named = namedSession(command, found)
  const { agent, belongsTo, idOf } = found.program
  let newest: SessionRef | undefined
  for await (const ref of discoverSessions(environment, { agent })) {
    // Gemini CLI's file name contains only a part of the id, so `idOf` is compared, too.
    if (named !== undefined && (ref.id.includes(named) || (await idOf(ref)) === named)) return ref
    if (ref.modifiedMs < since || (newest && newest.modifiedMs >= ref.modifiedMs)) continue
    if (await belongsTo(ref, cwd)) newest = ref
  }
  return newest
}
