import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { platform } from 'node:process'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findAgent } from '../../src/agents/index.ts'
import { tempFolder } from '../files/temp-folder.ts'

interface Scene {
  readonly program: string
  readonly agent: 'claude-code' | 'gemini-cli'
  readonly transcript: (home: string, folder: string) => string
}

const scenes: readonly Scene[] = [
  {
    program: 'claude',
    agent: 'claude-code',
    transcript: (home, folder) =>
      join(home, '.claude/projects', folder.replaceAll(/[^A-Za-z0-9]/g, '-'), '31d51775.jsonl'),
  },
  {
    program: 'gemini',
    agent: 'gemini-cli',
    transcript: (home, folder) =>
      join(home, '.gemini/tmp', createHash('sha256').update(folder).digest('hex'), 'chats/session-1.jsonl'),
  },
]

/** A program of this name that waits in a folder, as one whose tool is running does. */
async function waiting(home: string, program: string, folder: string): Promise<ChildProcess> {
  const script = join(home, `${program}.js`)
  writeFileSync(script, `console.log('up'); setInterval(() => {}, 1000)`)
  const child = spawn(process.execPath, [script], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  for await (const _ of child.stdout) break
  return child
}

function sceneOf({ transcript }: Scene): { home: string; folder: string; path: string } {
  const home = realpathSync(tempFolder())
  const folder = join(home, 'project')
  mkdirSync(folder)
  const path = transcript(home, folder)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '{}\n')
  return { home, folder, path }
}

function writtenAgo(path: string, ms: number): void {
  const then = new Date(Date.now() - ms)
  utimesSync(path, then, then)
}

async function isLive({ agent }: Scene, path: string): Promise<boolean> {
  const ref = { agent, id: 'x', path, project: '', sizeBytes: 3, modifiedMs: 0 }
  const project = agent === 'claude-code' ? dirname(path) : dirname(dirname(path))
  return (await findAgent(agent).live({ ...ref, project: project.split('/').at(-1)! }, 0)).live
}

describe.runIf(platform === 'linux').each(scenes)('$program', (scene) => {
  test('a program that waits for its tool counts as gone, or one that says it is in another session does not', async () => {
    const { folder, home, path } = sceneOf(scene)
    const child = await waiting(home, scene.program, folder)
    writeFileSync(path, '{}\n{}\n')
    expect(await isLive(scene, path)).toBe(true)
    const notes = join(home, '.claude/sessions')
    mkdirSync(notes, { recursive: true })
    writeFileSync(join(notes, `${child.pid}.json`), JSON.stringify({ pid: child.pid, sessionId: 'another' }))
    expect(await isLive(scene, path)).toBe(scene.agent === 'gemini-cli')
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
    expect(await isLive(scene, path)).toBe(false)
  })

  test('a program that was started after the crash blocks the repair of the session', async () => {
    const { folder, home, path } = sceneOf(scene)
    writtenAgo(path, 60_000)
    await waiting(home, scene.program, folder)
    expect(await isLive(scene, path)).toBe(false)
  })

  test('a program in another folder blocks the repair of the session', async () => {
    const { home, path } = sceneOf(scene)
    await waiting(home, scene.program, home)
    writeFileSync(path, '{}\n{}\n')
    expect(await isLive(scene, path)).toBe(false)
  })

  test('another program in the folder blocks the repair of the session', async () => {
    const { folder, home, path } = sceneOf(scene)
    await waiting(home, 'editor', folder)
    writeFileSync(path, '{}\n{}\n')
    expect(await isLive(scene, path)).toBe(false)
  })
})
