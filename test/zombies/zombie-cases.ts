import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { usePostgres } from '../postgres/postgres-server.ts'
import { tempFolder } from '../files/temp-folder.ts'
import type { StorePlace } from './store-place.ts'
import { zombieRounds } from './zombie-rounds.ts'

/** So many owners of each store that more than one process can open. */
export function zombieCases(postgres: ReturnType<typeof usePostgres>, rounds: number): void {
  test.each<readonly [string, () => StorePlace]>([
    ['SQLite', () => ({ kind: 'SQLite', path: join(tempFolder(), 'sessions.db') })],
    ['journal', () => ({ kind: 'journal', path: tempFolder() })],
    ['PostgreSQL', () => ({ kind: 'PostgreSQL', url: postgres.url(), schema: postgres.schema() })],
  ])('%s: an owner that was stopped past its deadline writes after another took over (I15)', async (_name, place) => {
    const { refusals, strays } = await zombieRounds(place(), rounds)
    expect(strays).toEqual([])
    expect(refusals).toEqual(Array.from({ length: rounds }, () => 'lease_lost'))
  })
}
