import type { Rules } from '../../formats/rules.ts'
import { isRecord } from '../../json/is-record.ts'
import type { BlockKind } from '../../transcript/block-kind.ts'
import type { Block } from '../../transcript/transcript.ts'

/** `messages.3.assistant.tool_calls.0.function.strict`, or with the field beside it: a message and its other blocks may have it. */
export const placeInCall: RegExp = /^messages\.\d+\.(?:assistant\.)?tool_calls\.\d+(\.function)?(?:\.\w+)?$/

/** What a call and a result cannot be without, whatever strategy looks after it: an error that names it means it elsewhere. */
export const demandedOf: Partial<Readonly<Record<BlockKind, ReadonlySet<string>>>> = {
  tool_call: new Set(['args', 'arguments', 'input', 'name', 'toolUseId']),
  tool_result: new Set(['content', 'response', 'toolUseId']),
}

/** The same in the parts of a result, and in what a call holds that has a list of its own. */
export const demandedInside: ReadonlySet<string> = new Set(['arguments', 'input', 'name', 'text', 'type'])

/** The fields of a call that somebody is known to read. */
const readByOthers = ['provider_specific_fields', 'extra_content', 'index', 'type']

/** Who refuses a field of a call takes no other that nobody else reads, and none that was refused before. */
export function withoutField(
  field: string,
  isOwn: boolean,
  known: Rules['callFields'],
): NonNullable<Rules['callFields']> {
  const own = known?.own ?? new Set(['id', 'function', 'custom', ...readByOthers])
  const inner = known?.inner ?? new Set([...demandedInside, ...readByOthers])
  const left = (fields: ReadonlySet<string>): ReadonlySet<string> =>
    new Set([...fields].filter((name) => name !== field))
  return isOwn ? { own: left(own), inner } : { own, inner: left(inner) }
}

/** Of a call that holds its name and input one object below: one that is written flat has a strategy of its own. */
export function fieldsOfCall({ kind, raw, shape }: Block, { callFields }: Rules): Rules['callFields'] {
  return kind === 'tool_call' && isRecord(raw) && isRecord(raw[shape.type]) ? callFields : undefined
}
