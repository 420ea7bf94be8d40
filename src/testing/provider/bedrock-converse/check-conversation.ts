import { asList, asText, isRecord, type JsonRecord } from '../shared/records.ts'
import type { ConverseRefusal } from './check-blocks.ts'
import { type ConverseModel, isGenuineSignature } from './models.ts'

export type JudgedMessage = { role: string; content: JsonRecord[]; index: number }

const inner = (block: JsonRecord, member: string): JsonRecord => (isRecord(block[member]) ? block[member] : {})

/** Calls and results of the model's own tools have a type, and stand in its message (`ToolUseType`). */
const isOwn = ({ role }: JudgedMessage, block: JsonRecord, member: string): boolean =>
  role === 'assistant' && typeof inner(block, member)['type'] === 'string'

const idsOf = (message: JudgedMessage | undefined, member: string): string[] =>
  message?.content.flatMap((block) =>
    block[member] === undefined || isOwn(message, block, member) ? [] : [asText(inner(block, member)['toolUseId'])],
  ) ?? []

const repeated = (ids: readonly string[]): string[] => ids.filter((id, index) => ids.indexOf(id) !== index)

function* checkRoles(messages: readonly JudgedMessage[]): Generator<ConverseRefusal> {
  if (messages[0]?.role === 'assistant')
    yield {
      message:
        'A conversation must start with a user message. Try again with a conversation that starts with a user message.',
    }
  if (messages.some((message, index) => message.role === messages[index - 1]?.role))
    yield {
      message:
        'A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user ' +
        'and assistant roles and try again.',
    }
}

/** Claude gets the ids unchanged, and its own API accepts no dots and colons. */
function* checkIds({ content, index }: JudgedMessage): Generator<ConverseRefusal> {
  for (const [at, block] of content.entries())
    if (/[.:]/.test(asText(inner(block, 'toolUse')['toolUseId'])))
      yield {
        message: `The model returned the following errors: messages.${index}.content.${at}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`,
      }
}

/** Calls and results of two neighbouring messages must pair one to one. */
function* checkPairs(messages: readonly JudgedMessage[], model: ConverseModel): Generator<ConverseRefusal> {
  for (const [index, message] of messages.entries()) {
    const at = `messages.${index}.content`
    const calls = idsOf(message, 'toolUse')
    const results = idsOf(message, 'toolResult')
    const asked = idsOf(messages[index - 1], 'toolUse')
    if (model.family === 'claude') yield* checkIds(message)
    if (repeated(calls).length > 0)
      yield { message: `The toolUse blocks at ${at} contain duplicate Ids: ${repeated(calls).join(', ')}` }
    if (calls.length > 0 && message.role === 'user')
      yield { message: `${at}: User messages cannot contain toolUse blocks.` }
    if (results.length > asked.length || (results.length > 0 && message.role !== 'user'))
      yield {
        message: `The number of toolResult blocks at ${at} exceeds the number of toolUse blocks of previous turn.`,
      }
    if (repeated(results).length > 0)
      yield { message: `The toolResult blocks at ${at} contain duplicate Ids: ${repeated(results).join(', ')}` }
    if (!model.mixedCalls && calls.length > 0 && message.content.some((block) => block['text'] !== undefined))
      yield { message: `${at}: Conversation blocks and tool use blocks cannot be provided in the same turn.` }
    const open = asked.filter((id) => !results.includes(id))
    if (open.length > 0)
      yield { message: `Expected toolResult blocks at ${at} for the following Ids: ${open.join(', ')}` }
    if (results.length > 0) yield* checkResultTurn(message, model)
  }
  const live = idsOf(messages.at(-1), 'toolUse')
  if (live.length > 0)
    yield {
      message: `Expected toolResult blocks at messages.${messages.length}.content for the following Ids: ${live.join(', ')}`,
    }
}

