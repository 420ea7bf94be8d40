/** The agent of the demo, as a process of its own that can be killed. Arguments: base URL, store file, prompt, `hang` | `run`. */
import { writeSync } from 'node:fs'
import Anthropic from '@anthropic-ai/sdk'
import { createSqliteStore } from 'session-recovery'
import { Agent } from '../../examples/agent-with-hook.ts'
import { printReport } from './print-report.ts'

const [baseURL, file, prompt, mode] = process.argv.slice(2) as [string, string, string, 'hang' | 'run']
const store = createSqliteStore(file)

/** Tells the parent that the tool is done, and waits to be killed before the result reaches the conversation. */
function waitToBeKilled(): void {
  writeSync(1, 'tool finished\n')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

const agent = new Agent({
  client: new Anthropic({ apiKey: 'demo', baseURL, maxRetries: 0 }),
  store,
  tools: { deploy: () => 'deployed build 4711 to production' },
  onReport: printReport,
  ...(mode === 'hang' && { afterTool: waitToBeKilled }),
})

console.log(`   answer: ${await agent.ask('demo', prompt)}`)
await store.close()
