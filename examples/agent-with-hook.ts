/**
 * An agent with its own loop on the official SDK, kept alive by the hook: conversation and tool calls live in a session store,
 * and when the provider refuses the history, the hook repairs the stored conversation and resumes the turn.
 *
 * Run: node examples/agent-with-hook.ts
 */
import Anthropic from '@anthropic-ai/sdk'
import {
  createMemoryStore,
  createSessionRecoveryHook,
  type MessageInfo,
  type RecoveryReport,
  type SessionRecoveryHook,
  type SessionStore,
  trackToolCall,
} from 'session-recovery'
import { createAnthropicEmulator } from 'session-recovery/testing'

/** A tool of the agent. */
export type Tool = (input: unknown) => Promise<string> | string

/** What an agent needs. */
export interface AgentOptions {
  readonly client: Anthropic
  readonly store: SessionStore
  readonly tools: Readonly<Record<string, Tool>>
  readonly onReport?: (report: RecoveryReport) => void
  /** Called between a tool's end and the message that carries its result: where a crash hurts most. */
  readonly afterTool?: () => void
}

/** A plain agent loop: ask, run the tools, answer, until the model has nothing left to do. */
export class Agent {
  readonly #options: AgentOptions
  readonly #hook: SessionRecoveryHook
  #answer = ''

  constructor(options: AgentOptions) {
    this.#options = options
    this.#hook = createSessionRecoveryHook({
      store: options.store,
      resume: async (sessionID) => {
        this.#answer = await this.#loop(sessionID)
      },
      notify: (report) => options.onReport?.(report),
    })
  }

  /** Answers one prompt of a person, over crashes and refusals. */
  async ask(sessionID: string, prompt: string): Promise<string> {
    await this.#append(sessionID, { role: 'user', content: prompt })
    try {
      return await this.#loop(sessionID)
    } catch (error) {
      const info: MessageInfo = { sessionID, role: 'assistant', error }
      if (await this.#hook.handleSessionRecovery(info)) return this.#answer
      throw error
    }
  }

  async #loop(sessionID: string): Promise<string> {
    const { client, tools } = this.#options
    for (;;) {
      const stored = await this.#options.store.messages.load(sessionID)
      const message = await client.messages.create({
        model: 'claude-opus-4-6',
        max_tokens: 1000,
        tools: Object.keys(tools).map((name) => ({ name, input_schema: { type: 'object' as const } })),
        messages: (stored?.messages ?? []).map(({ raw }) => raw as Anthropic.MessageParam),
      })
      const content = message.content as Anthropic.ContentBlockParam[]
      await this.#append(sessionID, { role: 'assistant', content })
      const results = await this.#runTools(sessionID, message.content)
      if (results.length === 0)
        return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
      await this.#append(sessionID, { role: 'user', content: results })
    }
  }

  async #runTools(sessionID: string, content: Anthropic.ContentBlock[]): Promise<Anthropic.ToolResultBlockParam[]> {
    const { afterTool, store, tools } = this.#options
    const results: Anthropic.ToolResultBlockParam[] = []
    for (const block of content) {
      if (block.type !== 'tool_use') continue
      const call = { sessionID, callId: block.id, name: block.name, input: block.input }
      const output = await trackToolCall(store, call, () => tools[block.name]!(block.input))
      afterTool?.()
      results.push({ type: 'tool_result', tool_use_id: block.id, content: output })
    }
    return results
  }

  async #append(sessionID: string, raw: Anthropic.MessageParam): Promise<void> {
    await this.#options.store.messages.append(sessionID, [{ raw }])
  }
}

if (import.meta.main) {
  const emulator = createAnthropicEmulator()
  const server = await emulator.listen()
  try {
    const client = new Anthropic({ apiKey: 'example', baseURL: server.url, maxRetries: 0 })
    const store = createMemoryStore()
    const tools = { read_file: () => 'the contents of notes.txt' }

    emulator.respondWith({ toolUse: [{ name: 'read_file', input: { path: 'notes.txt' } }] })
    const crash = (): never => {
      throw new Error('the process dies here')
    }
    const first = new Agent({ client, store, tools, afterTool: crash })
    await first.ask('example', 'Summarise notes.txt').catch((error: Error) => console.log(`1. ${error.message}`))

    emulator.respondWith({ text: 'The notes say what they say.' })
    const second = new Agent({
      client,
      store,
      tools,
      onReport: ({ detected, outcome, loss }) => console.log(`2. ${detected?.type}: ${outcome}, loss: ${loss}`),
    })
    const answer = await second.ask('example', 'Please go on.')
    console.log(`3. ${answer}`)
    if (!JSON.stringify(emulator.requests.at(-1)!.body).includes('the contents of notes.txt')) {
      throw new Error('The real output of the tool was lost.')
    }
  } finally {
    await server.close()
  }
}
