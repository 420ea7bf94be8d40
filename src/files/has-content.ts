import { createHash } from 'node:crypto'
import { systemCode } from './file-work-error.ts'
import type { Fs } from './fs.ts'
import { hashFile, type ContentId } from './hash-file.ts'

export function contentOf(text: string | Uint8Array): ContentId {
  return { size: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') }
}

/** Whether a file has this content. */
export async function hasContent(fs: Fs, path: string, content: Pick<ContentId, 'sha256'>): Promise<boolean> {
  const found = await hashFile(fs, path).catch((cause: unknown) => {
    if (systemCode(cause) === 'ENOENT' || systemCode(cause) === 'EISDIR') return undefined
    throw cause
  })
  return found?.sha256 === content.sha256
}
