/*
 * A process of its own for the tests: does one job on a store file and reports, line by line, what was acknowledged.
 * node writer.ts FILE JOB ARGUMENT
 */
import type { Edit } from '../../src/transcript/edit.ts'
import { acknowledge } from '../acknowledge.ts'
import { entryFile } from '../entry-file.ts'

const { createSqliteStore } = (await import(entryFile('index'))) as typeof import('../../src/index.ts')

const [path = '', job = '', argument = ''] = process.argv.slice(2)
const store = createSqliteStore(path, { busyTimeoutMs: 20_000 })
const report = (line: unknown): Promise<void> => acknowledge(JSON.stringify(line))

const JOBS: Record<string, () => Promise<void>> = {
  /** Appends that race with another writer. */
  async append() {
    const [name, count] = argument.split(' ')
    for (let index = 0; index < Number(count); index += 1)
      await store.messages.append('s', [{ raw: { role: 'user', content: `${name} ${index}` } }])
    await report('done')
  },

  /** Repairs for ever; each changes all messages, so that a half one would show. */
  async repair() {
    for (let round = Number(argument); ; round += 1) {
      const { revision, messages } = (await store.messages.load('s'))!
      const edits = messages.map(({ raw }, index): Edit => {
        const after = { role: 'user', content: `round ${round}`, padding: 'x'.repeat(2000) }
        return { op: 'replace', index, before: raw, after, because: [], loss: 'none' }
      })
      const { undoId } = await store.transact('s', edits, { expect: revision })
      await store.parts.record('s', { callId: `call ${round}`, status: 'completed', output: round })
      await report({ round, undoId })
    }
  },

  /** Takes the lease and keeps it until it is killed. */
  async hold() {
    const lease = await store.leases.acquire('s', { ttlMs: Number(argument) })
    await report(lease.held ? null : lease.token)
    setInterval(() => undefined, 1000)
  },

  /** Counts under the lease; without exclusion two processes would read the same number. */
  async count() {
    for (let done = 0; done < Number(argument);) {
      const lease = await store.leases.acquire('s', { ttlMs: 10_000 })
      if (lease.held) continue
      const count = await store.state.get('s', 'count')
      await store.state.set('s', 'count', Number(count.found && count.value) + 1, { lease })
      await lease.release()
      done += 1
    }
    await report('done')
  },
}

await JOBS[job]!()
