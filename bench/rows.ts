import { repair } from '../src/repair/repair.ts'
import { createVerdictCache } from '../src/repair/create-verdict-cache.ts'
import { detectError } from '../src/repair/detect-error.ts'
import { diagnose } from '../src/repair/diagnose.ts'
import type { FormatName } from '../src/formats/format-name.ts'
import { formatNames } from '../src/formats/format-name.ts'
import { formatSamples } from './formats.ts'
import { type Row, time } from './measure.ts'
import { plainConversation } from './plain-conversation.ts'

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

/** All that is measured in one process, as shares of what JSON costs. */
export function* measureAll(rounds: number): Generator<Row> {
  for (const format of formatNames) yield* measureFormat(format, rounds)
  yield* measureKits(rounds)
  yield measureCache(rounds)
  yield measureDetection(rounds)
}

function* measureFormat(format: FormatName, rounds: number): Generator<Row> {
  const wanted = { ...targets, ...lenient[format] }
  yield measureHealthy(`${format}: healthy, 10,000 messages`, format, 10_000, false, rounds, wanted.long)
  yield measureHealthy(`${format}: healthy, 200 messages`, format, 200, false, rounds * 20, wanted.short)
  yield measureHealthy(`${format}: agent loop, 2,000 messages`, format, 2000, true, rounds * 3, wanted.loop)
  yield measureRepair(format, rounds, wanted.repair)
}

function measureHealthy(
  what: string,
  format: FormatName,
  count: number,
  loop: boolean,
  rounds: number,
  target: number,
): Row {
  const { messages, request } = plainConversation(format, count, { loop })
  const written = time(() => JSON.stringify({ ...request, messages }), rounds)
  return rowOf(what, time(() => diagnose(messages, { format, request }), rounds) / written, target)
}

/** Every 400th message is gone: calls without results, results without calls, turns that follow their own kind. */
function measureRepair(format: FormatName, rounds: number, target: number): Row {
  const { messages, request } = plainConversation(format, 10_000)
  const broken = messages.filter((_, index) => index % 400 !== 2)
  const { faults } = repair(broken, { format, request, allow: 'lossy' })
  const written = time(() => JSON.stringify({ ...request, messages: broken }), rounds)
  const repaired = time(() => repair(broken, { format, request, allow: 'lossy' }), rounds)
  return rowOf(`${format}: repair of ${faults.length} faults in 10,000 messages`, repaired / written, target)
}

/** Short conversations with every rare form that a kit knows: what a call costs at least counts too. */
function* measureKits(rounds: number): Generator<Row> {
  for (const { conversations, format } of formatSamples()) {
    const written = time(() => conversations.map((conversation) => JSON.stringify(conversation)), rounds)
    const checked = time(
      () => conversations.map(({ messages, request }) => diagnose(messages, { format, request })),
      rounds,
    )
    yield rowOf(`${format}: 200 short conversations of the test kit`, checked / written, null)
  }
}

function measureCache(rounds: number): Row {
  const { messages, request } = plainConversation('anthropic-messages', 10_000)
  const options = { format: 'anthropic-messages', request } as const
  const cache = createVerdictCache()
  cache.diagnose(messages, options)
  const written = time(() => JSON.stringify({ ...request, messages }), rounds)
  const longer = [...messages.slice(0, -1), { role: 'user', content: 'One more.' }]
  return rowOf('one turn appended, verdict cached', time(() => cache.diagnose(longer, options), rounds) / written, null)
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
  const many = 500
  const repeat = (run: () => unknown) => (): void => {
    for (let index = 0; index < many; index += 1) run()
  }
  const parsed = time(
    repeat(() => JSON.parse(body)),
    rounds,
  )
  const error = Object.assign(new Error(`400 ${body}`), { status: 400, error: JSON.parse(body) as unknown })
  return rowOf(
    'detectError of an SDK error, beside JSON.parse of its body',
    time(
      repeat(() => detectError(error)),
      rounds,
    ) / parsed,
    null,
  )
}

function rowOf(what: string, share: number, target: number | null): Row {
  return { what, share, value: `${(share * 100).toFixed(1)} %`, target }
}
