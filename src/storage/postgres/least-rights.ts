import { DEFAULT_SCHEMA, quoteName, quoteSchema } from './migrate-postgres.ts'

/**
 * The rights of a role that uses the store and migrates nothing. It reads the tables and writes only through
 * `write_session`, which runs with the rights of the schema's owner, so that no write of it goes around the version of a session.
 * A lock on `heads` is what `fenced` needs. The limit also ends statements whose client is gone.
 *
 * @example
 * await owner.query(leastRights('app'))
 */
export function leastRights(role: string, schema: string = DEFAULT_SCHEMA): string {
  const name = quoteSchema(schema)
  const to = quoteName(role, 'role')
  return `GRANT USAGE ON SCHEMA ${name} TO ${to};
GRANT SELECT ON ALL TABLES IN SCHEMA ${name} TO ${to};
GRANT UPDATE (version) ON ${name}.heads TO ${to};
GRANT INSERT, UPDATE, DELETE ON ${name}.jobs TO ${to};
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${name} TO ${to};
ALTER ROLE ${to} SET statement_timeout = '10s';
ALTER ROLE ${to} SET idle_in_transaction_session_timeout = '10s';
`
}
