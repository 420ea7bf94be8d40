/** Two buffers: the next chunk is read into one while the other is parsed. */
export type ChunkPair = readonly [Buffer, Buffer]

/** Bytes of each. */
export const PAIR_BYTES: number = 512 * 1024

/**
 * The pair of the last scan that is done. A look at a thousand files would leave a thousand pairs to the collector, which then
 * goes through the whole heap again and again; nothing keeps it from taking this one.
 */
let spare: WeakRef<ChunkPair> | undefined

/** A pair that nobody else uses. */
export function takePair(): ChunkPair {
  const pair = spare?.deref()
  spare = undefined
  return pair ?? [Buffer.allocUnsafeSlow(PAIR_BYTES), Buffer.allocUnsafeSlow(PAIR_BYTES)]
}

/** Gives a pair back: no read into it is under way any more. */
export function leavePair(pair: ChunkPair): void {
  spare = new WeakRef(pair)
}
