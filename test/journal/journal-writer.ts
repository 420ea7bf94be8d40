/*
 * A process of its own for the tests: appends to a session and says what was acknowledged; says once that it has to wait.
 * node journal-writer.ts FOLDER NAME
 */
import { acknowledge } from '../acknowledge.ts'
import { entryFile } from '../entry-file.ts'

const { createJournalStore } = (await import(entryFile('journal'))) as typeof import('../../src/journal.ts')
const { StoreError } = (await import(entryFile('index'))) as typeof import('../../src/index.ts')

const [folder = '', name = ''] = process.argv.slice(2)
const store = createJournalStore(folder, { segmentBytes: 20_000 })

let isWaiting = false
for (let index = 0; ;) {
  try {
    await store.messages.append('s', [{ raw: { role: 'user', content: `${name} ${index}` } }])
    await acknowledge(`${name} ${index}`)
    index += 1
  } catch (cause) {
    // The session belongs to the other one, until that dies.
    if (!StoreError.isInstance(cause) || cause.code !== 'locked') throw cause
    if (!isWaiting) await acknowledge('waiting')
    isWaiting = true
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
