import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSqliteStore } from '../../src/index.ts'
import { cli, emptyHome } from './run-cli.ts'

const plain = JSON.stringify([{ role: 'user', content: 'hi' }])

/** What a file may hold that is named by mistake, and what is told of it. */
const mistaken: readonly (readonly [content: string | Buffer, told: string])[] = [
  ['', 'is empty.'],
  [' \n\n', 'is empty.'],
  [Buffer.from('fffe5b00', 'hex'), 'is text in UTF-16.'],
  [Buffer.from('feff005b', 'hex'), 'is text in UTF-16.'],
  [Buffer.from([0, 1, 2, 3]), 'is no text.'],
  [Buffer.from('\xff\xfb\x90', 'latin1'), 'is no text.'],
  ['[{"role":"user"', 'is JSON that breaks off or is damaged, and nothing tells the format of its messages.'],
  ['{"messages":', 'is JSON that breaks off or is damaged, and nothing tells the format of its messages.'],
  ['{"a":1}', 'holds no messages of a format that can be told.'],
  ['\uFEFF{"a":1}', 'holds no messages of a format that can be told.'],
  ['[]', 'holds no messages of a format that can be told.'],
  ['hello', 'holds no messages of a format that can be told.'],
  [plain, 'is no session of an agent, and the format of its messages is not certain.'],
  [`${' '.repeat(70_000)}é[`, 'is empty.'],
  [`${'é'.repeat(40_000)}`, 'holds no messages of a format that can be told.'],
  [`x${'é'.repeat(40_000)}`, 'holds no messages of a format that can be told.'],
]

test.each(mistaken)('a file that is no session is named without what it holds: row %#', async (content, told) => {
  const home = emptyHome()
  const path = join(home, 'given.json')
  writeFileSync(path, content)
  for (const command of ['doctor', 'repair', 'extract']) {
    const { code, stderr } = await cli([command, path], { home })
    expect([code, stderr.split('\n')[0]]).toEqual([2, `session-recovery: ${path} ${told}`])
    expect(stderr.split('\n')[1]).toMatch(/^[A-Z].{20,}$/)
  }
  const piped = await cli(['doctor', '-'], { home, input: Buffer.from(content).toString('latin1') })
  expect(piped.stderr).toMatch(/^session-recovery: Standard input /)
})

const call = [
  { role: 'user', content: [{ type: 'text', text: 'hi' }] },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'x', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'x' }] },
]

test('a store of ours is taken for a torn file of messages, and rewritten as one', async () => {
  const home = emptyHome()
  mkdirSync(join(home, 'stores'))
  const path = join(home, 'stores', 'sessions.db')
  const store = createSqliteStore(path)
  await store.messages.append(
    's1',
    call.map((raw) => ({ raw })),
  )
  await store.close?.()
  utimesSync(path, 1, 1)
  const bytes = readFileSync(path)
  for (const named of [['stores'], [path], [path, '--as', 'anthropic-messages']])
    await cli(['repair', ...named, '--apply', '--allow', 'lossy'], { home, cwd: home })
  expect(readFileSync(path).equals(bytes)).toBe(true)
  const { code, stderr } = await cli(['doctor', path], { home })
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('is a SQLite database, and of no agent that is known here.'),
  ])
  expect(stderr).toContain('session-recovery fleet --store FILE')
})

test('an archive of messages is rewritten as a file of messages', async () => {
  const home = emptyHome()
  const lines = call.map((each) => JSON.stringify(each)).join('\n')
  const path = join(home, 'given.jsonl')
  for (const head of [
    '\x1f\x8b\x08',
    '(\xb5/\xfd',
    'PK\x03\x04',
    `${'a'.repeat(257)}ustar\0`,
    `${'a'.repeat(257)}ustar  \0`,
  ]) {
    const bytes = Buffer.from(`${head}\0\n${lines}\n`, 'latin1')
    writeFileSync(path, bytes)
    utimesSync(path, 1, 1)
    for (const as of [[], ['--as', 'anthropic-messages']]) {
      const { code } = await cli(['repair', path, ...as, '--apply', '--allow', 'lossy'], { home })
      expect([head, code, readFileSync(path).equals(bytes)]).toEqual([head, 2, true])
    }
  }
})

test('a document that an error ends cannot be parsed', async () => {
  const home = emptyHome()
  const [good, bad] = [join(home, 'good.json'), join(home, 'bad.json')]
  writeFileSync(
    good,
    JSON.stringify({
      model: 'claude-opus-4-8',
      max_tokens: 1,
      system: 'x',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
    }),
  )
  writeFileSync(bad, plain)
  const message = `${bad} is no session of an agent, and the format of its messages is not certain.`
  for (const command of [
    ['doctor', '--json'],
    ['repair', '--json'],
    ['doctor', '--format', 'json'],
  ])
    for (const named of [[bad], [good, bad], [bad, good]]) {
      const { code, stdout, stderr } = await cli([...command, ...named], { home })
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
      expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'unreadable', message, remedy: expect.any(String) } })
      expect(JSON.parse(stdout)).not.toHaveProperty('summary')
    }
  const lines = await cli(['doctor', bad, '--format', 'jsonl'], { home })
  expect(JSON.parse(lines.stdout.trim().split('\n').at(-1)!)).toMatchObject({
    kind: 'error',
    code: 'unreadable',
    message,
  })
  const sarif = await cli(['doctor', bad, '--format', 'sarif'], { home })
  expect(JSON.parse(sarif.stdout)).toMatchObject({
    runs: [
      { invocations: [{ executionSuccessful: false, toolExecutionNotifications: [{ message: { text: message } }] }] },
    ],
  })
  const hidden = await cli(['doctor', bad, '--json', '--redact'], { home })
  expect((JSON.parse(hidden.stdout) as { error: unknown }).error).toEqual({ code: 'unreadable' })
  const piped = await cli(['doctor', '-', '--json'], { home, input: plain })
  expect(JSON.parse(piped.stdout)).toMatchObject({
    error: { message: expect.stringMatching(/^Standard input is no /) },
  })
})

test('a folder that was named and holds nothing is not named back', async () => {
  const home = emptyHome()
  mkdirSync(join(home, 'nothing'))
  for (const command of ['doctor', 'repair']) {
    const { code, stderr } = await cli([command, 'nothing'], { home, cwd: home })
    expect([code, stderr]).toEqual([0, expect.stringContaining(`Looked in ${join(home, 'nothing')} (no sessions)`)])
  }
})

test('a name that is no UTF-8 is told as a path to be checked', async () => {
  const home = emptyHome()
  const { code, stderr } = await cli(['doctor', '\uFFFD\uFFFD.json'], { home })
  expect([code, stderr]).toEqual([2, expect.stringContaining('Its name may not be UTF-8: pipe it in')])
  expect((await cli(['doctor', 'gone.json'], { home })).stderr).toContain('\nCheck the path.\n')
})

test('a conversation with the word ustar where that of a tar archive stands is taken for one', async () => {
  const home = emptyHome()
  const path = join(home, 'given.json')
  const before = '[{"role":"user","content":[{"type":"text","text":"'
  writeFileSync(path, `${before.padEnd(257, 'a')}ustar"}]}]`)
  const { code, stderr } = await cli(['doctor', path, '--as', 'anthropic-messages'], { home })
  expect([code, stderr]).toEqual([0, ''])
})
