import { StoreError } from '../store-error.ts'
import type { Connection } from './connection.ts'
import { schemaV1 } from './schema-v1.ts'

/** Element i takes a database from version i to i + 1. */
const STEPS: readonly ((schema: string) => string)[] = [schemaV1]

/** Names the advisory lock under which one process migrates at a time. */
const LOCK = 7_350_291_847

export const DEFAULT_SCHEMA = 'session_recovery'

/** @throws StoreError `invalid_value` for a name that PostgreSQL would cut off or that holds NUL */
export function quoteName(name: string, what: string): string {
  if (typeof name !== 'string' || name === '' || Buffer.byteLength(name) > 63 || name.includes('\0'))
    throw new StoreError({ code: 'invalid_value', message: `A \`${what}\` must have 1 to 63 bytes.` })
  return `"${name.replaceAll('"', '""')}"`
}

/** @throws StoreError `invalid_value`, also for names that PostgreSQL reserves (42939, reserved_name) */
export function quoteSchema(schema: string): string {
  const name = quoteName(schema, 'schema')
  if (schema.startsWith('pg_'))
    throw new StoreError({
      code: 'invalid_value',
      message: 'A `schema` must not begin with pg_: PostgreSQL keeps that.',
    })
  return name
}

/** A dollar-quoted text. The tag is chosen so that the text does not contain it: a schema's name may contain anything. */
function dollarQuoted(text: string): string {
  let tag = '$step$'
  while (text.includes(tag)) tag = tag.replace('step', 'step_')
  return `${tag}\n${text}\n${tag}`
}

/** A migration step as a script that runs only on a schema of that version, so that it can be sent to any. */
function onlyFrom(version: number, name: string, text: string): string {
  const step = `${text.trim()}\n\nUPDATE ${name}.schema_version SET version = ${version + 1};`
  return `DO ${dollarQuoted(`BEGIN
IF (SELECT version FROM ${name}.schema_version) = ${version} THEN EXECUTE ${dollarQuoted(step)};
END IF; END`)};`
}

/**
 * The SQL that creates the schema or migrates an older one to the newest version, for people who do not let a program do it. On
 * the newest version, or a newer one, it changes nothing.
 *
 * @example
 * writeFileSync('schema.sql', postgresSchema('sessions'))
 */
export function postgresSchema(schema: string = DEFAULT_SCHEMA): string {
  const name = quoteSchema(schema)
  const statements = [
    'BEGIN;',
    `SELECT pg_advisory_xact_lock(${LOCK});`,
    firstStatements(name),
    ...STEPS.map((step, version) => onlyFrom(version, name, step(name))),
    'COMMIT;',
  ]
  return `${statements.join('\n\n')}\n`
}

const firstStatements = (name: string): string => `CREATE SCHEMA IF NOT EXISTS ${name};
CREATE TABLE IF NOT EXISTS ${name}.schema_version (version integer NOT NULL);
INSERT INTO ${name}.schema_version SELECT 0 WHERE NOT EXISTS (SELECT FROM ${name}.schema_version);`

/** Brings the schema to the newest version, or with `migrate: false` only checks it. */
export async function migratePostgres(connection: Connection, name: string, migrate: boolean): Promise<void> {
  const current = await versionOf(connection, name)
  if (current > STEPS.length)
    throw new StoreError({
      code: 'newer_schema',
      message: `The schema ${name} has version ${current}, this library knows ${STEPS.length}.`,
    })
  if (current === STEPS.length) return
  if (!migrate)
    throw new StoreError({
      code: 'cannot_open',
      message: `The schema ${name} has version ${current} and needs ${STEPS.length}.`,
      remedy: 'Run the SQL that `session-recovery sql` prints.',
    })
  await connection.repeatable(async (tx) => {
    await tx.query({ text: `SELECT pg_advisory_xact_lock(${LOCK})` })
    for (const text of firstStatements(name).split('\n')) await tx.query({ text })
    const { rows } = await tx.query({ text: `SELECT version FROM ${name}.schema_version` })
    const steps = STEPS.slice(Number(Object(rows[0]).version))
    for (const step of steps) await tx.query({ text: step(name) })
    await tx.query({ text: `UPDATE ${name}.schema_version SET version = ${STEPS.length}` })
  })
}

/** The version of the schema; 0 if there is none. */
async function versionOf(connection: Connection, name: string): Promise<number> {
  const exists = await connection.query({
    text: 'SELECT to_regclass($1) IS NOT NULL AS found',
    values: [`${name}.schema_version`],
  })
  if (Object(exists.rows[0]).found !== true) return 0
  const { rows } = await connection.query({ text: `SELECT version FROM ${name}.schema_version` })
  return Number(Object(rows[0]).version ?? 0)
}
