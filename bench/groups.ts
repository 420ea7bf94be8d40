import { formatNames } from '../src/formats/format-name.ts'
import { measureAdapters } from './adapter-rows.ts'
import { measureDoctor } from './doctor-rows.ts'
import { measureCore, measureFormat } from './format-rows.ts'
import { measureJournal } from './journal-rows.ts'
import type { Row } from './measure.ts'
import { measurePostgres } from './postgres-rows.ts'
import { measureProxy } from './proxy-rows.ts'
import { measureSizes } from './size-rows.ts'
import { measureStartUp } from './start-up-rows.ts'
import { measureStores } from './store-rows.ts'

/** Rows that are measured in one process. */
export type Group = (rounds: number) => Iterable<Row> | AsyncIterable<Row>

/** All groups by name, in the order of the table. */
export const groups: ReadonlyMap<string, Group> = new Map<string, Group>([
  ...formatNames.map((format) => [format, (rounds: number) => measureFormat(format, rounds)] as const),
  ['core', measureCore],
  ['adapters', measureAdapters],
  ['stores', measureStores],
  ['postgres', measurePostgres],
  ['journal', measureJournal],
  ['proxy', measureProxy],
  ['doctor', measureDoctor],
  ['start-up', measureStartUp],
  ['sizes', measureSizes],
])
