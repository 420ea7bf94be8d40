import type { Fs } from '../files/fs.ts'
import { readChunks } from '../files/read-chunks.ts'
import { endingBytes, type DamageReason, type LogEntry, type LogRecord } from '../record-log/log-entry.ts'
import { asBuffer } from '../record-log/read-object.ts'
import { RecordLogScanner } from '../record-log/record-log-scanner.ts'
import type { Chain, Placement } from './chain.ts'
import { type Frame, readFrame } from './frame.ts'

/**
 * Why bytes are not kept as a record: a `DamageReason` of the line log, `checksum` (a changed record), `foreign` (JSON that is no
 * record), `bom`, or the `Placement` of a good record that does not fit the records before it.
 */
export type SetAsideReason = DamageReason | Exclude<Placement, 'next' | 'gap'> | 'checksum' | 'foreign' | 'bom'

interface WalkedBytes {
  readonly entry: LogEntry
  /** Offset in the segment. */
  readonly offset: number
  /** Bytes, with the line ending. */
  readonly length: number
}

/** A piece of a segment. All pieces together are the segment, byte for byte. */
export type Walked = WalkedBytes &
  (
    | { readonly kind: 'record'; readonly frame: Frame }
    | { readonly kind: 'set_aside'; readonly reason: SetAsideReason }
    | { readonly kind: 'blank' }
  )

/** Reads frames, and remembers which entry values are frames that it made: other values are parsed JSON, not yet checked. */
class FrameReader {
  readonly #made: WeakSet<object> = new WeakSet()

  readonly readLine = (chunk: Buffer, start: number, end: number): Frame | undefined => {
    const frame = readFrame(chunk, start, end)
    if (frame) this.#made.add(frame)
    return frame
  }

  frameOf({ value, bytes }: LogRecord): Frame | undefined {
    return this.#made.has(value) ? (value as Frame) : readFrame(asBuffer(bytes))
  }
}

function judge(entry: LogEntry, reader: FrameReader, chain: Chain): Walked {
  const common = { entry, offset: entry.offset, length: entry.bytes.length + endingBytes[entry.ending] }
  const setAside = (reason: SetAsideReason): Walked => {
    chain.damage()
    return { ...common, kind: 'set_aside', reason }
  }
  if (entry.kind === 'blank') return entry.what === 'bom' ? setAside('bom') : { ...common, kind: 'blank' }
  if (entry.kind === 'damaged') return setAside(entry.reason)
  const frame = reader.frameOf(entry)
  if (frame === undefined) return setAside('crc' in entry.value || 'digest' in entry.value ? 'checksum' : 'foreign')
  const placement = chain.place(frame)
  if (placement === 'next' || placement === 'gap') return { ...common, kind: 'record', frame }
  return { ...common, kind: 'set_aside', reason: placement }
}

interface WalkOptions {
  readonly from?: number
  readonly maxFrameBytes?: number
  readonly isTransient?: boolean
}

/**
 * Reads one segment in constant memory; each step yields the pieces of one chunk. `chain` continues from the segment before.
 *
 * @param from offset of the first record that `chain` does not know
 * @param isTransient the bytes of an entry are valid only until the next step
 */
export async function* walkSegment(
  fs: Fs,
  path: string,
  chain: Chain,
  { from = 0, maxFrameBytes, isTransient = false }: WalkOptions = {},
): AsyncGenerator<readonly Walked[]> {
  const reader = new FrameReader()
  const scanner = new RecordLogScanner({
    readLine: reader.readLine,
    isRecord: (value) => 'crc' in value,
    isTransient,
    ...(maxFrameBytes !== undefined && { maxLineBytes: maxFrameBytes }),
  })
  const walked = (entries: readonly LogEntry[]): Walked[] =>
    entries.map((entry) => {
      const piece = judge(entry, reader, chain)
      return from === 0 ? piece : { ...piece, offset: piece.offset + from }
    })
  for await (const chunk of readChunks(fs, path, { from, isTransient })) {
    const pieces = walked(scanner.push(chunk))
    if (pieces.length > 0) yield pieces
  }
  const rest = walked(scanner.end())
  if (rest.length > 0) yield rest
}
