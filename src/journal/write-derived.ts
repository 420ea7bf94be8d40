import { join } from 'node:path'
import type { Fs } from '../files/fs.ts'
import { contentOf, hasContent } from '../files/has-content.ts'
import type { WriteBytes } from '../record-log/write-record-log.ts'
import { Chain } from './chain.ts'
import type { ExaminedSession } from './examine-session.ts'
import { INDEX_NAME, indexLine } from './index-entry.ts'
import { replaceOwnFile } from './replace-own-file.ts'
import type { Segment } from './segments.ts'
import { MANIFEST_NAME, manifestText, type SessionManifest } from './session-manifest.ts'
import { walkSegment } from './walk-segment.ts'
import type { CheckClaim } from './writer-claim.ts'

/** Everything that determines the derived files of a session. */
export interface Derived {
  readonly folder: string
  readonly sessionID: string
  readonly status: SessionManifest['status']
  /** The examined records, without anything left to set aside. */
  readonly examined: ExaminedSession
}

async function writeIndex(fs: Fs, segments: readonly Segment[], write: WriteBytes): Promise<void> {
  const chain = new Chain()
  for (const { path } of segments) {
    let segment: number | undefined
    for await (const pieces of walkSegment(fs, path, chain)) {
      let lines = ''
      for (const piece of pieces)
        if (piece.kind === 'record') {
          segment ??= piece.frame.seq
          lines += indexLine({ ...piece.frame, segment, offset: piece.offset, length: piece.length })
        }
      await write(Buffer.from(lines))
    }
  }
}

function manifestOf({ sessionID, status, examined: { chain, segments } }: Derived): string {
  return manifestText(sessionID, status, chain, segments)
}

/** Whether index and manifest agree with the records. */
export async function isDerivedCurrent(fs: Fs, derived: Derived): Promise<boolean> {
  const { folder, examined } = derived
  return (
    (await hasContent(fs, join(folder, MANIFEST_NAME), contentOf(manifestOf(derived)))) &&
    (await hasContent(fs, join(folder, INDEX_NAME), examined.index))
  )
}

/** Rebuilds index and manifest from the records (I13); a file that is right stays untouched, and so do files of a successor. */
export async function writeDerived(fs: Fs, derived: Derived, checkClaim: CheckClaim): Promise<void> {
  const ours = { beforeRename: checkClaim }
  const { folder, examined } = derived
  const index = join(folder, INDEX_NAME)
  if (!(await hasContent(fs, index, examined.index)))
    await replaceOwnFile(fs, index, (write) => writeIndex(fs, examined.segments, write), ours)
  const manifest = join(folder, MANIFEST_NAME)
  const text = manifestOf(derived)
  if (!(await hasContent(fs, manifest, contentOf(text))))
    await replaceOwnFile(fs, manifest, (write) => write(Buffer.from(text)), ours)
}
