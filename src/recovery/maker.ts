import type { Format } from '../formats/format.ts'
import { readBlocks } from '../formats/read-blocks.ts'
import { isRecord } from '../json/is-record.ts'
import type { Provenance } from '../storage/turn-store.ts'
import type { Evidence } from '../transcript/evidence.ts'

/** Who makes an answer. Thinking and encrypted content are bound to some of it, and which is the provider's secret. */
export type Maker = Omit<Provenance, 'prefixDigest'>

const fields = ['provider', 'endpoint', 'account', 'model'] as const

/** The field of a recorded answer's meta that tells its maker. */
export const makerMark = 'maker'

/** Who made the signed blocks of a recorded conversation, as far as it is recorded; `''`: the one who is `asked`. */
export function knownMakers(
  { messages }: { readonly messages: readonly { readonly raw: unknown; readonly meta?: unknown }[] },
  format: Format,
  asked: Maker,
): NonNullable<Evidence['makerOf']> {
  const makers = new Map<string | undefined, string>()
  const rules = format.rules({})
  for (const { meta, raw } of messages) {
    const maker: unknown = isRecord(meta) ? meta[makerMark] : undefined
    if (!isRecord(maker)) continue
    const name = differ(maker, asked) ? fields.map((field) => String(maker[field] ?? '')).join('\n') : ''
    for (const { signature } of readBlocks(raw, format, rules))
      if (signature !== undefined && signature !== '') makers.set(signature, name)
  }
  return ({ signature }) => makers.get(signature)
}

/** What one of them does not tell is no difference. */
function differ(one: Readonly<Record<string, unknown>>, other: Maker): boolean {
  return fields.some((name) => one[name] !== undefined && other[name] !== undefined && one[name] !== other[name])
}
