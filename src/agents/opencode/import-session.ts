import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { jsonRows } from './json-folders/json-rows.ts'
import { objectOf, parseRow, stringOf, type StoredRow } from './stored-rows.ts'

/** Releases that can read an import: 1.18.33 lists, exports and resumes such a session (tried). */
export const importableVersion: RegExp = /^1\.18\./

/** A session of the JSON folders, ready to be put into the tables of 1.18. */
export interface ImportedSession {
  readonly id: string
  readonly info: Readonly<Record<string, unknown>>
  readonly project: Readonly<Record<string, unknown>> | undefined
  readonly messages: readonly StoredRow[]
  readonly parts: readonly StoredRow[]
}

/** Reads a session for an import. Throws the operating system's errors. */
export async function readForImport(file: string): Promise<ImportedSession> {
  const [ref] = await jsonRows.sessions(file)
  const { session } = await jsonRows.read(ref!)
  const storage = dirname(dirname(dirname(file)))
  const project = await readFile(join(storage, 'project', `${basename(dirname(file))}.json`), 'utf8').catch(() => '')
  const info = parseRow({ text: await readFile(file, 'utf8') }) ?? {}
  return {
    id: session.id,
    info,
    project: parseRow({ text: project }),
    messages: session.messages,
    parts: session.parts,
  }
}

type Cell = string | number | null
type Cells = Readonly<Record<string, Cell>>

function timeOf(value: Readonly<Record<string, unknown>> | undefined, field: string): number {
  const time = value && objectOf(value, 'time')?.[field]
  return typeof time === 'number' ? time : 0
}

/** Inserts the cells for which the table has a column: releases of 1.18 differ in the columns that they have added. */
function insert(database: DatabaseSync, table: string, cells: Cells): void {
  const known = new Set(
    database
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => name),
  )
  const columns = Object.keys(cells).filter((name) => known.has(name))
  const marks = columns.map(() => '?').join(', ')
  database
    .prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`)
    .run(...columns.map((name) => cells[name]!))
}

/** The fields of a record that stand in columns of their own are not repeated in its JSON. */
function dataOf(row: StoredRow): string {
  const { id: _id, sessionID: _session, messageID: _message, ...data } = parseRow(row) ?? {}
  return JSON.stringify(data)
}

const json = (value: unknown): Cell => (value === undefined ? null : JSON.stringify(value))

/**
 * Writes a session of the folders into the tables, in the shapes that 1.18 itself writes (I18). The caller has made sure that
 * the tables do not have it.
 */
export function importSession(database: DatabaseSync, { id, info, project, messages, parts }: ImportedSession): void {
  const projectID = stringOf(info, 'projectID') ?? 'global'
  if (!database.prepare('SELECT 1 FROM project WHERE id = ?').get(projectID))
    insert(database, 'project', {
      id: projectID,
      worktree: stringOf(project, 'worktree') ?? '/',
      vcs: stringOf(project, 'vcs') ?? null,
      time_created: timeOf(project, 'created'),
      time_updated: timeOf(project, 'updated') || timeOf(project, 'created'),
      sandboxes: '[]',
    })
  const summary = objectOf(info, 'summary')
  const count = (name: string): Cell => (typeof summary?.[name] === 'number' ? summary[name] : null)
  insert(database, 'session', {
    id,
    project_id: projectID,
    parent_id: stringOf(info, 'parentID') ?? null,
    slug: stringOf(info, 'slug') ?? id,
    directory: stringOf(info, 'directory') ?? '/',
    title: stringOf(info, 'title') ?? '',
    version: stringOf(info, 'version') ?? '',
    summary_additions: count('additions'),
    summary_deletions: count('deletions'),
    summary_files: count('files'),
    revert: json(info['revert']),
    permission: json(info['permission']),
    time_created: timeOf(info, 'created'),
    time_updated: timeOf(info, 'updated') || timeOf(info, 'created'),
  })
  for (const row of messages)
    insert(database, 'message', {
      id: row.id,
      session_id: id,
      time_created: row.timeCreated,
      time_updated: timeOf(parseRow(row), 'completed') || row.timeCreated,
      data: dataOf(row),
    })
  for (const row of parts) {
    const message = messages.find((each) => each.id === row.messageId)
    // Not every part type has a time of its own; that of its message does not affect the order, and is the same in every run (I2).
    const at = message?.timeCreated ?? 0
    insert(database, 'part', {
      id: row.id,
      message_id: row.messageId,
      session_id: id,
      time_created: at,
      time_updated: at,
      data: dataOf(row),
    })
  }
}
