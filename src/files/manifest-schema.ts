import * as z from 'zod/mini'
import type { BackupManifest } from './backup-manifest.ts'

// Imported when a manifest is read: zod costs tens of milliseconds to load.

const filled = z.string().check(z.minLength(1))
const content = { size: z.int().check(z.nonnegative()), sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }

const manifest = z.object({
  schema: z.literal(1),
  id: z.string().check(z.regex(/^[0-9A-Za-z-]+$/)),
  createdAt: z.string(),
  tool: z.string(),
  reason: z.string(),
  undoneAt: z.optional(z.string()),
  files: z.array(
    z.object({
      ...content,
      path: filled,
      mode: z.int(),
      mtimeMs: z.number(),
      written: z.optional(z.object(content)),
    }),
  ),
  created: z.optional(z.array(z.object({ ...content, path: filled }))),
  rows: z.optional(z.array(z.object({ ...content, path: filled, agent: z.string(), session: z.string() }))),
  folders: z.optional(z.array(filled)),
})

export function parseManifest(value: unknown): BackupManifest {
  return z.parse(manifest, value)
}
