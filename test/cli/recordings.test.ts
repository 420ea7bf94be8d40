import { appendFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { identifyProcess } from '../../src/files/process-identity.ts'
import { createJournalStore } from '../../src/journal.ts'
import { createRecorder } from '../../src/proxy/recording/create-recorder.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { recordOf } from './record-of.ts'
import { cli, type CliResult } from './run-cli.ts'

async function recordings(): Promise<{ folder: string; id: string }> {
  const folder = tempFolder()
  const store = createJournalStore(folder)
  const recorder = createRecorder({ store })
  for (const status of [200, 400]) {
    const exchange = recorder.begin('POST', 'https://api.anthropic.com/v1/messages?key=k', [
      'Content-Type',
      'application/json',
    ])
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: `status ${status}` }] })
    exchange.request(body, body.length)
    exchange.answer(status, ['content-type', 'application/json'])
    exchange.chunk(Buffer.from(`{"said":"${status}"}`))
    exchange.end()
  }
  await recorder.close()
  await store.close()
  return { folder, id: recorder.recordingID }
}

test('recordings cannot be listed, searched, shown, exported, recovered, or replay sends without being told', async () => {
  const { folder, id } = await recordings()
  const run = (...args: string[]): Promise<CliResult> => cli(['recordings', ...args, '--dir', folder], { home: folder })
  mkdirSync(join(folder, 'foreign'))
  writeFileSync(join(folder, 'notes.txt'), 'no recording')
  const [listed] = (JSON.parse((await run('list', '--json')).stdout) as { recordings: object[] }).recordings
  expect(listed).toMatchObject({ sessionID: id, status: 'stopped', bytes: expect.any(Number) as number })
  expect((await run('list')).stdout).toMatch(new RegExp(`^${id}  \\S+  2 exchanges, [1-9]\\d+ bytes\n$`))
  expect((await run('show')).stdout).toMatch(/x1.*200.*\nx2.*400.*\n2 of 2 exchanges, 1 failed\.\n$/)
  const searched = JSON.parse((await run('search', id.slice(0, 12), '--text', 'STATUS 400', '--json')).stdout) as {
    exchanges: { id: string; snippets: { text: string }[] }[]
  }
  expect(searched).toMatchObject({ scanned: 2, skipped: { noBody: 0, binary: 0 }, next: null })
  expect(searched.exchanges.map((each) => each.id)).toEqual(['x2'])
  expect(searched.exchanges[0]!.snippets[0]!.text).toContain('status 400')
  expect((await run('search', '--text', 'said', '--limit', '1')).stdout).toMatch(
    /^x1 {2}200.*1 hit\n {2}response at 2: .*\nIt stands in 1 of 1 exchange\. --offset 1 goes on\.\n$/,
  )
  expect(await run('search')).toMatchObject({ code: 2 })
  const summary = (await run('show', '--summary')).stdout
  expect(summary).toMatch(
    /^Timeline.*\n {2}\d{4}-.* 2 exchanges, 1 failed, 0 repaired, \d+ bytes\nStatuses\n {2}200 {2}1\n/,
  )
  expect(summary).toMatch(/2 of 2 exchanges, 1 failed\.\n$/)
  expect(summary.match(/^\w+\n(?! )/m)).toBeNull()
  expect(JSON.parse((await run('show', '--exchange', 'x1')).stdout)).toMatchObject({ id: 'x1', status: 200 })
  const har = JSON.parse((await run('export', '--har')).stdout) as { log: { entries: unknown[] } }
  expect(har.log.entries).toHaveLength(2)
  expect((await run('export')).stdout.trim().split('\n')).toHaveLength(2)
  expect((await run('recover')).stdout).toMatch(/^clean/)
  const dry = await run('replay')
  expect(dry.stdout).toMatch(
    /x1 {2}would send POST https:\/\/api\.anthropic\.com\/v1\/messages[^?]*\n.*Nothing was sent/s,
  )
  expect(await run('replay', '--execute')).toMatchObject({ code: 2 })
  const asked: (readonly unknown[])[] = []
  const server = http.createServer((request, response) => {
    const { authorization, 'x-api-key': key, 'x-goog-api-key': googleKey } = request.headers
    asked.push([request.method, request.url, key, googleKey, authorization])
    request.resume().on('end', () => response.writeHead(asked.length === 1 ? 200 : 500).end('{}'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = { ANTHROPIC_API_KEY: 'ours', GEMINI_API_KEY: 'its', OPENAI_API_KEY: 'theirs' }
  const replay = ['recordings', 'replay', '--dir', folder, '--execute', '--upstream', url]
  const sent = await cli(replay, { home: folder, env })
  expect(sent.stdout).toMatch(/x1 {2}200 then, 200 now.*\nx2 {2}400 then, 500 now/)
  const one = ['POST', '/v1/messages', 'ours', 'its', 'Bearer theirs']
  expect([sent.code, asked]).toEqual([1, [one, one]])
  const told = await run('replay', '--execute', '--upstream', url, '--exchange', 'x2', '--json')
  expect(JSON.parse(told.stdout)).toMatchObject({
    executed: true,
    exchanges: [{ id: 'x2', was: 400, now: 500, body: '{}' }],
  })
  expect(asked.at(-1)).toEqual(['POST', '/v1/messages', undefined, undefined, undefined])
  expect(await run('show', 'nosuch')).toMatchObject({ code: 2 })
  expect(await run('burn')).toMatchObject({ code: 2 })
})

/** Two recordings: one of all that can happen to an exchange, and one that a small cap and a foreign record have made poor. */
async function mixedRecordings(home: string): Promise<readonly string[]> {
  const folder = join(home, '.session-recovery', 'recordings')
  const store = createJournalStore(folder)
  let clock = Date.UTC(2026, 10, 22)
  const now = (): number => (clock += 25_000)
  vi.spyOn(performance, 'now').mockReturnValue(0)
  const url = 'https://api.anthropic.com/v1/messages'
  const [rich, poor] = [createRecorder({ store, now }), createRecorder({ store, now, maxSize: 400 })]
  const repaired = rich.begin('POST', `${url}?key=k`, ['content-type', 'application/json'])
  repaired.request('{"messages":"a pear"}', 21)
  repaired.repaired('{"messages":"a whole pear"}')
  repaired.answer(200, ['content-type', 'application/json'])
  repaired.chunk(Buffer.from('{"said":"pear"}'))
  repaired.end()
  const refused = rich.begin('POST', url, [])
  refused.request('{"messages":[]}', 15)
  refused.answer(400, [])
  refused.chunk(Buffer.from('{"error":{"message":"messages: text content blocks must be non-empty"}}'))
  refused.end()
  const left = rich.begin('GET', 'https://api.anthropic.com/v1/models', [])
  left.end('client_gone')
  const coded = rich.begin('POST', url, [])
  coded.request(null, 99)
  coded.answer(200, ['content-encoding', 'br'])
  coded.end()
  for (let sent = 0; sent < 3; sent += 1) poor.begin('GET', url, []).end()
  await rich.close()
  await poor.close()
  await store.messages.append(poor.recordingID, [{ raw: { kind: 'of somebody else' } }])
  await store.close()
  vi.restoreAllMocks()
  appendFileSync(join(folder, poor.recordingID, 'records.ndjson'), '{"seq":9')
  return [rich.recordingID, poor.recordingID]
}

test('what is told of recordings is not what is on record', async () => {
  const home = tempFolder()
  const [rich = '', poor = ''] = await mixedRecordings(home)
  const of = (words: string, more: readonly string[]): string[] => more.map((each) => `${words} ${each}`.trim())
  const lines = [
    of('list', ['', '--json']),
    of(`show ${rich}`, [
      '',
      '--json',
      '--summary',
      '--exchange x1',
      '--exchange x9',
      '--limit 1',
      '--limit few',
      '--limit 0',
    ]),
    of(`show ${rich}`, ['--limit 1 --offset 1', '--limit 4', '--limit 1 --summary', '--status ok']),
    of(`show ${rich}`, ['--status error', '--path models', '--text PEAR']),
    of('show', [poor, `${poor} --json`, '', '2026', '20261122T000', '2025']),
    of(`search ${rich} --text`, ['pear', 'pear --json', 'pear --limit 1', 'pear --status error', 'pear --path models']),
    of(`search ${rich} --text`, ['nowhere', '"a pear" --offset 1']),
    of(`export ${rich}`, ['', '--limit 1', '--har --limit 1', '--status error']),
    of(`replay ${rich}`, ['', '--exchange x2', '--exchange x4', '--status error', '--execute']),
    of(`replay ${rich}`, ['--upstream http://127.0.0.1:1/base', '--exchange x2 --json']),
    of(`replay ${rich} --execute --upstream`, ['nowhere', 'http://127.0.0.1:1', 'http://127.0.0.1:1 --json']),
    of('recover', ['', `${rich} --json`, poor, '--dir .session-recovery/recordings', '--apply', '', '2', 'nosuch']),
    of('list', ['']),
  ].flatMap((some) => some.map((line) => `recordings ${line}`))
  const record = await recordOf(lines, home)
  const steady = record
    .replaceAll(rich, 'RICH')
    .replaceAll(poor, 'POOR')
    .replaceAll(/("updatedAt":)\d+,"bytes":\d+/g, '$1...')
    .replaceAll(/(?<=(?:RICH|POOR) {2})20\S+|(?<=exchanges?, )\d+(?= bytes\n)/g, '...')
  await expect(steady).toMatchFileSnapshot('./recorded/recordings.txt')
})

test.each([
  ['nobody', undefined, 'stopped'],
  ['this process', 'own', 'active'],
  ['a process of another machine', { host: 'elsewhere', bootId: 'b', pid: 7, startTime: '1' }, 'stopped'],
])(
  'a recording that %s writes is shown as another one, or takes another place on the disk',
  async (_, holder, status) => {
    const { folder, id } = await recordings()
    const place = join(folder, id)
    for (const name of readdirSync(place)) if (/^writer\.\d+\.json$/.test(name)) rmSync(join(place, name))
    const told = holder === 'own' ? await identifyProcess(process.pid) : holder
    if (told !== undefined) writeFileSync(join(place, 'writer.9.json'), `${JSON.stringify(told)}\n`)
    mkdirSync(join(place, 'quarantine'), { recursive: true })
    writeFileSync(join(place, 'quarantine', 'kept'), 'bytes')
    const files = readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const bytes = files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
    const { stdout } = await cli(['recordings', 'list', '--dir', folder, '--json'], { home: folder })
    expect(JSON.parse(stdout)).toMatchObject({ recordings: [{ sessionID: id, status, bytes }] })
    const line = (await cli(['recordings', 'list', '--dir', folder], { home: folder })).stdout
    expect(line.endsWith(`, ${bytes} bytes${status === 'active' ? ', being written' : ''}\n`)).toBe(true)
  },
)
