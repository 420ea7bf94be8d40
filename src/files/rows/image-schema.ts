import * as z from 'zod/mini'
import type { RowImage } from './row-image.ts'

// Imported when kept rows are read: zod costs tens of milliseconds to load.

const whole = z.string().check(z.regex(/^-?\d+$/))
const base64 = z.base64()
const cell = z.union([
  z.string(),
  z.null(),
  z.strictObject({ integer: whole }),
  z.strictObject({ real: z.string() }),
  z.strictObject({ blob: base64 }),
  z.strictObject({ bytesOfText: base64 }),
])
const cells = z.nullable(z.record(z.string(), cell))
const image = z.object({
  table: z.string().check(z.minLength(1)),
  id: z.string(),
  before: cells,
  after: cells,
  place: z.optional(whole),
})
const kept = z.object({ schema: z.literal(1), rows: z.array(image) })

export function parseImages(value: unknown): readonly RowImage[] {
  return z.parse(kept, value).rows
}
