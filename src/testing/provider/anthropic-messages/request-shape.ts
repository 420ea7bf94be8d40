import { asText, isRecord, type JsonRecord } from '../shared/records.ts'
import { cacheControl, contentBlocks, textBlock } from './block-shapes.ts'
import {
  anything,
  boolean,
  decimal,
  dictionary,
  type FieldCheck,
  integer,
  listOf,
  object,
  oneOf,
  orNull,
  tagged,
  text,
  textOr,
} from './fields.ts'
import type { JudgedModel } from './models.ts'
import type { Refusal } from './refusal.ts'

export type ShapeContext = { betas: ReadonlySet<string>; model: JudgedModel; requireMaxTokens: boolean }

const anyBlock = tagged(contentBlocks)
const content = textOr(listOf(anyBlock))
const effort = oneOf('low', 'medium', 'high', 'xhigh', 'max')
const say = (message: string): Refusal => ({ message })

/** Probes of 2026-08-31 (code-index id 61369042860): the item level is reported at the `messages` slot. */
function* checkMessage(message: unknown, path: string, context: ShapeContext): Generator<Refusal> {
  if (!isRecord(message)) return yield say(`${path}: Input should be an object`)
  const role = message['role']
  if (role === undefined) return yield say(`${path}.role: Field required`)
  if (role === 'system' && !context.model.systemMessages)
    return yield say(
      'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
    )
  if (role !== 'user' && role !== 'assistant' && role !== 'system')
    return yield say(`messages: Unexpected role "${String(role)}". Allowed roles are "user" or "assistant"`)
  const system = role === 'system'
  const contentIsOptional = system && isRecord(message['output_config'])
  if (message['content'] !== undefined) yield* content(message['content'], `${path}.content`)
  else if (!contentIsOptional) yield say(`${path}.content: Field required`)
  for (const [key, check] of Object.entries(systemFields)) {
    const value = message[key]
    if (value === undefined) continue
    if (!context.betas.has(check.beta)) yield say(`${path}.${key}: Extra inputs are not permitted`)
    else if (!system) yield say(`${path}.${key}: ${key} is only permitted on role 'system' messages`)
    else yield* check.field(value, `${path}.${key}`)
  }
  for (const key of Object.keys(message))
    if (key !== 'role' && key !== 'content' && !(key in systemFields) && message[key] !== undefined)
      yield say(`${path}.${key}: Extra inputs are not permitted`)
}

/** Fields of a mid-conversation system message, each behind its beta header (SDK doc comments). */
const systemFields: Record<string, { beta: string; field: FieldCheck }> = {
  clear_at: {
    beta: 'mid-conversation-system-clear-at-2026-08-21',
    field: orNull(oneOf('next_user_message', 'never')),
  },
  output_config: {
    beta: 'mid-conversation-output-config-2026-07-01',
    field: orNull(object({}, { effort: orNull(effort) })),
  },
}

function* checkMessages(value: unknown, context: ShapeContext): Generator<Refusal> {
  if (!Array.isArray(value)) return yield say('messages: Input should be a valid array')
  if (value.length === 0) return yield say('messages: at least one message is required')
  if (value.length > 100_000) yield say('messages: List should have at most 100000 items')
  for (const [index, message] of value.entries()) yield* checkMessage(message, `messages.${index}`, context)
}

const binding = object({}, { prefix_mismatch_behavior: orNull(oneOf('error', 'drop_block')) })

/** `block_binding` without its header is itself a 400 (provider-errors.md §7). */
function thinkingShape(context: ShapeContext): FieldCheck {
  const controls = context.betas.has('thinking-binding-controls-2026-08-01') ? { block_binding: orNull(binding) } : {}
  const display = orNull(oneOf('summarized', 'omitted', 'updates'))
  return tagged({
    enabled: object({ type: anything, budget_tokens: integer }, { display, ...controls }),
    disabled: object({ type: anything }),
    adaptive: object({ type: anything }, { display, ...controls }),
    between_tools: object({ type: anything }),
  })
}

