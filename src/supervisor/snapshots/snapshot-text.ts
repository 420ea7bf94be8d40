import { createHash } from 'node:crypto'
import { failureClasses } from '../failure.ts'
import { recoveryOutcomes } from '../recovery-outcome.ts'
import { restartPolicies } from '../restart-policy.ts'
import { sessionKinds } from '../session-kind.ts'
import { strategyNames } from '../strategy-name.ts'
import { SupervisorError } from '../supervisor-error.ts'
import { sessionStates, type Snapshot } from './snapshot.ts'
import { zod } from '../zod.ts'

/** Raised when an older release would misread the new format. */
const version = 1
const format = 'session-recovery.supervisor-snapshot'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Whether an error of {@link decodeSnapshot} means that a later release wrote the snapshot, so that it is not damaged. */
export const isNewerVersion = (cause: unknown): boolean =>
  SupervisorError.isInstance(cause) && cause.code === 'newer_version'

/** A snapshot as the content of a file, with format version and checksum. */
export function encodeSnapshot(snapshot: Snapshot): string {
  const body = JSON.stringify(snapshot)
  return `{"format":${JSON.stringify(format)},"version":${version},"sha256":"${digest(body)}","snapshot":${body}}\n`
}

type Zod = ReturnType<typeof zod>

/** The snapshot within the content of a file, once version and checksum are checked; its fields are not checked yet. */
function checkedBody(z: Zod, content: unknown, place: string | undefined): unknown {
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
  return frame.snapshot
}

const dateIn = (z: Zod) => z.iso.datetime().transform((at) => new Date(at))

const specIn = (z: Zod) =>
  z.object({
    command: z.array(z.string()).min(1),
    kind: z.enum(sessionKinds),
    env: z.record(z.string(), z.string()),
    envReferences: z.array(z.string()),
    restart: z.enum(restartPolicies).optional(),
    ssh: z.object({ host: z.string(), user: z.string().optional(), port: z.int().optional() }).optional(),
  })

const interactiveIn = (z: Zod) =>
  z.object({
    isInteractive: z.boolean(),
    pendingCommands: z.array(z.object({ command: z.string(), idempotent: z.boolean() })),
    sessionUnresponsive: z.boolean(),
    timeoutCount: z.int().nonnegative(),
    lastPrompt: z.string().optional(),
    lastPromptAt: dateIn(z).optional(),
    lastSuccessAt: dateIn(z).optional(),
  })

const processIn = (z: Zod) =>
  z.object({
    host: z.string(),
    bootId: z.string(),
    machine: z.string().optional(),
    pid: z.int().positive(),
    startTime: z.string(),
  })

const addressIn = (z: Zod) =>
  z.object({
    process: processIn(z).optional(),
    tmux: z.object({ socket: z.string(), session: z.string() }).optional(),
  })

const exitIn = (z: Zod) =>
  z.object({
    code: z.int().nullable(),
    signal: z.string().nullable(),
    connectionLost: z.boolean().optional(),
  })

const recoveryIn = (z: Zod) =>
  z.object({
    at: dateIn(z),
    class: z.enum(failureClasses),
    outcome: z.enum(recoveryOutcomes),
    strategy: z.enum(strategyNames).optional(),
    why: z.string().optional(),
    durationMs: z.number(),
    tried: z.array(z.object({ strategy: z.enum(strategyNames), result: z.string(), why: z.string().optional() })),
    repair: z.string().optional(),
  })

const snapshotIn = (z: Zod) =>
  z.object({
    sessionID: z.string(),
    revision: z.int().nonnegative(),
    takenAt: dateIn(z),
    registeredAt: dateIn(z),
    state: z.enum(sessionStates),
    spec: specIn(z),
    redacted: z.array(z.string()),
    workingDirectory: z.string(),
    commandHistory: z.array(z.string()),
    output: z.string(),
    screen: z.string().optional(),
    interactive: interactiveIn(z).optional(),
    errorContext: z.object({ lastError: z.string(), at: dateIn(z), count: z.int() }).optional(),
    address: addressIn(z).optional(),
    lastExit: exitIn(z).optional(),
    recoveries: z.array(recoveryIn(z)),
    attemptsAt: z.array(dateIn(z)),
  })

/**
 * Reads the text of {@link encodeSnapshot}; `place` is for the error message. The schema turns the texts of dates into dates.
 *
 * @throws SupervisorError `newer_version`: the snapshot of a later release is not damaged, and must not be set aside
 * @throws Error that says what is wrong
 */
export async function decodeSnapshot(text: string, place?: string): Promise<Snapshot> {
  const z = zod()
  return snapshotIn(z).parse(checkedBody(z, JSON.parse(text), place))
}
