/**
 * A process of its own for the tests: asks through a real adapter and dies in the middle, or recovers what others left behind.
 * node recovering-process.ts FILE BASE_URL ask | recover
 */
import Anthropic from '@anthropic-ai/sdk'
import { entryFile } from '../entry-file.ts'

const { sessionRecovery } = (await import(entryFile('anthropic'))) as typeof import('../../src/anthropic.ts')
const { createSessionRecoveryHook, createSqliteStore, recoverInterrupted } = (await import(
  entryFile('index')
)) as typeof import('../../src/index.ts')

const [file = '', baseURL = '', job = ''] = process.argv.slice(2)
const store = createSqliteStore(file, { busyTimeoutMs: 20_000 })
const middleware = [sessionRecovery({ store, session: 's' })]
const client = new Anthropic({ apiKey: 'k', baseURL, maxRetries: 0, middleware })
const model = { model: 'claude-opus-4-6', max_tokens: 100 }

async function goOn(news: Anthropic.MessageParam[]): Promise<void> {
  const stored = (await store.messages.load('s'))?.messages ?? []
  const messages = [...stored.map(({ raw }) => raw as Anthropic.MessageParam), ...news]
  await client.messages.stream({ ...model, messages }).finalMessage()
}

if (job === 'ask') await goOn([{ role: 'user', content: 'Tell me.' }])
else {
  console.log('ready')
  // Both begin in the same moment, which the parent gives.
  await new Promise((resolve) => process.stdin.once('data', resolve))
  const hook = createSessionRecoveryHook({ store, resume: () => goOn([]) })
  console.log(JSON.stringify((await recoverInterrupted(hook, { store })).map(({ outcome }) => outcome)))
  process.stdin.destroy()
}
await store.close()
