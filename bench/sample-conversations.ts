import { kits, partsOf } from '../src/testing.ts'
import type { FormatName } from '../src/formats/format-name.ts'
import type { Kit } from '../src/testing/provider/shared/kit.ts'

/** A healthy conversation of one format, made by its test kit. */
export interface SampleConversation {
  readonly messages: unknown
  readonly request: Readonly<Record<string, unknown>>
}

/** Two hundred of them, short ones. */
export function sampleConversations(format: FormatName): SampleConversation[] {
  const kit = kits[format] as Kit<FormatName>
  return Array.from({ length: 200 }, (_, seed) => partsOf(kit, kit.generate({ seed: seed + 1 })))
}
