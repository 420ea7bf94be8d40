import { createHash } from 'node:crypto'
import { failureClasses } from '../failure.ts'
import { recoveryOutcomes } from '../recovery-outcome.ts'
import { restartPolicies } from '../restart-policy.ts'
import { sessionKinds } from '../session-kind.ts'
import { strategyNames } from '../strategy-name.ts'
import { SupervisorError } from '../supervisor-error.ts'
import { sessionStates, type Snapshot } from './snapshot.ts'
import { zod } from '../zod.ts'

/** Changes when a reader of the old form would misread the new one. */
const version = 1
const format = 'session-recovery.supervisor-snapshot'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Whether {@link decodeSnapshot} has met the snapshot of a later release: nothing that is damaged. */
export const isNewerVersion = (cause: unknown): boolean =>
  SupervisorError.isInstance(cause) && cause.code === 'newer_version'

/** A snapshot as the content of a file: versioned, with the checksum of what it says. */
export function encodeSnapshot(snapshot: Snapshot): string {
  const body = JSON.stringify(snapshot)
  return `{"format":${JSON.stringify(format)},"version":${version},"sha256":"${digest(body)}","snapshot":${body}}\n`
}

/**
 * Reads what {@link encodeSnapshot} wrote; `place` is for people. Dates become dates again, by the schema and not by the look of a text.
 *
 * @throws SupervisorError `newer_version`: to this release it would be damage, and be set aside
 * @throws Error that says what is wrong
 */
export async function decodeSnapshot(text: string, place?: string): Promise<Snapshot> {
  const z = zod()
  const content: unknown = JSON.parse(text)
  const head = z.object({ format: z.literal(format), version: z.int() })
  const told = head.parse(content)
  if (told.version > version)
    throw new SupervisorError(
      'newer_version',
      `The snapshot is of version ${told.version}, later than ${version}.${place === undefined ? '' : ` [${place}]`}`,
      'Update session-recovery; this release must not touch the session.',
    )
  const frame = head.extend({ sha256: z.string(), snapshot: z.unknown() }).parse(content)
  if (frame.version !== version) throw new Error(`It has version ${frame.version}; this release reads ${version}.`)
  if (digest(JSON.stringify(frame.snapshot)) !== frame.sha256) throw new Error('Its checksum does not fit.')
  const date = z.iso.datetime().transform((at) => new Date(at))
  const optionalDate = date.optional()
  const identity = z.object({
    host: z.string(),
    bootId: z.string(),
    machine: z.string().optional(),
    pid: z.int().positive(),
    startTime: z.string(),
  })
  return z
    .object({
      sessionID: z.string(),
      revision: z.int().nonnegative(),
      takenAt: date,
      registeredAt: date,
      state: z.enum(sessionStates),
      spec: z.object({
        command: z.array(z.string()).min(1),
        kind: z.enum(sessionKinds),
        env: z.record(z.string(), z.string()),
        envReferences: z.array(z.string()),
        restart: z.enum(restartPolicies).optional(),
        ssh: z.object({ host: z.string(), user: z.string().optional(), port: z.int().optional() }).optional(),
      }),
      redacted: z.array(z.string()),
      workingDirectory: z.string(),
      commandHistory: z.array(z.string()),
      output: z.string(),
      screen: z.string().optional(),
      interactive: z
        .object({
          isInteractive: z.boolean(),
          pendingCommands: z.array(z.object({ command: z.string(), idempotent: z.boolean() })),
          sessionUnresponsive: z.boolean(),
          timeoutCount: z.int().nonnegative(),
          lastPrompt: z.string().optional(),
          lastPromptAt: optionalDate,
          lastSuccessAt: optionalDate,
        })
        .optional(),
      errorContext: z.object({ lastError: z.string(), at: date, count: z.int() }).optional(),
      address: z
        .object({
          process: identity.optional(),
          tmux: z.object({ socket: z.string(), session: z.string() }).optional(),
        })
        .optional(),
      lastExit: z
        .object({
          code: z.int().nullable(),
          signal: z.string().nullable(),
          connectionLost: z.boolean().optional(),
        })
        .optional(),
      recoveries: z.array(
        z.object({
          at: date,
          class: z.enum(failureClasses),
          outcome: z.enum(recoveryOutcomes),
          strategy: z.enum(strategyNames).optional(),
          why: z.string().optional(),
          durationMs: z.number(),
          tried: z.array(z.object({ strategy: z.enum(strategyNames), result: z.string(), why: z.string().optional() })),
          repair: z.string().optional(),
        }),
      ),
      attemptsAt: z.array(date),
    })
    .parse(frame.snapshot)
}
