import { appendFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { claudeCode } from '../../src/agents/claude-code/claude-code.ts'
import { assistant, call, user } from '../agents/claude-code/transcript.ts'
import { healthySession, ids, missingResult, storeClaude } from './claude-home.ts'
import { cli, emptyHome, serve } from './run-cli.ts'

const marker = 'ffff0006-0000-4000-8000-000000000006'

test('a fault is not told when it is written, told twice, or the end is no orderly one', async () => {
  const home = emptyHome()
  storeClaude(home, 'eeee0005-0000-4000-8000-000000000005', missingResult())
  const path = storeClaude(home, ids.healthy, healthySession())
  const look = vi.spyOn(claudeCode, 'discover')
  onTestFinished(() => look.mockRestore())
  const running = serve(['watch', '--debounce', '50'], { home })
  await running.said(/Watching .*\.claude\/projects\. Ctrl-C ends it\./)
  await setTimeout(20)
  // Without a change it rests.
  expect(look).toHaveBeenCalledTimes(1)
  appendFileSync(path, '{"type":"us')
  await running.said(/next: .*repair aaaa0001/)
  appendFileSync(path, '\n')
  // Told in a look that has met the longer file too, and a new session in which nothing is wrong.
  storeClaude(home, 'dddd0004-0000-4000-8000-000000000004', healthySession('dddd0004-0000-4000-8000-000000000004'))
  storeClaude(home, marker, missingResult())
  await running.said(/repair ffff0006/)
  storeClaude(home, ids.healthy, healthySession(), { modified: new Date() })
  await running.said(/healthy again/)
  const { code, stdout } = await running.stop()
  expect(code).toBe(0)
  expect(stdout.replaceAll(/^\d\d:\d\d:\d\d/gm, 'T').replaceAll(home, '~')).toMatchInlineSnapshot(`
    "T  damaged_line  claude-code aaaa0001 -home-ada-app, line 5: bytes that are no record
    T  next: session-recovery repair aaaa0001
    T  tool_result_missing  claude-code ffff0006 -home-ada-app, message 1, block 1, line 3: a tool call without a result
    T  next: session-recovery repair ffff0006
    T  healthy again  claude-code aaaa0001 -home-ada-app
    "
  `)
})

test('a session that is written without end keeps the others from being looked at', async () => {
  const home = emptyHome()
  const busy = storeClaude(home, ids.healthy, healthySession())
  const running = serve(['watch', '--debounce', '80'], { home })
  await running.said(/Ctrl-C ends it/)
  storeClaude(home, marker, missingResult())
  const writing = setInterval(() => appendFileSync(busy, '\n'), 2)
  try {
    await running.said(/repair ffff0006/)
  } finally {
    clearInterval(writing)
  }
  expect(await running.stop()).toMatchObject({ code: 0 })
})

test.each([
  [4, undefined],
  [7, '  and 3 more'],
])(
  'with %i and one calls without a result more are told than a person reads, or no number of the others',
  async (count, more) => {
    const home = emptyHome()
    const path = storeClaude(home, marker, healthySession())
    const running = serve(['watch', path, '--debounce', '50', '--redact'], { home })
    await running.said(/Watching /)
    const calls = Array.from({ length: count }, (_, at) =>
      assistant(`a${at}`, at === 0 ? 'u1' : `a${at - 1}`, 'm', call(`t${at}`), at),
    )
    storeClaude(home, marker, [
      user('u1', null, 'go'),
      ...calls,
      user('u2', `a${count - 1}`, 'on'),
      assistant('b', 'u2', 'n', call('t9'), 0),
    ])
    await running.said(/next: /)
    const { stdout } = await running.stop()
    const told = stdout
      .replaceAll(/^\d\d:\d\d:\d\d/gm, 'T')
      .replaceAll(/#[0-9a-f]{8}/g, '#')
      .split('\n')
    const lineOf = (block: number): string =>
      `T  tool_result_missing  claude-code #, message 1, block ${block}, line ${block + 2}: a tool call without a result`
    expect(told.slice(0, 4)).toEqual([0, 1, 2, 3].map(lineOf))
    expect(told.slice(5)).toEqual([
      ...(more === undefined ? [] : [`T${more}`]),
      'T  next: session-recovery repair #',
      '',
    ])
  },
)

test('a new session in a named folder is not seen, or JSON is not one object per line', async () => {
  const home = emptyHome()
  const folder = dirname(storeClaude(home, ids.healthy, healthySession()))
  const running = serve(['watch', folder, '--json', '--debounce', '50'], { home: emptyHome() })
  await running.said(/Watching /)
  storeClaude(home, ids.missing, missingResult())
  const line = await running.said(/^(\{.*\})\n/m)
  expect(JSON.parse(line)).toMatchObject({
    schema: 'session-recovery.watch/1',
    at: expect.stringMatching(/^20.*Z$/) as string,
    id: ids.missing,
    findings: [{ type: 'tool_result_missing' }],
  })
})

test.each([
  [[], 'No agent has stored sessions here yet.'],
  [['--agent', 'codex'], 'No agent has stored sessions here yet.'],
  [['.claude', 'nosuch'], 'There is no HOME/nosuch.'],
])('with %j nothing is watched for ever', async (args, message) => {
  const home = emptyHome()
  storeClaude(home, ids.healthy, healthySession())
  const at = args.length === 0 ? emptyHome() : home
  const { code, stdout, stderr } = await cli(['watch', ...args], { home: at })
  expect([code, stdout, stderr.split('\n')[0]]).toEqual([2, '', `session-recovery: ${message.replace('HOME', home)}`])
  expect(stderr.split('\n').length).toBeGreaterThan(2)
})
