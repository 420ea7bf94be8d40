/** A file that holds other files or tables, and the advice for its owner. */
export interface Container {
  readonly what: string
  readonly remedy: string
}

const unpack = 'Unpack it, and name a file of it.'
const tar: Container = { what: 'is a tar archive', remedy: unpack }

const signatures: readonly (Container & { readonly at: number; readonly bytes: string })[] = [
  {
    at: 0,
    bytes: 'SQLite format 3\0',
    what: 'is a SQLite database, and of no agent that is known here',
    remedy: 'If it is a store of session-recovery, see: session-recovery fleet --store FILE',
  },
  { at: 0, bytes: '\x1f\x8b', what: 'is packed by gzip', remedy: 'Unpack it: gunzip --keep FILE' },
  { at: 0, bytes: '(\xb5/\xfd', what: 'is packed by zstd', remedy: 'Unpack it: unzstd FILE' },
  { at: 0, bytes: 'PK\x03\x04', what: 'is a zip archive', remedy: unpack },
  // With what follows it: the word itself may stand there in a text, these bytes in none.
  { at: 257, bytes: 'ustar\0', ...tar },
  { at: 257, bytes: 'ustar  \0', ...tar },
]

/**
 * Tells a container by the first bytes of a file. The messages inside of one can be found by bytes, as those of a torn file are;
 * to repair it by that would take the container for damage, and leave nothing of it (a store of our own, in a folder that was named).
 */
export function containerOf(head: Buffer): Container | undefined {
  return signatures.find(({ at, bytes }) => head.toString('latin1', at, at + bytes.length) === bytes)
}
