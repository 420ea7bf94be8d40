import { type ExchangeQuery, readRecording, type Recording } from '../../proxy/recording/read-recording.ts'
import type { RecordedExchange } from '../../proxy/recording/recorded.ts'
import { nodeFs } from '../../files/node-fs.ts'
import { shellWord } from '../../doctor/sessions/short-id.ts'
import { listSessionIDs } from '../../journal/session-folder.ts'
import type { JournalStore } from '../../storage/journal/create-journal-store.ts'
import type { CliContext } from '../cli-context.ts'
import { CliError } from '../cli-error.ts'
import { parseCount } from '../sessions/parse-when.ts'
import type { Invocation } from '../table/command.ts'

/** The input of each `recordings` command. */
export interface RecordingsWork {
  readonly store: JournalStore
  readonly folder: string
  readonly named: string | undefined
  readonly invocation: Invocation
  readonly context: CliContext
}

/**
 * The ids that a name means, by their folders: one that cannot be read is not in the way of another. Their order is that of
 * their time.
 *
 * @throws CliError `usage` where it is the beginning of several
 */
export async function recordingsNamed(folder: string, named: string): Promise<readonly string[]> {
  const ids = await listSessionIDs(nodeFs, folder)
  if (named === '') return ids
  const found = ids.filter((id) => id.startsWith(named))
  if (found.includes(named)) return [named]
  if (found.length > 1)
    throw new CliError(
      'usage',
      `${found.length} recordings begin with ${JSON.stringify(named)}.`,
      'Write more of the id.',
    )
  return found
}

/** The recording that is named, or the newest one. */
export async function openRecording({ store, folder, named = '' }: RecordingsWork): Promise<Recording> {
  const recording = await firstRecording(store, (await recordingsNamed(folder, named)).toReversed())
  if (recording !== null) return recording
  throw named === ''
    ? new CliError(
        'not_found',
        `There are no recordings in ${folder}.`,
        `Record with: session-recovery proxy --record ${shellWord(folder)}, or name another folder with --dir.`,
      )
    : new CliError(
        'not_found',
        `There is no recording ${JSON.stringify(named)} in ${folder}.`,
        'See: session-recovery recordings list',
      )
}

/** Folders of something else may stand among them. */
async function firstRecording(store: JournalStore, ids: readonly string[]): Promise<Recording | null> {
  for (const id of ids) {
    const recording = await readRecording(store, id)
    if (recording !== null) return recording
  }
  return null
}

/** The options that choose exchanges. */
export function queryOf({ options }: Invocation): ExchangeQuery {
  const number = (name: string, limits?: Parameters<typeof parseCount>[2]): number | undefined => {
    const text = options.text(name)
    return text === undefined ? undefined : parseCount(text, name, limits)
  }
  const [status, path, text] = [options.text('status'), options.text('path'), options.text('text')]
  const [limit, offset] = [number('limit', { from: 1 }), number('offset')]
  return {
    ...(status !== undefined && { status: status as 'ok' | 'error' }),
    ...(path !== undefined && { path }),
    ...(text !== undefined && { text }),
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
  }
}

export function exchangeOf({ exchanges, recordingID }: Recording, id: string): RecordedExchange {
  const found = exchanges.find((each) => each.id === id)
  if (found) return found
  throw new CliError(
    'not_found',
    `Recording ${recordingID} has no exchange ${JSON.stringify(id)}.`,
    'See: session-recovery recordings show',
  )
}
