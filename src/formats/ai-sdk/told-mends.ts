import { isRecord } from '../../json/is-record.ts'
import { exactText, fields, orNull } from '../mend.ts'

const textOrNull = orNull(exactText)

/**
 * Metadata that some packages keep on a part (`anthropicReasoningMetadataSchema`, ...): they throw on anything but a string, some on null.
 */
const ofPackage = fields(
  {},
  {
    signature: exactText,
    redactedData: exactText,
    thoughtSignature: textOrNull,
    itemId: textOrNull,
    reasoningEncryptedContent: textOrNull,
  },
)

/** The provider options of a part: one object per package. */
export function mendedOptions(value: unknown): unknown {
  if (!isRecord(value)) return undefined
  let isFine = true
  // The schema also refuses a package without options: `{ anthropic: undefined }`.
  for (const name in value) if (!isRecord(value[name]) || ofPackage(value[name]) !== value[name]) isFine = false
  if (isFine) return value
  const kept = Object.entries(value).flatMap(([name, own]) => {
    const meant = ofPackage(own)
    return meant === undefined ? [] : [[name, meant] as const]
  })
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}
