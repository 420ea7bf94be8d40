import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { isRecord } from '../../../json/is-record.ts'

/** The first line of a file, if it is a JSON object; else an empty one. */
export async function firstRecord(path: string): Promise<Readonly<Record<string, unknown>>> {
  const stream = createReadStream(path)
  try {
    for await (const line of createInterface({ input: stream })) {
      const value: unknown = JSON.parse(line)
      return isRecord(value) ? value : {}
    }
  } catch {
    // A damaged first line is treated as empty; the repair deals with it.
  } finally {
    stream.destroy()
  }
  return {}
}
