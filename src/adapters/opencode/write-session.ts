import { SessionRecoveryError } from '../../errors/session-recovery-error.ts'
import type { RowChange } from '../../agents/opencode/stored-rows.ts'
import type { OpencodeClient, OpencodeResult } from './host-types.ts'

/** Thrown when opencode refuses a change; the repair is then reported as failed. */
export class OpencodeError extends SessionRecoveryError<'host_refused'> {
  static override readonly brand: string = 'OpencodeError'

  constructor(message: string, options?: { cause?: unknown }) {
    super('host_refused', message, options)
  }
}

const partUrl = '/session/{id}/message/{messageID}/part/{partID}'
const messageUrl = '/session/{id}/message/{messageID}'

/**
 * Makes the changes through opencode's own API, part by part: updates and insertions first, deletions last, so that a stop in
 * between loses nothing. What the API has no call for is refused before anything is written.
 *
 * @throws {OpencodeError} names the change that was refused
 */
export async function writeSession(
  client: OpencodeClient,
  sessionID: string,
  changes: readonly RowChange[],
): Promise<void> {
  const impossible = changes.find(({ op, table }) => table === 'message' && op !== 'delete')
  if (impossible !== undefined)
    throw new OpencodeError(
      `opencode has no call to ${impossible.op} a message (${impossible.row.id}); run "session-recovery repair" on its store.`,
    )
  const ordered = [...changes].sort((first, second) => Number(first.op === 'delete') - Number(second.op === 'delete'))
  for (const change of ordered) {
    const { id, messageId } = change.row
    if (change.table === 'part') {
      const path = { id: sessionID, messageID: messageId, partID: id }
      if (change.op === 'delete') check(await client._client.delete({ url: partUrl, path }), change)
      else {
        const body = { ...(change.value as object), id, sessionID, messageID: messageId }
        check(
          await client._client.patch({ url: partUrl, path, body, headers: { 'content-type': 'application/json' } }),
          change,
        )
      }
    } else check(await client._client.delete({ url: messageUrl, path: { id: sessionID, messageID: id } }), change)
  }
}

function check(result: OpencodeResult<unknown>, { op, table, row }: RowChange): void {
  if (result.error === undefined) return
  throw new OpencodeError(`opencode refused to ${op} ${table} ${row.id}.`, { cause: result.error })
}
