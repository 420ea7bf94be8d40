/**
 * An agent of Mastra: reasoning that another account has signed is refused without the processor, and sent again without it.
 *
 * Run: npm install @mastra/core, then node examples/mastra.ts
 */
import { createAnthropic } from '@ai-sdk/anthropic'
import { sessionRecovery } from 'session-recovery/mastra'
import { createAnthropicEmulator } from 'session-recovery/testing'

interface MastraAgent {
  generate(messages: unknown, options: object): Promise<{ text: string }>
}

/** No dependency of this project: it brings 150 packages. */
const name = '@mastra/core/agent'
const mastra: { Agent: new (options: object) => MastraAgent } | null = await import(name).catch(() => null)

if (mastra === null) console.log('skipped: @mastra/core is not installed')
else {
  const emulator = createAnthropicEmulator()
  const server = await emulator.listen()
  const recovery = sessionRecovery({
    onRepair: ({ outcome, detected }) => console.log(`${outcome}: ${detected?.type}`),
  })
  const agent = new mastra.Agent({
    id: 'example',
    name: 'example',
    instructions: 'Help.',
    model: createAnthropic({ apiKey: 'example', baseURL: `${server.url}/v1` })('claude-opus-4-6'),
    inputProcessors: [recovery],
    errorProcessors: [recovery],
    maxProcessorRetries: 3,
  })
  const foreign = { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 'bm90IG91cnM=' } } }
  try {
    const { text } = await agent.generate(
      [
        { role: 'user', content: 'Think.' },
        { role: 'assistant', content: [foreign, { type: 'text', text: 'I have thought.' }] },
        { role: 'user', content: 'Go on.' },
      ],
      { providerOptions: { anthropic: { thinking: { type: 'adaptive' } } } },
    )
    const statuses = emulator.requests.map(({ status }) => status).join(', then ')
    console.log(`${statuses}: ${text}`)
    if (statuses !== '400, then 200') throw new Error('Expected one refusal and one repair.')
  } finally {
    await server.close()
  }
}
