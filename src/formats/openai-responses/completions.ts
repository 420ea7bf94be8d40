import type { Block, Message, Transcript } from '../../transcript/transcript.ts'
import { loadedNamespaces } from './loaded-namespaces.ts'
import type { Rules } from '../rules.ts'

/** Items in the history have ended. */
const ended = { status: 'completed' }
type Completions = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * Required fields of items (`ResponseInputItem` of openai 7.55), with a neutral value for each. The API is known to accept items without
 * some of them (an image by its id alone: github.com/openai/openai-openapi/issues/575), so only an error adds them.
 */
const required: Completions = {
  apply_patch_call: ended,
  code_interpreter_call: { ...ended, code: null, outputs: null },
  computer_call: { ...ended, pending_safety_checks: [] },
  file_search_call: { ...ended, queries: [] },
  image_generation_call: { ...ended, result: null },
  local_shell_call: ended,
  web_search_call: ended,
}

/** When an error refuses a field of a named item, items of other types keep it if they need it; without a name all lose it. */
export function demands(block: Block, field: string, { itemIdForm: form, refusedIn: named }: Rules): boolean {
  const { kind, shape, signature } = block
  const { type } = shape
  if (named === undefined || named.blocks[0]?.shape.type === type) return false
  // Unsealed reasoning is identified by its id alone.
  if (field === form?.field) return form.demanded.has(type) || (kind === 'thinking' && !signature)
  return Object.hasOwn(required, type) && Object.hasOwn(required[type]!, field)
}

/** Fields that a stricter server demands of each item as well (github.com/diegosouzapw/OmniRoute/issues/8083). */
const optional: Completions = {
  message: { ...ended, type: 'message' },
  function_call: ended,
  function_call_output: ended,
  custom_tool_call: ended,
  custom_tool_call_output: ended,
}

/** The field that an error missed in items of this type, with its neutral value; undefined when it is present or unknown. */
export function completion(
  raw: Readonly<Record<string, unknown>>,
  type: string,
  { demandedField: demanded, toolSpaces }: Rules,
  transcript: Transcript | undefined,
): Readonly<Record<string, unknown>> | undefined {
  if (type === 'function_call' && (demanded?.field === 'namespace' || toolSpaces?.alone.has(raw['name']) === false)) {
    const namespace =
      raw['namespace'] === undefined && transcript
        ? (loadedNamespaces(transcript).get(raw['name']) ?? toolSpaces?.of.get(raw['name']))
        : undefined
    if (namespace) return { namespace }
  }
  if (demanded === undefined) return undefined
  // When the error names an item, it speaks of that type alone.
  const isMeant = demanded.named === undefined || typeOf(demanded.named) === type
  for (const table of isMeant ? [required, optional] : [required]) {
    const fields = Object.hasOwn(table, type) ? table[type]! : {}
    if (!Object.hasOwn(fields, demanded.field)) continue
    // A server that misses one required field will ask for the next one afterwards.
    const isAsked = (field: string): boolean => field === demanded.field || (isMeant && table === required)
    const missed = Object.entries(fields).filter(([field]) => isAsked(field) && raw[field] === undefined)
    return missed.length > 0 ? Object.fromEntries(missed) : undefined
  }
  return undefined
}

function typeOf(message: Message): string | undefined {
  return message.content === 'none' ? message.blocks[0]?.shape.type : 'message'
}