function* checkResultTurn(
  { content, index }: JudgedMessage,
  { family, mixedTurns }: ConverseModel,
): Generator<ConverseRefusal> {
  const said = content.filter((block) => block['cachePoint'] === undefined)
  const others = said.filter((block) => block['toolResult'] === undefined)
  if (!mixedTurns && others.length > 0)
    yield {
      message: `messages.${index}.content: Conversation blocks and tool result blocks cannot be provided in the same turn.`,
    }
  const firstOther = said.findIndex((block) => block['toolResult'] === undefined)
  const late = firstOther < 0 ? [] : said.slice(firstOther).filter((block) => block['toolResult'] !== undefined)
  if (family === 'claude' && late.length > 0)
    yield {
      message:
        `The model returned the following errors: messages.${index - 1}: \`tool_use\` ids were found without \`tool_result\` ` +
        `blocks immediately after: ${late.map((block) => asText(inner(block, 'toolResult')['toolUseId'])).join(', ')}. ` +
        'Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    }
}

/**
 * Seen with Claude (github.com/strands-agents/harness-sdk/issues/1966): a document other than a PDF is turned into text, and a cache point
 * behind it loses its type.
 */
function* checkPoints({ content, index }: JudgedMessage): Generator<ConverseRefusal> {
  for (const [at, block] of content.entries()) {
    const { format } = inner(content[at - 1] ?? {}, 'document')
    if (block['cachePoint'] !== undefined && format !== undefined && format !== 'pdf')
      yield { message: `The model returned the following errors: messages.${index}.content.${at}.type: Field required` }
  }
}

function* checkReasoning(
  messages: readonly JudgedMessage[],
  body: JsonRecord,
  model: ConverseModel,
): Generator<ConverseRefusal> {
  for (const { content, index, role } of messages) {
    const reasoning = content.filter((block) => block['reasoningContent'] !== undefined)
    if (reasoning.length === 0) continue
    if (role === 'user' || (!model.reasons && model.family === 'claude'))
      yield { message: 'User messages cannot contain reasoning content.' }
    if (!model.reasons)
      yield {
        message:
          "This model doesn't support the reasoningContent field. Remove the reasoningContent field and try again.",
      }
    // Seen with Claude (github.com/0xPlaygrounds/rig/issues/1673); no other family that reasons has cache points.
    if (content.some((block, at) => block['cachePoint'] !== undefined && reasoning.includes(content[at - 1]!)))
      yield { message: 'Cache point cannot be inserted after reasoning block.' }
    if (model.family !== 'claude') continue
    const lead = content.find((block) => block['cachePoint'] === undefined)
    // With adaptive thinking, Claude may think behind its text.
    if (lead !== reasoning[0] && inner(inner(body, 'additionalModelRequestFields'), 'thinking')['type'] !== 'adaptive')
      yield {
        message:
          `The model returned the following errors: messages.${index}.content.0: If an assistant message contains any thinking ` +
          'blocks, the first block must be `thinking` or `redacted_thinking`. Found `text`.',
      }
    for (const block of reasoning) {
      const at = `messages.${index}.content.${content.indexOf(block)}`
      const { redactedContent, reasoningText } = inner(block, 'reasoningContent')
      if (redactedContent !== undefined) continue
      const thought = isRecord(reasoningText) ? reasoningText['text'] : undefined
      const signature = isRecord(reasoningText) ? asText(reasoningText['signature']) : ''
      // The API reference requires `text`; that blank text is refused is Claude's own rule (provider-errors.md §4).
      if (typeof thought !== 'string')
        yield { message: `The format of the value at ${at}.reasoningContent.reasoningText.text is invalid.` }
      else if (thought !== '' && thought.trim() === '')
        yield {
          message: `The model returned the following errors: ${at}.thinking: each thinking block must contain non-whitespace thinking`,
        }
      if (signature === '')
        yield { message: `The model returned the following errors: ${at}.thinking.signature: Field required` }
      if (!isGenuineSignature(signature))
        yield { message: `The model returned the following errors: ${at}: Invalid \`signature\` in \`thinking\` block` }
    }
  }
  if (model.family === 'claude') for (const message of messages) yield* checkPoints(message)
  const extra = inner(body, 'additionalModelRequestFields')
  const opener = inner(extra, 'thinking')['type'] === 'enabled' ? openerOfLoop(messages) : undefined
  const lead = opener?.content.find((block) => block['cachePoint'] === undefined)
  if (lead && lead['reasoningContent'] === undefined)
    yield {
      message:
        `The model returned the following errors: messages.${opener!.index}.content.0.type: Expected \`thinking\` or ` +
        `\`redacted_thinking\`, but found \`${lead['toolUse'] === undefined ? 'text' : 'tool_use'}\`. When \`thinking\` is enabled, ` +
        'a final `assistant` message must start with a thinking block.',
    }
}

/**
 * The message that opens the running tool loop: the loop is one turn of the model, which thinks once, at its start (the guide to thinking
 * with tools), so later steps may lack thinking. A user text beside the results ends the loop.
 */
function openerOfLoop(messages: readonly JudgedMessage[]): JudgedMessage | undefined {
  const speaks = ({ content, role }: JudgedMessage): boolean =>
    role === 'user' && content.some((block) => (block['toolResult'] ?? block['cachePoint']) === undefined)
  const opener = messages[messages.findLastIndex(speaks) + 1]
  return opener?.role === 'assistant' && idsOf(opener, 'toolUse').length > 0 ? opener : undefined
}

const pointsOf = (list: unknown): number =>
  Array.isArray(list) ? list.filter((item) => isRecord(item) && item['cachePoint'] !== undefined).length : 0

/** Where cache points may stand, and how many: the guide to prompt caching, and github.com/strands-agents/harness-sdk/pull/3677. */
function* checkCaches(
  messages: readonly JudgedMessage[],
  body: JsonRecord,
  model: ConverseModel,
): Generator<ConverseRefusal> {
  const count = [body['system'], inner(body, 'toolConfig')['tools'], ...messages.map(({ content }) => content)]
    .map(pointsOf)
    .reduce((sum, points) => sum + points)
  if (count > 0 && !model.caches)
    yield { message: 'You invoked an unsupported model or your request did not allow prompt caching.', status: 403 }
  const tools = asList(inner(body, 'toolConfig')['tools'])
  const inTools = tools.findIndex((tool) => isRecord(tool) && tool['cachePoint'] !== undefined)
  if (inTools >= 0 && model.caches === 'no-tools')
    yield {
      message: `The model returned the following errors: Malformed input request: #/toolConfig/tools/${inTools}: extraneous key [cachePoint] is not permitted, please reformat your input and try again.`,
    }
  if (messages.some(({ content }) => content[0]?.['cachePoint'] !== undefined))
    yield { message: 'There is nothing available to cache. Please remove the invalid cache point and try again.' }
  if (count > 4)
    yield {
      message: `The model returned the following errors: A maximum of 4 blocks with cache_control may be provided. Found ${count}.`,
    }
  if (model.family === 'claude')
    yield* checkLifetimes([...tools, ...asList(body['system']), ...messages.flatMap(({ content }) => content)])
}

/** No long-lived cache point may stand behind a short-lived one (github.com/Portkey-AI/gateway/issues/1762). */
function* checkLifetimes(items: readonly unknown[]): Generator<ConverseRefusal> {
  const points = items.flatMap((item) =>
    isRecord(item) && isRecord(item['cachePoint']) ? [item['cachePoint']['ttl']] : [],
  )
  const firstShort = points.findIndex((ttl) => ttl !== '1h')
  if (firstShort >= 0 && points.lastIndexOf('1h') > firstShort)
    yield {
      message:
        "The model returned the following errors: messages.0.content.0.cache_control.ttl: a ttl='1h' cache_control block must not come " +
        "after a ttl='5m' cache_control block. Note that blocks are processed in the following order: `tools`, `system`, `messages`.",
    }
}

function* checkEnd(
  messages: readonly JudgedMessage[],
  body: JsonRecord,
  model: ConverseModel,
): Generator<ConverseRefusal> {
  const isAnswered = messages.at(-1)?.role === 'assistant'
  if (model.family !== 'claude' && !model.prefill && isAnswered)
    yield {
      message:
        'The model that you are using requires the last turn in the conversation to be a user message. Add a user message to ' +
        'the conversation and try again.',
    }
  if (model.family !== 'claude') return
  const thinking = inner(inner(body, 'additionalModelRequestFields'), 'thinking')['type']
  const last = messages.at(-1)
  const onlyThinks = ({ content, role }: JudgedMessage): boolean =>
    role === 'assistant' && content.every((block) => block['reasoningContent'] !== undefined)
  const noPrefill = !model.prefill || thinking === 'enabled'
  if ((noPrefill && last?.role === 'assistant') || (!model.prefill && messages.some(onlyThinks)))
    yield {
      message: 'This model does not support assistant message prefill. The conversation must end with a user message.',
    }
  if (last?.role === 'assistant' && last.content.at(-1)?.['reasoningContent'] !== undefined)
    yield {
      message: `messages.${messages.length - 1}: The final block in an assistant message cannot be \`thinking\`.`,
    }
  const text = asText(last?.content.at(-1)?.['text'])
  if (last?.role === 'assistant' && text !== text.trimEnd())
    yield { message: 'final assistant content cannot end with trailing whitespace' }
}

/** The order of messages, and the pairing of calls and results. */
export function* checkConversation(
  messages: readonly JudgedMessage[],
  body: JsonRecord,
  model: ConverseModel,
): Generator<ConverseRefusal> {
  yield* checkRoles(messages)
  const usesTools = messages.some(
    (message) => idsOf(message, 'toolUse').length + idsOf(message, 'toolResult').length > 0,
  )
  const tools = inner(body, 'toolConfig')['tools']
  if (usesTools && !(Array.isArray(tools) && tools.length > 0))
    yield { message: 'The toolConfig field must be defined when using toolUse and toolResult content blocks.' }
  yield* checkPairs(messages, model)
  yield* checkReasoning(messages, body, model)
  yield* checkCaches(messages, body, model)
  yield* checkEnd(messages, body, model)
}
