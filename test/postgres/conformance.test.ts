import { beforeAll, describe, expect, test } from 'vitest'
import { createPostgresStore } from '../../src/storage/postgres/create-postgres-store.ts'
import { testStore } from '../../src/testing/contracts/test-store.ts'
import { answersOf, StoryPlayer, watchedMemory } from '../storage/story/story-player.ts'
import { usePostgres } from './postgres-server.ts'

const postgres = usePostgres()

const TABLES = ['heads', 'sessions', 'messages', 'prefixes', 'changes', 'parts', 'turns', 'state', 'attempts']

describe('postgres', () => {
  const schema = 'conformance'
  beforeAll(async () => {
    await createPostgresStore({ pool: postgres.pool(), schema }).open()
  })
  const suite = testStore({
    name: 'postgres',
    async create({ now }) {
      const pool = postgres.pool(3)
      const tables = [...TABLES, 'response_references'].map((table) => `${schema}.${table}`)
      await pool.query(`TRUNCATE ${tables.join(', ')}`)
      return createPostgresStore({ pool, schema, migrate: false, now })
    },
  })
  test('tells another story than memory', async () => {
    const player = new StoryPlayer((now) =>
      createPostgresStore({ pool: postgres.pool(3), schema: postgres.schema(), now }),
    )
    expect(answersOf(await player.play())).toEqual(answersOf(await watchedMemory().play()))
  })
  for (const { title, run } of suite) test(`${title}`, () => expect(run()).resolves.toBeUndefined())
})
