import { appendFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { healthySession, ids, missingResult, storeClaude } from './claude-home.ts'
import { cli, emptyHome, ended, saw, startCli } from './run-cli.ts'

test('a fault is not told when it is written, told twice, or Ctrl-C is no orderly end', async () => {
  const home = emptyHome()
  storeClaude(home, 'eeee0005-0000-4000-8000-000000000005', missingResult())
  const path = storeClaude(home, ids.healthy, healthySession())
  const running = startCli(['watch', '--debounce', '100'], { home })
  let stdout = ''
  running.stdout.on('data', (chunk: Buffer) => (stdout += String(chunk)))
  await saw(running, 'stderr', 'Watching')
  appendFileSync(path, '{"type":"us')
  await saw(running, 'stdout', 'repair aaaa0001')
  appendFileSync(path, '\n')
  // Told in a look that has met the longer file too.
  storeClaude(home, 'ffff0006-0000-4000-8000-000000000006', missingResult())
  await saw(running, 'stdout', 'ffff0006')
  storeClaude(home, ids.healthy, healthySession(), { modified: new Date() })
  await saw(running, 'stdout', 'healthy again')
  running.kill('SIGINT')
  expect(await ended(running)).toEqual({ code: 0, signal: null })
  expect(stdout).not.toContain('eeee0005')
  expect(stdout.match(/damaged_line/g)).toHaveLength(1)
})

test('a new session in a named folder is not seen, or JSON is not one object per line', async () => {
  const home = emptyHome()
  const folder = dirname(storeClaude(home, ids.healthy, healthySession()))
  const running = startCli(['watch', folder, '--json', '--debounce', '50'], { home: emptyHome() })
  await saw(running, 'stderr', 'Watching')
  storeClaude(home, ids.missing, missingResult())
  const line = (await saw(running, 'stdout', '\n')).split('\n')[0] ?? ''
  expect(JSON.parse(line)).toMatchObject({
    schema: 'session-recovery.watch/1',
    id: ids.missing,
    findings: [{ type: 'tool_result_missing' }],
  })
})

test('a home without agents is watched for ever', async () => {
  const { code, stderr } = await cli(['watch'], { home: emptyHome() })
  expect([code, stderr.includes('No agent has stored sessions here yet.')]).toEqual([2, true])
})
