import { kits, partsOf } from '../src/testing.ts'
import type { FormatName } from '../src/formats/format-name.ts'

/** Healthy conversations of one format, made by its test kit. */
export interface FormatSample {
  readonly format: FormatName
  readonly conversations: readonly { readonly messages: unknown; readonly request: Readonly<Record<string, unknown>> }[]
}

/** Two hundred conversations per format; short ones, so that what a call costs at least counts too. */
export function formatSamples(): FormatSample[] {
  return Object.values(kits).map((kit) => ({
    format: kit.format,
    conversations: Array.from({ length: 200 }, (_, seed) => partsOf(kit, kit.generate({ seed: seed + 1 }))),
  }))
}
