import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assistant, text, user } from '../agents/claude-code/transcript.ts'
import { findBrowser } from '../find-browser.ts'
import { claudeHome, ids, missingResult, secret, storeClaude } from './claude-home.ts'
import { cli, emptyHome } from './run-cli.ts'

async function page(home: string, ...args: string[]): Promise<string> {
  await cli(['doctor', ...args, '--html', 'page.html'], { home })
  return readFileSync(join(home, 'page.html'), 'utf8')
}

test('the page loads something, runs something, or shows a secret', async () => {
  const { home } = claudeHome()
  const html = await page(home)
  expect(html).not.toMatch(/<script|<link|<img|<iframe|src=|href=|url\(|@import|javascript:|\son\w+=/i)
  expect(html).toContain("default-src 'none'")
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).not.toContain(secret)
  expect(html.trimEnd().endsWith('</html>')).toBe(true)
})

test('a text of the session breaks out of its element', async () => {
  const home = emptyHome()
  const nasty = `</pre></div><b class="x" onclick='y'>&amp;\u202Eevil\u0000`
  storeClaude(
    home,
    ids.missing,
    [
      user('u1', null, nasty),
      assistant('a1', 'u1', 'm1', { type: 'tool_use', id: `"><i>`, name: `<u>${nasty}`, input: { [nasty]: nasty } }, 0),
      user('u2', 'a1', 'go on'),
    ],
    { project: '-<s>' },
  )
  const html = await page(home)
  for (const raw of ['<b class', '<i>', '<u>', '<s>', '\u202E', '\u0000']) expect(html).not.toContain(raw)
  expect(html).toContain('&lt;/pre&gt;&lt;/div&gt;&lt;b class=&quot;x&quot;')
})

test('the broken place and its repair do not stand side by side, or healthy messages fill the page', async () => {
  const home = emptyHome()
  const talk = Array.from({ length: 40 }, (_, index) => [
    user(`p${index}`, index === 0 ? null : `q${index - 1}`, `question ${index}`),
    assistant(`q${index}`, `p${index}`, `m${index}`, text(`answer ${index}`), 0),
  ]).flat()
  const [first, ...rest] = missingResult()
  storeClaude(home, ids.missing, [...talk, { ...first!, parentUuid: 'q39' }, ...rest])
  const html = await page(home, 'bbbb0002')
  expect(html).toContain('>79 healthy messages<')
  expect(html).not.toContain('question 20')
  expect(html.match(/<div class="message broken">/g)?.length).toBeGreaterThan(0)
  expect(html).toMatch(
    /<div class="block added"><span class="kind">tool_result toolu_2<\/span><pre>\[session-recovery\]/,
  )
  expect(html.match(/<div class="block (?:faulty|removed)"><span class="kind">[^<]*/g)).toEqual([
    '<div class="block faulty"><span class="kind">tool_call Read toolu_2',
  ])
  expect(html).toContain('<b>tool_result_missing</b> a tool call without a result')
})

test('a message that a repair puts in stands beside another one, or for one that is there', async () => {
  const home = emptyHome()
  const call = { id: 'call_1', type: 'function', function: { name: 'Read', arguments: '{}' } }
  const messages = [
    { role: 'user', content: `Read${'!'.repeat(3997)}` },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'user', content: `go on${'.'.repeat(3995)}` },
  ]
  writeFileSync(join(home, 'list.json'), JSON.stringify(messages))
  const html = await page(home, 'list.json', '--as', 'openai-chat')
  const [before = '', after = ''] = html.split('<div class="message gone">nothing here</div>')
  expect(before).toContain('call_1')
  expect(before).toContain(`<pre>Read${'!'.repeat(3996)}… (4001 characters)</pre>`)
  expect(after).toMatch(/^<div class="message fixed"><span class="role">tool<\/span> <span class="place">new<\/span>/)
  expect(after).toContain('<div class="block added"><span class="kind">tool_result')
  expect(after).toContain(`<pre>go on${'.'.repeat(3995)}</pre>`)
})

test('two broken places hide the healthy messages between them, or their numbers are added up', async () => {
  const home = emptyHome()
  const ask = { role: 'user', content: 'Go on.' }
  const pairs = (count: number): object[] =>
    Array.from({ length: count }, () => [ask, { role: 'assistant', content: 'Done.' }]).flat()
  const broken = (id: string): object[] => [
    ask,
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'Read', arguments: '{}' } }],
    },
  ]
  const messages = [...pairs(3), ...broken('call_1'), ...pairs(5), ...broken('call_2'), ask]
  writeFileSync(join(home, 'list.json'), JSON.stringify(messages))
  const html = await page(home, 'list.json', '--as', 'openai-chat')
  expect(html.match(/\d+ healthy messages?/g)).toEqual(['5 healthy messages', '6 healthy messages'])
})

test('a page that could not be finished stands there as if it were one', async () => {
  const home = emptyHome()
  const { code } = await cli(['doctor', 'no-such-session', '--html', 'page.html'], { home })
  expect(code).toBe(2)
  expect(readdirSync(home)).toEqual([])
})

test('a browser does not show the page', async ({ skip }) => {
  const browser = findBrowser()
  skip(browser === undefined, 'there is no /usr/bin/chromium here: the page was not opened in a browser')
  const { home } = claudeHome()
  await page(home)
  const { status, stdout } = spawnSync(
    browser ?? '',
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--virtual-time-budget=2000',
      `--user-data-dir=${join(home, 'browser')}`,
      '--dump-dom',
      `file://${join(home, 'page.html')}`,
    ],
    { encoding: 'utf8', timeout: 50_000 },
  )
  expect(status).toBe(0)
  expect(stdout).toContain('<h3>Proposed repair</h3>')
  expect(stdout.match(/<section>/g)).toHaveLength(3)
})
