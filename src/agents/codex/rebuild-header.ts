import { findThread } from './thread-index.ts'
import type { Rollout } from './rollout.ts'

/**
 * The `session_meta` of a rollout that has lost it: without one Codex does not resume. Id and time stand in the file name and
 * in the records, folder and release in the torn line, in `turn_context` or in Codex's index. `undefined` when one of them
 * cannot be proved.
 */
export async function rebuildHeader(
  path: string,
  id: string,
  rollout: Rollout,
): Promise<Record<string, unknown> | undefined> {
  const { told, first } = rollout
  if (!/^[0-9a-f-]{36}$/i.test(id) || !first) return undefined
  const known = { ...(await findThread(path, id)), ...told }
  const { cwd, cli_version: version } = known
  if (cwd === undefined || version === undefined) return undefined
  const { timestamp, ordinal } = first
  const { originator = 'codex_exec', source = 'exec', model_provider: provider } = known
  const payload = {
    id,
    timestamp,
    cwd,
    originator,
    cli_version: version,
    source,
    ...(provider !== undefined && { model_provider: provider }),
  }
  return { timestamp, ...(typeof ordinal === 'number' && ordinal > 0 && { ordinal: 0 }), type: 'session_meta', payload }
}
