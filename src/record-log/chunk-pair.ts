/** Two buffers: the next chunk is read into one while the other is parsed. */
export type ChunkPair = readonly [Buffer, Buffer]

/** Bytes of each buffer. */
export const PAIR_BYTES: number = 512 * 1024

/**
 * The pair of the last finished scan, for reuse. Reading a thousand files would otherwise leave a thousand pairs as garbage, and
 * cause one full collection after another. A weak reference: the pair may be collected at any time.
 */
let spare: WeakRef<ChunkPair> | undefined

/** A pair for exclusive use. */
export function takePair(): ChunkPair {
  const pair = spare?.deref()
  spare = undefined
  return pair ?? [Buffer.allocUnsafeSlow(PAIR_BYTES), Buffer.allocUnsafeSlow(PAIR_BYTES)]
}

/** Returns a pair; no read into it may be pending. */
export function leavePair(pair: ChunkPair): void {
  spare = new WeakRef(pair)
}