function* checkTool(tool: unknown, path: string): Generator<Refusal> {
  if (!isRecord(tool)) return yield say(`${path}: Input should be an object`)
  if (tool['type'] !== undefined && tool['type'] !== null && tool['type'] !== 'custom') return
  const custom = `${path}.custom`
  if (tool['name'] === undefined) yield say(`${custom}.name: Field required`)
  else {
    yield* text({ min: 1 })(tool['name'], `${custom}.name`)
    yield* text({ pattern: '^[a-zA-Z0-9_-]{1,128}$' })(tool['name'], `${custom}.name`)
  }
  if (tool['input_schema'] === undefined) yield say(`${custom}.input_schema: Field required`)
  if (tool['cache_control'] !== undefined) yield* cacheControl(tool['cache_control'], `${custom}.cache_control`)
}

function* checkTools(value: unknown): Generator<Refusal> {
  if (!Array.isArray(value)) return yield say('tools: Input should be a valid array')
  for (const [index, tool] of value.entries()) yield* checkTool(tool, `tools.${index}`)
}

const toolChoice = tagged({
  auto: anything,
  any: anything,
  tool: object({ type: anything, name: text() }, { disable_parallel_tool_use: boolean }),
  none: anything,
})

type TopLevel = (value: unknown, context: ShapeContext) => Iterable<Refusal>

const field =
  (name: string, check: FieldCheck): TopLevel =>
  (value) =>
    check(value, name)

/** The top-level fields in the measured order of checks; a missing required field is reported at its own place. */
const topLevel: Record<string, TopLevel> = {
  model: field('model', text({ min: 1 })),
  tool_choice: field('tool_choice', toolChoice),
  tools: checkTools,
  messages: checkMessages,
  system: (value) => textOr(listOf(tagged({ text: textBlock })))(value, 'system'),
  thinking: (value, context) => thinkingShape(context)(value, 'thinking'),
  output_config: field('output_config', dictionary),
  cache_control: field('cache_control', cacheControl),
  max_tokens: field('max_tokens', integer),
  metadata: field('metadata', object({}, { user_id: orNull(text()) })),
  stop_sequences: field('stop_sequences', listOf(text())),
  temperature: field('temperature', decimal(1)),
  service_tier: field('service_tier', oneOf('auto', 'standard_only')),
  top_k: field('top_k', integer),
  top_p: field('top_p', decimal(1)),
  stream: field('stream', boolean),
  container: field('container', orNull(textOr(dictionary))),
  inference_geo: field('inference_geo', orNull(text())),
}

/** Beta fields are unknown keys without their header (corpus: `context_management: Extra inputs are not permitted`). */
const betaFields: Record<string, string> = {
  context_management: 'context-management-2025-06-27|compact-2026-01-12',
  compaction: 'compact-2026-09-04',
  thread: 'message-threads-2026-08-12',
  mcp_servers: 'mcp-client-',
  fallbacks: 'server-side-fallback-',
  fallback_credit_token: 'fallback-credit-',
  diagnostics: 'cache-diagnosis-2026-04-07',
  billing_policy: 'user-profiles-billing-2026-10-01',
  speed: 'fast-mode-2026-02-01',
  output_format: 'structured-outputs-2025-11-13',
}

const allowed = (betas: ReadonlySet<string>, key: string): boolean =>
  (betaFields[key] ?? '')
    .split('|')
    .some((wanted) => wanted !== '' && [...betas].some((beta) => beta.startsWith(wanted)))

export function* checkRequestShape(body: JsonRecord, context: ShapeContext): Generator<Refusal> {
  const required = ['model', 'messages', ...(context.requireMaxTokens ? ['max_tokens'] : [])]
  for (const [name, check] of Object.entries(topLevel)) {
    if (body[name] !== undefined) yield* check(body[name], context)
    else if (required.includes(name)) yield say(`${name}: Field required`)
  }
  for (const key of Object.keys(body))
    if (!(key in topLevel) && body[key] !== undefined && !allowed(context.betas, key))
      yield say(`${key}: Extra inputs are not permitted`)
}

export const modelName = (body: JsonRecord): string => asText(body['model'])
