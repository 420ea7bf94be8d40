import { repair } from '../src/repair/repair.ts'
import { createVerdictCache } from '../src/repair/create-verdict-cache.ts'
import { detectError } from '../src/repair/detect-error.ts'
import { diagnose } from '../src/repair/diagnose.ts'
import type { FormatName } from '../src/formats/format-name.ts'
import type { RepairResult } from '../src/repair/repair-result.ts'
import { sampleConversations } from './sample-conversations.ts'
import { type Row, shareOf, shareRow, spentOn } from './measure.ts'
import { type PlainConversation, plainConversation } from './plain-conversation.ts'

/** Shares that the design demands: of `JSON.stringify` of the same body. */
const targets = {
  long: 0.08,
  short: 0.15,
  loop: 0.15,
  repair: 0.25,
} as const

/** Responses are many small items, and Gemini has rules that reach from prompt to prompt. */
const lenient: Partial<Record<FormatName, Partial<typeof targets>>> = {
  'openai-responses': { short: 0.2 as 0.15, loop: 0.2 as 0.15 },
  gemini: { loop: 0.2 as 0.15 },
}

/**
 * Above it a list is larger than what a core has of the cache, and the neighbours of the machine decide what a look at each message
 * costs: of one commit, in one process, 10,000 messages took 0.9 to 5.2 ms, while `JSON.stringify`, which computes more, took 16 to 32;
 * loops of 2,000 took 7.4 % on one machine and 11.9 % on another.
 */
const mostInCache = 400

/** One format, measured in a process of its own: programs speak one. */
export function* measureFormat(format: FormatName, rounds: number): Generator<Row> {
  const wanted = { ...targets, ...lenient[format] }
  yield measureHealthy('healthy', format, 10_000, rounds, wanted.long)
  yield measureHealthy('healthy', format, 200, rounds, wanted.short)
  yield measureHealthy('agent loop', format, 2000, rounds, wanted.loop)
  yield measureOne(format, rounds)
  for (const count of [10_000, mostInCache]) yield measureRepair(format, count, rounds, wanted.repair)
  yield measureKit(format, rounds)
  // Where the provider keeps an item of each part, its id is unique in the list.
  if (format === 'ai-sdk')
    for (const ui of [false, true])
      for (const count of [10_000, mostInCache]) yield measureItems(ui, count, rounds, wanted.long)
}

function measureItems(ui: boolean, count: number, rounds: number, target: number): Row {
  const conversation = plainConversation('ai-sdk', count, { provider: 'openai.responses', ui })
  const what = `ai-sdk over OpenAI Responses${ui ? ', as a chat stores it' : ''}: healthy`
  return measureDiagnosis(what, 'ai-sdk', conversation, rounds, target)
}

function measureHealthy(
  kind: 'healthy' | 'agent loop',
  format: FormatName,
  count: number,
  rounds: number,
  target: number,
): Row {
  const conversation = plainConversation(format, count, { loop: kind === 'agent loop' })
  return measureDiagnosis(`${format}: ${kind}`, format, conversation, rounds, target)
}

function measureDiagnosis(
  what: string,
  format: FormatName,
  conversation: PlainConversation,
  rounds: number,
  target: number,
): Row {
  const { messages, request } = asReceived(conversation)
  const check = (): unknown => diagnose(messages, { format, request })
  return shareRow(
    `${what}, ${countOf(messages)}`,
    shareOf(check, () => JSON.stringify({ ...request, messages }), rounds),
    target,
    messages.length <= mostInCache + 1,
  )
}

/** As the table names a length; a list ends with a question behind the count. */
function countOf(messages: readonly object[]): string {
  return `${(Math.floor(messages.length / 100) * 100).toLocaleString('en')} messages`
}

/** What a call costs at least, in processor time: one is shorter than the clock can tell. */
function measureOne(format: FormatName, rounds: number): Row {
  const { messages, request } = asReceived(plainConversation(format, 1))
  const one = messages.slice(0, 1)
  const check = (): unknown => diagnose(one, { format, request })
  spentOn(check, 5000)
  return { what: `${format}: one message`, unit: 'µs', value: spentOn(check, 2000 * rounds), target: 6 }
}

/** Every 400th message is gone: calls without results, results without calls, turns that follow their own kind. */
function measureRepair(format: FormatName, count: number, rounds: number, target: number): Row {
  const { messages, request } = asReceived(plainConversation(format, count))
  const broken = messages.filter((_, index) => index % 400 !== 2)
  const mend = (): RepairResult => repair(broken, { format, request, allow: 'lossy' })
  const { length } = mend().faults
  const what = `${format}: repair of ${length} ${length === 1 ? 'fault' : 'faults'} in ${countOf(messages)}`
  return shareRow(
    what,
    shareOf(mend, () => JSON.stringify({ ...request, messages: broken }), rounds),
    target,
    count <= mostInCache,
  )
}

/** As a parser leaves it in memory: every text is its own. */
function asReceived<Conversation>(conversation: Conversation): Conversation {
  return JSON.parse(JSON.stringify(conversation)) as Conversation
}

/** Short conversations with every rare form that a kit knows: what a call costs at least counts too. */
function measureKit(format: FormatName, rounds: number): Row {
  const conversations = sampleConversations(format)
  const share = shareOf(
    () => conversations.map(({ messages, request }) => diagnose(messages, { format, request })),
    () => conversations.map((conversation) => JSON.stringify(conversation)),
    rounds,
  )
  return shareRow(`${format}: 200 short conversations of the test kit`, share, null)
}

/** What is no matter of one format. */
export function* measureCore(rounds: number): Generator<Row> {
  yield measureCache(rounds)
  yield measureDetection(rounds)
}

function measureCache(rounds: number): Row {
  const { messages, request } = plainConversation('anthropic-messages', 10_000)
  const options = { format: 'anthropic-messages', request } as const
  const cache = createVerdictCache()
  cache.diagnose(messages, options)
  const longer = [...messages.slice(0, -1), { role: 'user', content: 'One more.' }]
  const share = shareOf(
    () => cache.diagnose(longer, options),
    () => JSON.stringify({ ...request, messages }),
    rounds,
  )
  return shareRow('one turn appended, verdict cached', share, null)
}

/** Against parsing the body of the error. */
function measureDetection(rounds: number): Row {
  const body = JSON.stringify({
    type: 'error',
    error: {
      type: 'invalid_request_error',
      message: 'messages.4: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01',
    },
  })
  const repeat = (run: () => unknown) => (): void => {
    for (let index = 0; index < 500; index += 1) run()
  }
  const error = Object.assign(new Error(`400 ${body}`), { status: 400, error: JSON.parse(body) as unknown })
  const share = shareOf(
    repeat(() => detectError(error)),
    repeat(() => JSON.parse(body)),
    rounds,
  )
  return shareRow('detectError of an SDK error, beside JSON.parse of its body', share, null)
}
