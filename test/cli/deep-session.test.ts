import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkSession } from '../../src/doctor/check/check-session.ts'
import { claudeHome, healthySession, storeClaude } from './claude-home.ts'
import { cli } from './run-cli.ts'

const id = 'eeee0005-0000-4000-8000-000000000005'

/** The input of its call is nested so deep; `JSON.stringify` could not even write it. */
function storeDeep(home: string, depth: number): void {
  const [first, asked, ...rest] = healthySession(id).map((line) => JSON.stringify(line))
  const deep = `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const lines = [first, asked!.replace(/"input":\{[^}]*\}/, () => `"input":${deep}`), ...rest]
  writeFileSync(storeClaude(home, id, healthySession(id)), `${lines.join('\n')}\n`)
}

test.for([600, 20_000])(
  'a session that is nested %i levels deep keeps the others from being looked at, or none of it can be salvaged',
  async (depth) => {
    const { home } = claudeHome()
    storeDeep(home, depth)
    const looked = await cli(['doctor', '--all', '--json'], { home })
    const { sessions } = JSON.parse(looked.stdout) as {
      readonly sessions: readonly { readonly id: string; readonly findings: readonly object[] }[]
    }
    expect(sessions).toHaveLength(5)
    expect(sessions.find((each) => each.id === id)?.findings).toMatchObject([
      { type: 'unreadable_session', detail: { code: 'too_deep' } },
    ])
    const because = 'the session cannot be opened: it is nested too deep'
    expect((await cli(['doctor', '--all'], { home })).stdout).toContain(because)
    expect((await cli(['doctor', '--format', 'sarif'], { home })).stdout).toContain(because)
    for (const args of [
      ['repair'],
      ['repair', '--all', '--apply'],
      ['explain', 'tool_result_missing', '--session', 'eeee0005'],
    ]) {
      const { stdout, stderr } = await cli(args, { home })
      expect(stdout + stderr).not.toContain('defect')
    }
    const { code, stdout } = await cli(['extract', 'eeee0005'], { home })
    expect([code, stdout.includes('Done.')]).toEqual([0, true])
    expect(stdout.includes('[nested too deep to be shown]')).toBe(depth === 20_000)
    expect((await cli(['extract', 'eeee0005', '--json'], { home })).stderr.includes('defect')).toBe(false)
  },
)

test('a row whose time is none ends a look', async () => {
  const ref = { agent: 'file', id: 'x', path: '/nowhere', sizeBytes: 0 } as const
  for (const [modifiedMs, said] of [
    [1e20, '+275760-09-13T00:00:00.000Z'],
    [-1e20, '-271821-04-20T00:00:00.000Z'],
  ] as const)
    expect((await checkSession({ ...ref, modifiedMs })).report.modifiedAt).toBe(said)
})
