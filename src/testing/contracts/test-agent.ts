import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AgentScene, type AgentUnderTest } from './agent-cases/agent-under-test.ts'
import { readCases } from './agent-cases/read-cases.ts'
import { writeCases } from './agent-cases/write-cases.ts'

/** A test for any runner: `run` rejects when the agent breaks the contract that the title names. */
export interface AgentTest {
  readonly title: string
  readonly run: () => Promise<void>
}

/**
 * The contract of an `Agent`, as tests. Titles are the failures that they exclude.
 *
 * @example
 * for (const { title, run } of testAgent(subject)) test(title, run)
 */
export function testAgent(subject: AgentUnderTest): AgentTest[] {
  const { agent } = subject
  return [...readCases, ...writeCases].map(({ title, run }) => ({
    title: `${agent.name}: ${title}`,
    async run() {
      const folders: string[] = []
      const scene = (): AgentScene => {
        const home = realpathSync(mkdtempSync(join(tmpdir(), 'session-recovery-agent-')))
        folders.push(home)
        const stored = subject.store(home)
        const ref = async (): ReturnType<AgentScene['ref']> => {
          for await (const found of agent.discover(stored.environment)) if (found.id === stored.id) return found
          return { agent: agent.name, id: stored.id, path: stored.path, sizeBytes: 0, modifiedMs: 0 }
        }
        return { ...stored, subject, backups: join(home, 'backups'), ref, open: async () => agent.open(await ref()) }
      }
      try {
        await run(subject, scene)
      } finally {
        for (const folder of folders) rmSync(folder, { recursive: true, force: true })
      }
    },
  }))
}
