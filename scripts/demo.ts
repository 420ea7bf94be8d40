/** `npm run demo`: a real agent loop on the official SDK against the local emulator, killed and broken in nine ways. Offline. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { type AnthropicEmulator, createAnthropicEmulator } from 'session-recovery/testing'
import { sessionRecovery } from 'session-recovery/anthropic'
import { type DemoFault, demoFaults } from './demo/faults.ts'
import { interruptions, showInterruption } from './demo/interrupted-turns.ts'
import { printReport } from './demo/print-report.ts'

const agentProcess = join(import.meta.dirname, 'demo', 'agent-process.ts')

/** Runs the agent in a process of its own; kills it when its tool is done, if asked to. Gives back how it ended. */
function runAgent(baseURL: string, file: string, prompt: string, mode: 'hang' | 'run'): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [agentProcess, baseURL, file, prompt, mode], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout.on('data', (chunk: Buffer) => {
      if (mode === 'hang' && chunk.includes('tool finished')) child.kill('SIGKILL')
      else process.stdout.write(chunk)
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(signal ?? `exit ${code ?? 0}`))
  })
}

async function killAndRecover(emulator: AnthropicEmulator, baseURL: string, folder: string): Promise<void> {
  const file = join(folder, 'sessions.db')
  console.log('1. A tool runs, and the process is killed before its result reaches the conversation')
  emulator.respondWith({ toolUse: [{ name: 'deploy', input: { build: 4711 } }] })
  console.log(`   process ended by ${await runAgent(baseURL, file, 'Deploy build 4711.', 'hang')}`)
  emulator.respondWith({ text: 'Build 4711 is live. I did not deploy it a second time.' })
  console.log('   the agent starts again on the stored conversation')
  const ended = await runAgent(baseURL, file, 'Is it done?', 'run')
  if (ended !== 'exit 0') throw new Error(`The agent did not recover: ${ended}`)
  if (!JSON.stringify(emulator.requests.at(-1)!.body).includes('deployed build 4711')) {
    throw new Error('The real output of the tool was not recovered.')
  }
}

async function showFault(
  fault: DemoFault,
  number: number,
  emulator: AnthropicEmulator,
  baseURL: string,
): Promise<void> {
  console.log(`\n${number}. ${fault.title}`)
  const request = { model: 'claude-opus-4-6', max_tokens: 500, messages: [...fault.messages] }
  const plain = new Anthropic({ apiKey: 'demo', baseURL, maxRetries: 0 })
  const refusal = await plain.messages.create(request).then(
    () => 'accepted (the fault is not shown)',
    (error: Error) => error.message,
  )
  console.log(`   without: ${refusal.slice(0, 130)}`)
  emulator.respondWith({ text: 'Going on.' })
  const client = new Anthropic({
    apiKey: 'demo',
    baseURL,
    maxRetries: 0,
    middleware: [sessionRecovery({ onRepair: printReport })],
  })
  const answer = await client.messages.create(request)
  console.log(`   answer: ${answer.content.map((block) => (block.type === 'text' ? block.text : '')).join('')}`)
}

/** The example is the story: an agent under a supervisor, killed twice, its session broken once. */
function showSupervisor(number: number): Promise<void> {
  console.log(
    `\n${number}. An agent under a supervisor is killed while it thinks, and killed in the middle of a tool call`,
  )
  const example = join(import.meta.dirname, '..', 'examples', 'supervise-agent.ts')
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [example], { stdio: ['ignore', 'pipe', 'inherit'] })
    child.stdout.on('data', (chunk: Buffer) => process.stdout.write(String(chunk).replaceAll(/^(?=.)/gm, '   ')))
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('The supervised agent did not finish.'))))
  })
}

const emulator = createAnthropicEmulator()
const server = await emulator.listen()
const folder = await mkdtemp(join(tmpdir(), 'session-recovery-demo-'))
try {
  await killAndRecover(emulator, server.url, folder)
  for (const [index, fault] of demoFaults.entries()) await showFault(fault, index + 2, emulator, server.url)
  for (const [index, interruption] of interruptions.entries())
    await showInterruption(interruption, demoFaults.length + index + 2, emulator, server.url, folder)
  await showSupervisor(demoFaults.length + interruptions.length + 2)
  console.log('\nAll nine sessions go on.')
} finally {
  await server.close()
  await rm(folder, { recursive: true, force: true })
}
