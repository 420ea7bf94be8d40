import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { kill } from 'node:process'
import { expect, it, onTestFinished } from 'vitest'
import { agentSession, createSessionSupervisor, localProcess, tmuxSession } from '../../src/supervisor.ts'
import { createRandom } from '../../src/testing/provider/shared/random.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { offset } from '../seeds.ts'
import { sendSignal } from '../../src/supervisor/executors/end-process.ts'
import { eventually, isInstalled, localTmux, runs, trioSecrets, trioSpecs } from './programs.ts'

const script = join(import.meta.dirname, 'looked-after-process.ts')
const tmux = isInstalled('tmux', '-V') ? localTmux : undefined

interface Life {
  readonly child: ChildProcess
  readonly ended: Promise<unknown>
  said(): string
}

function supervisorProcess(folder: string, ledger: string): Life {
  const child = spawn(process.execPath, [script, folder, ledger, tmux ?? ''], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return { child, ended: new Promise((resolve) => child.once('exit', resolve)), said: () => text }
}

/** The programs that have ever started, by session. */
function startsIn(ledger: string): ReadonlyMap<string, readonly number[]> {
  const starts = new Map<string, number[]>()
  for (const line of existsSync(ledger) ? readFileSync(ledger, 'utf8').trim().split('\n') : []) {
    const [id = '', pid] = line.split(' ')
    starts.set(id, [...(starts.get(id) ?? []), Number(pid)])
  }
  return starts
}

/**
 * A supervisor that is killed so many times: every fourth when all its sessions run, the others at any moment of their life, also
 * before the first session is claimed, and between the start of a program and the note of it.
 */
export function supervisorKillCases(rounds: number): void {
  it(`killed ${rounds} times leaves a program that is lost or started twice, or a secret in a file`, async () => {
    const home = tempFolder()
    const folder = join(home, 'supervisor')
    const ledger = join(home, 'starts')
    const { next: random } = createRandom(offset)
    onTestFinished(() => {
      for (const pid of [...startsIn(ledger).values()].flat()) if (runs(pid)) sendSignal(pid, 'SIGKILL')
    })
    let upMs = 1_000
    let killedEarly = 0
    for (let round = 0; round < rounds; round += 1) {
      const life = supervisorProcess(folder, ledger)
      const from = performance.now()
      if (round % 4 === 0) {
        await eventually('all sessions run', () => life.said().includes('up'))
        upMs = performance.now() - from
      } else await new Promise((resolve) => setTimeout(resolve, random() * upMs * 1.2))
      if (!life.said().includes('up')) killedEarly += 1
      life.child.kill('SIGKILL')
      await life.ended
      expect(life.said()).not.toContain('host-error')
      for (const [id, pids] of startsIn(ledger)) expect([round, id, pids.length]).toEqual([round, id, 1])
    }
    // Most deaths are to happen on the way.
    expect(killedEarly).toBeGreaterThanOrEqual(Math.floor(rounds / 5))

    const supervisor = createSessionSupervisor({
      folder,
      executors: [
        localProcess({ output: 'discard' }),
        agentSession({ via: localProcess({ output: 'discard' }) }),
        ...(tmux ? [tmuxSession()] : []),
      ],
      backoff: { baseMs: 0 },
    })
    onTestFinished(async () => {
      const sockets = supervisor.snapshots().flatMap(({ address }) => address?.tmux?.socket ?? [])
      await supervisor.stop()
      for (const socket of sockets) spawnSync('tmux', ['-L', socket, 'kill-server'])
    })
    const adopted = new Map<string, number | undefined>()
    supervisor.on('adopted', ({ sessionID, pid }) => adopted.set(sessionID, pid))
    const specs = trioSpecs(ledger, tmux)
    await supervisor.start()
    for (const [id, spec] of specs) await supervisor.register(id, spec)
    const before = startsIn(ledger)
    expect(adopted).toEqual(new Map(specs.map(([id]) => [id, before.get(id)![0]])))

    // Each comes back, once, when it is killed after all.
    for (const pid of adopted.values()) kill(pid!, 'SIGKILL')
    await eventually('all are back', () => supervisor.statistics().outcomes.recovered === specs.length)
    for (const [, pids] of startsIn(ledger)) expect(pids.map(runs)).toEqual([false, true])
    await supervisor.stop()
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const text = readFileSync(path, 'utf8')
      for (const secret of trioSecrets) expect(text.includes(secret), `${secret} in ${path}`).toBe(false)
    }
  }, 900_000)
}
