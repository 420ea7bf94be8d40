import { citations } from './hosted-mends.ts'
import { bytesInAddress } from '../../media/bytes-in-address.ts'
import { isRecord } from '../../json/is-record.ts'
import {
  anObject,
  exactText,
  fields,
  flag,
  label,
  listOf,
  type Mend,
  type Mends,
  oneOf,
  orAsIs,
  orElse,
  orNull,
  text,
} from '../mend.ts'

const states = oneOf('in_progress', 'completed', 'incomplete')
const stated: Mends = { status: states }
/** Only messages have a role: programs with one table for all turns write it on every item. */
const unsaid: Mends = { role: () => undefined }
const called: Mends = { call_id: orAsIs(label), namespace: exactText, ...unsaid }
/** Outputs are written by the client: most of their fields may be null. */
const outputStated: Mends = { status: orNull(states) }
const orIfAbsent =
  (empty: unknown): Mend =>
  (value) =>
    value === undefined ? empty : value
/** An empty one counts as absent. */
const seal: Mend = (value) => exactText(value) || undefined
/** Texts of that type. A part of another type keeps only its text: `annotations`, for example, belong to no thought. */
const worded = (type: string): Mend => {
  const mend = fields({ type: orElse(oneOf(type), type), text })
  return (part) => {
    if (typeof part === 'string') return mend({ text: part })
    const { text: said, type: former = type } = isRecord(part) ? part : {}
    return mend(former === type ? part : { type: former, text: said })
  }
}
const summaries = listOf(worded('summary_text'))
/** A string in place of the list is its only item. */
const summary: Mend = (value) => summaries(typeof value === 'string' && value !== '' ? [value] : value)
const thoughts = listOf(worded('reasoning_text'))
const reasoned: Mend = (value) => thoughts(typeof value === 'string' && value !== '' ? [value] : value)
const ofServer: Mends = { server_label: label, name: label, arguments: orElse(text, '{}') }

const phases = oneOf('commentary', 'final_answer')
/** `final` is the model's own name of the channel. */
const phase: Mend = (value) => (value === 'final' ? 'final_answer' : phases(value))

/**
 * Fields of items of known type (`ResponseInputItem` of openai 7.55), and how to mend their values. The input and output of calls have
 * strategies of their own; unknown states of other items stay.
 */
export const itemMends: Mends = {
  reasoning: fields(
    { summary: orElse(summary, []) },
    { ...stated, ...unsaid, content: orNull(reasoned), encrypted_content: orNull(seal) },
  ),
  function_call: fields({}, { ...called, ...stated }),
  function_call_output: fields({}, { ...called, ...outputStated, namespace: orNull(exactText) }),
  custom_tool_call: fields({}, { ...called, ...stated }),
  custom_tool_call_output: fields({}, { ...called, ...outputStated }),
  local_shell_call: fields({}, called),
  shell_call: fields({}, called),
  shell_call_output: fields({}, called),
  apply_patch_call: fields({ status: orElse(oneOf('in_progress', 'completed'), 'completed') }, called),
  apply_patch_call_output: fields({}, called),
  computer_call: fields({}, called),
  computer_call_output: fields({}, called),
  // The fields are required; a missing one gets an empty value.
  tool_search_call: fields({ arguments: orIfAbsent({}) }, unsaid),
  tool_search_output: fields({ tools: orIfAbsent([]) }, unsaid),
  mcp_approval_request: fields(ofServer, { id: orAsIs(label) }),
  mcp_approval_response: fields({}, { approval_request_id: orAsIs(label), approve: flag, reason: orNull(text) }),
  mcp_call: fields(ofServer),
  mcp_list_tools: fields({}, { server_label: orAsIs(label) }),
  additional_tools: fields({ role: orElse(oneOf('developer', 'system'), 'developer') }),
}

/** As {@link itemMends}, for the fields of a message beside its content. */
export const messageMends: Mends = { ...stated, phase: orNull(phase) }

/** "Unknown parameter: 'input[0].phase'": only messages of the model have a phase. */
export const ofUser: Mends = { ...stated, phase: () => undefined }

/** The address of an image; Chat Completions wraps it in an object. */
const address: Mend = (value) => whole(exactText(isRecord(value) ? value['url'] : value))

const isAddress = /^(?:https?:|data:[^,]{0,200};base64,)/i

/** Base64 without the head of a data URL, or behind a damaged one, gets a whole head: "got a value without the 'data:' prefix". */
const whole: Mend = (value) => {
  const held = typeof value === 'string' && !isAddress.test(value) ? bytesInAddress(value) : undefined
  return held === undefined ? value : `data:${held.mediaType};base64,${held.data}`
}

/** As {@link itemMends}, for parts of messages, by their type. */
export const partMends: Mends = {
  input_image: fields({}, { image_url: orAsIs(address), detail: orElse(exactText, 'auto') }),
  input_file: fields({}, { file_data: whole }),
  output_text: fields({}, { annotations: orElse(citations, []), logprobs: orElse(listOf(anObject), []) }),
}
