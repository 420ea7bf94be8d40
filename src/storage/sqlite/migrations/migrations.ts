import type { DatabaseSync } from 'node:sqlite'
import { addChecksums } from './add-checksums.ts'
import { GATHER_APPENDS } from './gather-appends.ts'
import { placeMessages } from './place-messages.ts'
import { SCHEMA_V1 } from './schema-v1.ts'
import { SCHEMA_V3 } from './schema-v3.ts'

/** Element i takes a file from version i to i + 1. All run in one transaction. */
const STEPS: readonly ((database: DatabaseSync) => void)[] = [
  (database) => database.exec(SCHEMA_V1),
  addChecksums,
  placeMessages,
  (database) => database.exec(GATHER_APPENDS),
]

export const SCHEMA_VERSION: number = STEPS.length

/** The version with which a new file begins: earlier versions had other tables. */
const FIRST = 3

/** Brings a file from a version to the newest. */
export function migrateFrom(version: number, database: DatabaseSync): void {
  if (version === 0) database.exec(SCHEMA_V3)
  for (const step of STEPS.slice(version === 0 ? FIRST : version)) step(database)
}
