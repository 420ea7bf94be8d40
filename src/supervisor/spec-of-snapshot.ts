import type { SessionSpec } from './session-spec.ts'
import type { Snapshot } from './snapshots/snapshot.ts'

/** The spec from a snapshot; `complete` when no secret was left out of it. */
export function specOfSnapshot({ spec, workingDirectory, redacted }: Snapshot): {
  readonly spec: SessionSpec
  readonly complete: boolean
} {
  const [program = '', ...args] = spec.command
  const { host, user, port } = spec.ssh ?? {}
  return {
    spec: {
      command: [program, ...args],
      cwd: workingDirectory,
      env: spec.env,
      kind: spec.kind,
      ...(spec.restart && { restart: spec.restart }),
      ...(host !== undefined && {
        ssh: { host, ...(user !== undefined && { user }), ...(port !== undefined && { port }) },
      }),
    },
    complete: redacted.length === 0 && !spec.command.some((argument) => argument.includes('[masked]')),
  }
}
