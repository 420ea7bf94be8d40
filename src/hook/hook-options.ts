import { OptionsError } from '../errors/options-error.ts'
import type { Loss } from '../faults/loss.ts'
import { createRequire } from 'node:module'
import type { FormatName } from '../formats/format-name.ts'
import { formatNames } from '../formats/format-name.ts'

/** Behaviours that may change or go without a major release. */
export interface ExperimentalFlags {
  /** Resume the turn after a repair; default true when the host can. */
  readonly autoResume?: boolean
  /** Stop the running turn before the repair; default true when the host can. */
  readonly abortBeforeRepair?: boolean
}

/** Options of `createSessionRecoveryHook`. */
export interface SessionRecoveryOptions {
  /** The format of conversations that come from the store; a host with `load` tells it itself. Default `anthropic-messages`. */
  readonly format?: FormatName
  /** `observe` reports what a repair would do and changes nothing. Default `repair`. */
  readonly mode?: 'observe' | 'repair'
  /** The greatest loss that a repair may cost; default `synthesised`. */
  readonly allow?: Loss
  /** Recoveries per session until one turn has succeeded; default 3 (I9). */
  readonly budget?: number
  /** Errors remembered for dedupe, over all sessions; default 1000. */
  readonly maxProcessingErrors?: number
  /** Time after which another process may take over a recovery that has gone silent, in ms; default 30,000. */
  readonly leaseMs?: number
  readonly experimental?: ExperimentalFlags
}

/** Options with every default in place. */
export interface ResolvedHookOptions extends Required<Omit<SessionRecoveryOptions, 'experimental'>> {
  readonly experimental: Required<ExperimentalFlags>
}

/**
 * Checks options and fills in the defaults. zod is loaded here and not with the module: it costs more than the whole core.
 *
 * @throws {OptionsError}
 */
export function resolveHookOptions(options: SessionRecoveryOptions): ResolvedHookOptions {
  const z = createRequire(import.meta.url)('zod') as typeof import('zod')
  const schema = z.strictObject({
    format: z.enum(formatNames).default('anthropic-messages'),
    mode: z.enum(['observe', 'repair']).default('repair'),
    allow: z.enum(['none', 'synthesised', 'lossy']).default('synthesised'),
    budget: z.int().min(1).max(100).default(3),
    maxProcessingErrors: z.int().min(1).default(1000),
    leaseMs: z.int().min(100).default(30_000),
    experimental: z
      .strictObject({ autoResume: z.boolean().default(true), abortBeforeRepair: z.boolean().default(true) })
      .default({ autoResume: true, abortBeforeRepair: true }),
  })
  const parsed = schema.safeParse(options)
  if (parsed.success) return parsed.data
  throw new OptionsError(`Invalid options for session-recovery: ${z.prettifyError(parsed.error)}`, {
    cause: parsed.error,
  })
}
