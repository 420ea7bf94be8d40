/**
 * An agent that is killed at the worst moments, as a process of its own. It streams through the official SDK; the middleware keeps
 * conversation and turns. Arguments: base URL, store file, file of effects, `ask` | `recover`, where to wait for the end.
 */
import { appendFileSync } from 'node:fs'
import Anthropic from '@anthropic-ai/sdk'
import { createSessionRecoveryHook, createSqliteStore, recoverInterrupted, trackToolCall } from 'session-recovery'
import { sessionRecovery } from 'session-recovery/anthropic'

type Point = 'before effect' | 'after effect' | 'nowhere'

const [baseURL, file, effects, job, point] = process.argv.slice(2) as [string, string, string, 'ask' | 'recover', Point]
const sessionID = 'release'
const store = createSqliteStore(file)
const client = new Anthropic({
  apiKey: 'demo',
  baseURL,
  maxRetries: 0,
  middleware: [sessionRecovery({ store, session: sessionID })],
})

/** Tells the parent where it is, and goes no further. */
function waitToBeKilled(): Promise<never> {
  console.log('waiting')
  return new Promise(() => setInterval(() => {}, 1000))
}

/** `deploy` can be done once only; `check` as often as one likes. */
async function runTool(name: string): Promise<string> {
  const waits = name !== 'build' && job === 'ask'
  if (waits && point === 'before effect') return waitToBeKilled()
  appendFileSync(effects, `${name}\n`)
  if (waits && point === 'after effect') return waitToBeKilled()
  return `${name} is done`
}

async function converse(news: Anthropic.MessageParam[]): Promise<void> {
  for (let next = news; ;) {
    const stored = (await store.messages.load(sessionID))?.messages ?? []
    const messages = [...stored.map(({ raw }) => raw as Anthropic.MessageParam), ...next]
    const tools = ['build', 'check', 'deploy'].map((name) => ({ name, input_schema: { type: 'object' as const } }))
    const stream = client.messages.stream({ model: 'claude-opus-4-6', max_tokens: 1000, tools, messages })
    const { content } = await stream.finalMessage()
    const calls = content.filter((block) => block.type === 'tool_use')
    if (calls.length === 0)
      return console.log(content.map((block) => (block.type === 'text' ? block.text : '')).join(''))
    const results = calls.map(async ({ id, input, name }): Promise<Anthropic.ToolResultBlockParam> => {
      const call = { sessionID, callId: id, name, input, idempotent: name === 'check' }
      return { type: 'tool_result', tool_use_id: id, content: await trackToolCall(store, call, () => runTool(name)) }
    })
    next = [{ role: 'user', content: await Promise.all(results) }]
  }
}

if (job === 'ask') await converse([{ role: 'user', content: 'Release build 4711.' }])
else {
  const hook = createSessionRecoveryHook({ store, resume: () => converse([]) })
  for (const { calls, marker, outcome, partial } of await recoverInterrupted(hook, {
    store,
    runTool: ({ name }) => runTool(name),
  })) {
    const known = calls.map((call) => `${call.name}: ${call.known}`)
    console.log([outcome, ...known, ...(partial === undefined ? [] : ['what had arrived is kept'])].join('; '))
    if (marker !== undefined) console.log(marker)
  }
}
await store.close()
