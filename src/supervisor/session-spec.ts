import type { Probe } from './probe.ts'
import { restartPolicies, type RestartPolicy } from './restart-policy.ts'
import { sessionKinds, type SessionKind } from './session-kind.ts'
import type { SnapshotPatch } from './snapshots/snapshot.ts'
import { SupervisorError } from './supervisor-error.ts'
import { zod } from './zod.ts'

/** Another machine, for the system's `ssh`. Secrets are used, but never written. */
export interface SshTarget {
  readonly host: string
  readonly user?: string
  readonly port?: number
  /** Path of a private key. */
  readonly identityFile?: string
  /** More `-o` options, such as `{ StrictHostKeyChecking: 'yes' }`. */
  readonly options?: Readonly<Record<string, string>>
  /** Given to `ssh` through SSH_ASKPASS. Prefer keys. */
  readonly password?: string
  /** Passphrase of the private key, given to `ssh` in the same way. */
  readonly passphrase?: string
  /** A private key as text: kept in an agent (`ssh-agent`) of this process, in memory only. */
  readonly privateKey?: string
}

/** A session to supervise. */
export interface SessionSpec {
  /** The program and its arguments; no shell. */
  readonly command: readonly [program: string, ...args: string[]]
  /** Working directory. Default: that of the supervisor's process. */
  readonly cwd?: string
  /** Additional variables. A snapshot contains their names, and values only of variables on its allow-list. */
  readonly env?: Readonly<Record<string, string>>
  /** Default `local`. */
  readonly kind?: SessionKind
  /** How to check that it works again (I17). Default: that it stays up. */
  readonly probe?: Probe
  /** When a program that has ended is started again. Default `on-failure`: not after exit 0, SIGTERM, SIGINT, SIGHUP. */
  readonly restart?: RestartPolicy
  readonly ssh?: SshTarget
  /** For the strategy `migrate`: the fields that differ at the other place. */
  readonly migrateTo?: Partial<Pick<SessionSpec, 'command' | 'cwd' | 'env' | 'kind' | 'ssh'>>
  /** Called for fresh state before each periodic snapshot. */
  readonly capture?: () => SnapshotPatch | Promise<SnapshotPatch>
  /** For telemetry: `gen_ai.conversation.id`. */
  readonly conversationID?: string
}

const remedy = 'See SessionSpec: { command: [program, ...args], cwd?, env?, kind?, probe?, ... }.'

/**
 * Checks a spec at run time: callers may be plain JavaScript, and a spec may come from a file.
 *
 * @throws SupervisorError `invalid_spec`
 */
export function checkSessionSpec(spec: unknown): SessionSpec {
  const z = zod()
  const text = z.string().refine((value) => !value.includes('\0'), 'holds a NUL character')
  const env = z.record(z.string().regex(/^[^=\0]+$/), text)
  const ssh = z.strictObject({
    // A host that begins with a dash would be taken for an option of ssh.
    host: text.regex(/^[^-\s][^\s]*$/),
    user: text.regex(/^[^-\s][^\s]*$/).optional(),
    port: z.int().min(1).max(65_535).optional(),
    identityFile: text.min(1).optional(),
    options: z.record(z.string().regex(/^[A-Za-z]+$/), text).optional(),
    password: text.optional(),
    passphrase: text.optional(),
    privateKey: text.optional(),
  })
  const command = z.tuple([text.min(1)], text)
  const kind = z.enum(sessionKinds)
  const place = { command, cwd: text.min(1), env, kind, ssh }
  // Strict objects: a misspelt check taken for another kind would be typed into the program, or could never fail.
  const check = z.union([
    z.function(),
    z.strictObject({ command }),
    z.strictObject({ output: z.union([text.min(1), z.instanceof(RegExp)]) }),
    z.strictObject({ echo: z.literal(true) }),
  ])
  const ms = z.custom<number>((value) => typeof value === 'number' && value >= 0)
  const probe = z.union([check, z.strictObject({ check, timeoutMs: ms.optional(), intervalMs: ms.optional() })], {
    error: 'takes a function, { command }, { output }, { echo: true }, or { check, timeoutMs?, intervalMs? }',
  })
  const parsed = z
    .strictObject({
      ...z.object(place).partial().shape,
      command,
      probe: probe.optional(),
      restart: z.enum(restartPolicies).optional(),
      migrateTo: z.strictObject(place).partial().optional(),
      capture: z.function().optional(),
      conversationID: text.optional(),
    })
    .refine((given) => given.kind !== 'ssh' || given.ssh !== undefined, { path: ['ssh'], message: 'is needed for ssh' })
    .safeParse(spec)
  if (parsed.success) return spec as SessionSpec
  const [issue] = parsed.error.issues
  throw new SupervisorError('invalid_spec', `spec.${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}.`, remedy)
}
