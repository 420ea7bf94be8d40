/**
 * A supervised agent: killed while it thinks, killed in the middle of a tool call (which breaks its session), and done in the end.
 *
 * Run: node examples/supervise-agent.ts
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { repair } from 'session-recovery'
import { createSessionSupervisor, localProcess, type SessionExecutor } from 'session-recovery/supervisor'
import { createAnthropicEmulator } from 'session-recovery/testing'

/** The agent: a loop of model and tool, whose conversation is a file. It knows nothing of its supervisor. */
async function agent(file: string, baseURL: string): Promise<void> {
  const messages: Anthropic.MessageParam[] = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Anthropic.MessageParam[])
    : [{ role: 'user', content: 'Build the project and tell me when it is done.' }]
  const client = new Anthropic({ apiKey: 'example', baseURL, maxRetries: 0 })
  for (;;) {
    console.log('asks the model')
    await new Promise((resolve) => setTimeout(resolve, 200))
    const tools: Anthropic.Tool[] = [{ name: 'build', input_schema: { type: 'object' } }]
    const answer = await client.messages.create({ model: 'claude-opus-4-6', max_tokens: 500, tools, messages })
    messages.push({ role: 'assistant', content: answer.content })
    writeFileSync(file, JSON.stringify(messages))
    const call = answer.content.find((block) => block.type === 'tool_use')
    if (!call) return console.log(answer.content.map((block) => (block.type === 'text' ? block.text : '')).join(''))
    console.log('runs the tool')
    await new Promise((resolve) => setTimeout(resolve, 200))
    messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: 'built' }] })
    writeFileSync(file, JSON.stringify(messages))
  }
}

/** Runs the agent, kills it where a text of `killAt` appears, and repairs its conversation before it starts again. */
function agentExecutor(file: string, killAt: string[]): SessionExecutor {
  const processes = localProcess()
  return {
    ...processes,
    async start(context) {
      const session = await processes.start(context)
      session.onOutput((text) => {
        process.stdout.write(text.replaceAll(/^(?=.)/gm, '  agent: '))
        if (killAt[0] === undefined || !text.includes(killAt[0])) return
        killAt.shift()
        void session.signal('SIGKILL')
      })
      return session
    },
    async repair() {
      if (!existsSync(file)) return { status: 'not_found', says: 'there is no conversation yet' }
      const stored = JSON.parse(readFileSync(file, 'utf8')) as unknown[]
      const { changed, messages, faults, ok } = repair(stored, { format: 'anthropic-messages', purpose: 'resumed' })
      if (!changed) return { status: 'healthy', says: 'the conversation is healthy' }
      writeFileSync(file, JSON.stringify(messages))
      const says = faults.map(({ type }) => type).join(', ')
      return { status: ok ? 'repaired' : 'partly', says, turns: messages.length }
    },
  }
}

async function main(): Promise<void> {
  const emulator = createAnthropicEmulator()
  const server = await emulator.listen()
  emulator.respondWith({ toolUse: [{ name: 'build', input: {} }] })
  emulator.respondWith({ text: 'The build was interrupted; I have looked, and it is complete.' })
  const folder = mkdtempSync(join(tmpdir(), 'session-recovery-supervise-'))
  const file = join(folder, 'conversation.json')
  try {
    await using supervisor = createSessionSupervisor({
      folder: join(folder, 'supervisor'),
      executors: [agentExecutor(file, ['asks the model', 'runs the tool'])],
      backoff: { baseMs: 100 },
    })
    supervisor.on('ended', ({ exit, orderly }) => {
      console.log(orderly ? 'the agent is done' : `the agent ended by ${exit.signal ?? `exit ${exit.code}`}`)
    })
    supervisor.on('recovery-ended', ({ outcome, strategy, repair: repaired }) => {
      console.log(`${outcome} by ${strategy}; the session: ${repaired?.says}`)
    })
    const done = new Promise<void>((resolve, reject) => {
      supervisor.on('ended', ({ orderly }) => orderly && resolve())
      supervisor.on('parked', ({ next }) => reject(new Error(`The agent did not come back: ${next}`)))
    })
    await supervisor.start()
    await supervisor.register('agent', { command: [process.execPath, import.meta.filename, file, server.url] })
    await done
    const { attempts, outcomes, medianRecoveryMs, turnsRestored } = supervisor.statistics()
    console.log(
      `${outcomes.recovered} of ${attempts} recoveries worked, in ${Math.round(medianRecoveryMs)} ms (median);`,
      `${turnsRestored} turns restored`,
    )
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const [file, baseURL] = process.argv.slice(2)
await (file !== undefined && baseURL !== undefined ? agent(file, baseURL) : main())
