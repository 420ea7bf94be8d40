import { nodeFs } from './node-fs.ts'

/** The first bytes of a file, at most so many: enough to tell what kind of file it is. */
export async function readHead(path: string, most: number): Promise<Buffer> {
  const file = await nodeFs.open(path, 'r')
  try {
    const head = Buffer.alloc(most)
    return head.subarray(0, await file.readAt(head, 0))
  } finally {
    await file.close()
  }
}
