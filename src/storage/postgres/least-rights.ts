import { DEFAULT_SCHEMA, quoteName, quoteSchema } from './migrate-postgres.ts'

/**
 * The SQL that grants a role the rights to use the store, but not to migrate it. The role reads the tables and writes only through
 * `write_session`, which runs with the rights of the schema's owner, so that no write bypasses the version check. `UPDATE` on
 * `heads` is for the lock of `fenced`. The timeouts also end statements whose client is gone.
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
