import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreMissing } from '../../files/ignore-missing.ts'
import { replaceFileDurably } from '../../files/replace-file-durably.ts'
import { applyChanges } from './apply-changes.ts'
import { snapshotTexts, textOf } from './snapshot-texts.ts'
import { decodeSnapshot, encodeSnapshot, isNewerVersion } from './snapshot-text.ts'
import type { DamagedSnapshot } from './snapshot-store.ts'
import type { Snapshot } from './snapshot.ts'

const generationName = (generation: number): string => `snapshot${generation === 0 ? '' : `.${generation}`}.json`

/** The changes since the newest snapshot. */
export const changesName = 'changes.ndjson'

/** The snapshots of one session. */
export interface SessionGenerations {
  readonly folder: string
  readonly sessionID: string
  /** How many older snapshots are kept. */
  readonly generations: number
  /** Leaves damaged files in place. */
  readonly readOnly: boolean
}

/**
 * The newest readable snapshot with the changes since; damaged ones are reported in `damaged` and set aside.
 *
 * @throws SupervisorError `newer_version`
 */
export async function loadGeneration(
  { folder, sessionID, generations, readOnly }: SessionGenerations,
  damaged: DamagedSnapshot[],
): Promise<Snapshot | undefined> {
  const changes = join(folder, changesName)
  for (let generation = 0; generation <= generations; generation += 1) {
    const place = join(folder, generationName(generation))
    const [text, later] = await snapshotTexts(place, changes)
    if (text === undefined) continue
    try {
      const base = await decodeSnapshot(text, place)
      if (base.sessionID !== sessionID) throw new Error('It belongs to another session.')
      const { snapshot, why } = await applyChanges(base, later)
      if (why !== undefined) damaged.push({ sessionID, place: changes, why })
      return snapshot
    } catch (cause) {
      const isNewer = isNewerVersion(cause)
      if (isNewer && !readOnly) throw cause
      if (isNewer) {
        // No fallback to an older generation: its state is out of date.
        damaged.push({ sessionID, place, why: whyOf(cause) })
        return undefined
      }
      const setAside = `${place}.damaged`
      if (!readOnly) await rename(place, setAside)
      const why = cause instanceof SyntaxError ? 'It is no JSON.' : whyOf(cause)
      damaged.push({ sessionID, place, ...(!readOnly && { setAside }), why })
    }
  }
  return undefined
}

/** Replaces the newest snapshot, which becomes the first older generation. */
export async function saveGeneration(folder: string, generations: number, snapshot: Snapshot): Promise<void> {
  const placeOf = (generation: number): string => join(folder, generationName(generation))
  if (generations > 0 && (await textOf(placeOf(0))) !== undefined) {
    for (let generation = generations - 1; generation > 0; generation -= 1)
      await rename(placeOf(generation), placeOf(generation + 1)).catch(ignoreMissing)
    // Copied, not renamed, so that there is a snapshot at any moment.
    const former = await readFile(placeOf(0))
    await replaceFileDurably(placeOf(1), (write) => write(former), { mode: 0o600 })
  }
  const bytes = Buffer.from(encodeSnapshot(snapshot))
  await replaceFileDurably(placeOf(0), (write) => write(bytes), { mode: 0o600 })
  await rm(join(folder, changesName), { force: true })
}

/** The first validation issue or the error's message, without values (I12). */
function whyOf(cause: unknown): string {
  if (cause instanceof Error && 'issues' in cause) {
    const [issue] = cause.issues as readonly { path: readonly PropertyKey[]; message: string }[]
    return `${issue?.path.join('.')}: ${issue?.message}.`
  }
  return cause instanceof Error ? cause.message : String(cause)
}
