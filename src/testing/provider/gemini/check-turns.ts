import type { JsonRecord } from '../shared/records.ts'
import { type JudgedContent, type JudgedPart, partsWith } from './judged-contents.ts'
import type { GeminiRefusal } from './refusal.ts'
import { modelGeneration } from './signatures.ts'

const callOrder: GeminiRefusal = {
  message:
    'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
}
const responseOrder: GeminiRefusal = {
  message: 'Please ensure that function response turn comes immediately after a function call turn.',
}
const count: GeminiRefusal = {
  message:
    'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
}
/** The refusal that names no reason. */
const unmatched: GeminiRefusal = { message: 'Request contains an invalid argument.' }
const end: GeminiRefusal = {
  message: 'Please ensure that multiturn requests ends with a user role or a function response.',
}

function* checkRoles(contents: readonly JudgedContent[]): Generator<GeminiRefusal> {
  for (const { role } of contents) {
    const isOnly = contents.length === 1 && (role === undefined || role === '')
    if (!isOnly && role !== 'user' && role !== 'model' && role !== 'function')
      yield { message: 'Please use a valid role: user, model.' }
  }
}

/**
 * Models before generation 3 go on from what a model turn says; its calls need their answers. Not recorded in the corpus: its rows
 * name no model. An alias (`gemini-flash-latest`) tells no generation: nothing is known against it.
 */
function continuesItself(model: string): boolean {
  return modelGeneration(model) < 3
}

/**
 * Since generation 3 a response has the name of its call, and its id where the call has one ("strict function response matching",
 * ai.google.dev/gemini-api/docs/generate-content/whats-new-gemini-3.5). A live model refused another name
 * (github.com/archestra-ai/archestra/pull/7583); the answer to another id is empty, which is no better.
 */
function isMatched(calls: readonly JudgedPart[], responses: readonly JudgedPart[]): boolean {
  const open = calls.map(({ value }) => value['functionCall'] as JsonRecord)
  const ids = open.flatMap(({ id }) => (id ? [id] : []))
  // Two calls with one id: 400 without a reason (asked of a live one: github.com/watt-mind/coach/pull/280).
  if (new Set(ids).size < ids.length) return false
  for (const { value } of responses) {
    const { id, name } = value['functionResponse'] as JsonRecord
    const isOf = (wanted: unknown) => (call: JsonRecord) => call['name'] === name && call['id'] === wanted
    const call = open.find(isOf(id)) ?? open.find(isOf(undefined))
    if (call === undefined) return false
    open.splice(open.indexOf(call), 1)
  }
  return true
}

/** The order of contents: calls and responses are counted content by content. */
export function* checkTurns(contents: readonly JudgedContent[], model: string): Generator<GeminiRefusal> {
  yield* checkRoles(contents)
  if (contents[0]?.role === 'model') yield { message: 'Please ensure that multiturn requests starts with a user role.' }
  for (const [index, content] of contents.entries()) {
    const previous = contents[index - 1]
    const next = contents[index + 1]
    const calls = partsWith(content, 'functionCall')
    const responses = partsWith(content, 'functionResponse')
    if (calls.length > 0) {
      if (content.role !== 'model' || previous === undefined || previous.role === 'model') yield callOrder
      if (next !== undefined) {
        const answers = partsWith(next, 'functionResponse')
        if (answers.length !== calls.length) yield count
        if (modelGeneration(model) >= 3 && !isMatched(calls, answers)) yield unmatched
      }
    }
    if (responses.length > 0) {
      // Consecutive responses count as one turn (clients.md §4: the error that Gemini CLI gets when it resumes).
      if (partsWith(previous, 'functionResponse').length > 0) yield count
      if (content.role === 'model' || partsWith(previous, 'functionCall').length === 0) yield responseOrder
      if (partsWith(previous, 'functionCall').length !== responses.length) yield count
    }
  }
  const last = contents.at(-1)
  if (last?.role !== 'model') return
  if (!continuesItself(model) || partsWith(last, 'functionCall').length > 0) yield end
}
