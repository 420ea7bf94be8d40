import { heldIn } from '../../json/held-in.ts'
import { isRecord } from '../../json/is-record.ts'
import { parsedJson } from '../../json/parsed-json.ts'
import { readDataUrl } from '../../media/data-url.ts'
import { withField } from '../../json/with-field.ts'
import {
  anObject,
  exactText,
  fields,
  label,
  listOf,
  type Mend,
  type Mends,
  oneOf,
  orAsIs,
  orElse,
  orNull,
  tagged,
  text,
  whole,
} from '../mend.ts'
import { saysFailure } from '../says-failure.ts'
import { operation } from './patch-operation.ts'
import { ordered, printed, worded } from './shell-mends.ts'

/** A list or an object that was stored as JSON text. */
const parsed =
  (mend: Mend): Mend =>
  (value) =>
    mend(typeof value === 'string' ? parsedJson(value) : value)

/** The states of all items; each kind has some of them. */
const states = oneOf(
  'in_progress',
  'completed',
  'incomplete',
  'searching',
  'interpreting',
  'generating',
  'calling',
  'failed',
)
/** The state of an item in the history, which has ended. */
const ended: Mends = { status: (value) => states(value) ?? (saysFailure(value) ? 'failed' : 'completed') }
const ran = oneOf('in_progress', 'completed', 'incomplete')
/** A call with an output has no failed state: its output tells that. */
const answered: Mends = { status: (value) => ran(value) ?? (saysFailure(value) ? 'incomplete' : 'completed') }
const checks = parsed(listOf(fields({ id: label })))
const tool = fields({ name: label, input_schema: orElse(anObject, { type: 'object' }) })
const logs = fields({ type: orElse(oneOf('logs'), 'logs'), logs: text })
const image = fields({ type: orElse(oneOf('image'), 'image'), url: exactText })
/** An output that has lost its type is recognised by its field. */
const printedLogs: Mend = (value) =>
  isRecord(value) && typeof value['text'] === 'string' ? { type: 'logs', logs: value['text'] } : undefined
const printedOutput: Mend = (value) => logs(value) ?? image(value) ?? printedLogs(value)
const says = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).some(([field, inner]) => field !== 'type' && says(inner))
    : typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
/** The outputs of a program, also in wrappers; unreadable ones are kept as printed text (I4). */
function outputsIn(value: unknown): readonly unknown[] {
  const own = printedOutput(value)
  if (own !== undefined) return [own]
  const held = heldIn(value, (item) => printedOutput(item) !== undefined)
  if (held.length > 0) return held.map(printedOutput)
  return says(value) ? [{ type: 'logs', logs: text(value) }] : []
}
const outputs: Mend = (value) => {
  const given = (typeof value === 'string' ? parsedJson(value) : undefined) ?? value
  const list: readonly unknown[] = Array.isArray(given) ? given : [given]
  const read = list.flatMap(outputsIn)
  if (Array.isArray(given) && read.length === list.length && read.every((item, index) => item === list[index]))
    return given
  return read.length > 0 || Array.isArray(given) ? read : undefined
}

/** The passages that were found, also in wrappers; the texts of an unreadable one stay (I4). */
const passages: Mend = (value) => {
  const list = (typeof value === 'string' ? parsedJson(value) : undefined) ?? value
  if (Array.isArray(list) && list.every(isRecord)) return list
  const held = heldIn(list, (item) => passageFields.some((field) => field in item))
  if (held.length > 0) return held
  return says(list) ? [{ text: text(list) }] : Array.isArray(list) ? [] : undefined
}
const passageFields = ['text', 'file_id', 'filename'] as const

/** The base64 of an image, also in wrappers. */
const picture: Mend = (value) => {
  if (typeof value === 'string') return value
  const { 0: only, length } = textsIn(value).filter((said) => base64.test(said))
  return length === 1 ? only : undefined
}
const base64 = /^[\w+/-]{40,}={0,2}$/
/** Each text in a value, addresses left out. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [readDataUrl(value)?.data ?? value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const texts = parsed(listOf(text))
/** The action of a search, recognised by its fields. */
const searched = fields(
  { type: (value) => value },
  {
    query: exactText,
    queries: (value) => texts(value) ?? (typeof value === 'string' ? [value] : undefined),
    sources: parsed(listOf(anObject)),
    pattern: orNull(exactText),
    url: orNull(exactText),
  },
)
/** A list of actions for a computer belongs into `actions`; `action` holds a single one. */
const severalActed: Mend = (item) =>
  isRecord(item) && Array.isArray(item['action']) && item['actions'] === undefined
    ? withField(withField(item, 'action', undefined), 'actions', item['action'])
    : item
/** An action is an object or absent; a call may have a list of them. */
const acted: Mends = { action: parsed(anObject) }
const screenshot = parsed(fields({ type: orElse(oneOf('computer_screenshot'), 'computer_screenshot') }))

/** Whether a patch was applied, also in a program's own words. */
const outcome: Mend = (value) => {
  if (typeof value !== 'string' || value === 'completed' || value === 'failed') return value
  return saysFailure(value) ? 'failed' : 'completed'
}

/**
 * As {@link itemMends}, for provider tools, which run at the provider or on its machines (`ResponseInputItem` of openai 7.55). Absent
 * fields are left to an error, because the API is known to accept items without some of them.
 */
export const hostedMends: Mends = {
  computer_call: (item) =>
    fields({}, { ...answered, ...acted, pending_safety_checks: orElse(checks, []) })(severalActed(item)),
  computer_call_output: fields({}, { acknowledged_safety_checks: orNull(checks), output: orAsIs(screenshot) }),
  file_search_call: fields({}, { ...ended, queries: orElse(texts, []), results: orNull(passages) }),
  code_interpreter_call: fields({}, { ...ended, code: orNull(text), outputs: orElse(orNull(outputs), null) }),
  image_generation_call: fields({}, { ...ended, result: orElse(orNull(picture), null) }),
  web_search_call: fields({}, { ...ended, action: searched }),
  mcp_call: fields({}, { output: orNull(text), error: orNull(text), status: states }),
  mcp_list_tools: fields({}, { error: orNull(text), tools: parsed(listOf(tool)) }),
  local_shell_call: fields(
    {},
    {
      ...answered,
      action: orAsIs(
        parsed(fields({ type: orElse(oneOf('exec'), 'exec') }, { command: orAsIs(worded), env: orElse(anObject, {}) })),
      ),
    },
  ),
  shell_call: fields({}, { action: orAsIs(parsed(ordered)), status: orNull(ran) }),
  shell_call_output: fields(
    {},
    { output: parsed(listOf(printed)), max_output_length: orNull(whole), status: orNull(ran) },
  ),
  tool_search_output: fields({}, { tools: orElse(parsed(listOf(anObject)), []) }),
  apply_patch_call: fields({ operation: parsed(operation) }),
  apply_patch_call_output: fields({}, { status: outcome, output: orNull(text) }),
}

const spanned: Mends = { start_index: whole, end_index: whole }
const named: Mends = { file_id: exactText, filename: exactText }

/** The citations of a text; an incomplete source is removed. */
export const citations: Mend = listOf(
  tagged({
    url_citation: fields({ ...spanned, url: exactText, title: orElse(exactText, '') }),
    file_citation: fields({ ...named, index: whole }),
    container_file_citation: fields({ ...spanned, ...named, container_id: exactText }),
    file_path: fields({ file_id: exactText, index: whole }),
  }),
)
