import { postgresSchema } from '../storage/postgres/migrate-postgres.ts'
import { leastRights } from '../storage/postgres/least-rights.ts'
import type { CliContext } from './cli-context.ts'
import { exitCode, type ExitCode } from './exit-code.ts'
import type { Invocation } from './table/command.ts'

/** `session-recovery sql`: the schema for PostgreSQL, for users who do not let a program migrate. */
export async function sqlCommand({ options }: Invocation, { output }: CliContext): Promise<ExitCode> {
  const schema = options.text('schema')
  const role = options.text('grant')
  await output.write(role === undefined ? postgresSchema(schema) : leastRights(role, schema))
  return exitCode.healthy
}
