import { SupervisorError } from '../supervisor-error.ts'
import type { SnapshotPatch } from './snapshot.ts'
import { zod } from '../zod.ts'

/** @throws SupervisorError `invalid_patch` */
export function checkSnapshotPatch(patch: unknown): SnapshotPatch {
  const z = zod()
  const time = z.union([z.date(), z.number()])
  const parsed = z
    .strictObject({
      workingDirectory: z.string().min(1),
      env: z.record(z.string(), z.string()),
      commandHistory: z.array(z.string()),
      command: z.string(),
      output: z.string(),
      error: z.string(),
      interactive: z
        .strictObject({
          isInteractive: z.boolean(),
          pendingCommands: z.array(
            z.union([z.string(), z.strictObject({ command: z.string(), idempotent: z.boolean().optional() })]),
          ),
          sessionUnresponsive: z.boolean(),
          timeoutCount: z.int().nonnegative(),
          lastPrompt: z.string(),
          lastPromptAt: time,
          lastSuccessAt: time,
        })
        .partial(),
    })
    .partial()
    .safeParse(patch)
  // Copied, so that later changes by the caller have no effect.
  if (parsed.success) return structuredClone(parsed.data) as SnapshotPatch
  const [issue] = parsed.error.issues
  throw new SupervisorError(
    'invalid_patch',
    `${issue?.path.join('.') || 'The patch'}: ${issue?.message ?? 'does not fit'}.`,
    'See SnapshotPatch: workingDirectory, env, commandHistory, command, output, interactive, error.',
  )
}
