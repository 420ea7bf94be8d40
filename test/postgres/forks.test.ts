import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgresStore } from '../../src/storage/postgres/create-postgres-store.ts'
import { prefixDigests } from '../../src/storage/prefix-digests.ts'
import { collectPlans } from './collect-plans.ts'
import { usePostgres } from './postgres-server.ts'

const postgres = usePostgres()

test('to recognise a conversation reads what stands aside of each of its forks', async () => {
  const { pool, taken } = collectPlans(postgres.url())
  onTestFinished(() => pool.end())
  const store = createPostgresStore({ pool, schema: postgres.schema() })
  const shared = { role: 'user', content: 'Hello' }
  const digests = prefixDigests([shared])
  const pagesWith = async (forks: number): Promise<number> => {
    for (let index = 0; index < forks; index += 1) {
      const sessionID = `fork ${forks} ${index}`
      await store.messages.append(sessionID, [{ raw: shared }])
      // Large, and of what cannot be packed: it lies aside of the row.
      const request = { system: randomBytes(30_000).toString('base64') }
      await store.messages.setStanding(sessionID, { request, betas: [] })
    }
    await store.messages.findByPrefix(digests)
    taken()
    expect(await store.messages.findByPrefix(digests)).toMatchObject({ length: 1, current: true })
    return taken().reduce((sum, { pages }) => sum + pages, 0)
  }
  const few = await pagesWith(16)
  const many = await pagesWith(64)
  expect([few, many, many < 3 * few]).toEqual([few, many, true])
})
