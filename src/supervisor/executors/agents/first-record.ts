import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { isRecord } from '../../../json/is-record.ts'

/** The first line of a file, when it is a JSON object. */
export async function firstRecord(path: string): Promise<Readonly<Record<string, unknown>>> {
  const stream = createReadStream(path)
  try {
    for await (const line of createInterface({ input: stream })) {
      const value: unknown = JSON.parse(line)
      return isRecord(value) ? value : {}
    }
  } catch {
    // A damaged header tells nothing; the repair will see to it.
  } finally {
    stream.destroy()
  }
  return {}
}
