import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createJournalStore } from '../../src/journal.ts'
import { createRecorder } from '../../src/proxy/recording/create-recorder.ts'
import { cli, type CliResult } from './run-cli.ts'

async function recordings(): Promise<{ folder: string; id: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'session-recovery-recordings-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
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
  expect((await run('list')).stdout).toMatch(new RegExp(`^${id}  \\S+  \\d+ records, [1-9]\\d+ bytes\n$`))
  expect((await run('show')).stdout).toMatch(/x1.*200.*\nx2.*400.*\n2 of 2 exchanges, 1 failed\.\n$/)
  const searched = JSON.parse((await run('search', id.slice(0, 12), '--text', 'STATUS 400', '--json')).stdout) as {
    exchanges: { id: string; snippets: { text: string }[] }[]
  }
  expect(searched).toMatchObject({ scanned: 2, skipped: { noBody: 0, binary: 0 }, next: null })
  expect(searched.exchanges.map((each) => each.id)).toEqual(['x2'])
  expect(searched.exchanges[0]!.snippets[0]!.text).toContain('status 400')
  expect((await run('search', '--text', 'said', '--limit', '1')).stdout).toMatch(
    /^x1 {2}200.*1 hits\n {2}response at 2: .*\n1 of 1 exchanges hold it\. --offset 1 goes on\.\n$/,
  )
  expect(await run('search')).toMatchObject({ code: 2 })
  const summary = (await run('show', '--summary')).stdout
  expect(summary).toMatch(
    /^Timeline.*\n {2}\d{4}-.* 2 exchanges, 1 failed, 0 repaired, \d+ bytes\nStatuses\n {2}200 {2}1\n/,
  )
  expect(summary).toMatch(/2 of 2 exchanges, 1 failed\.\n$/)
  expect((await run('show', '--exchange', 'x1')).stdout).toContain('status 200')
  const har = JSON.parse((await run('export', '--har')).stdout) as { log: { entries: unknown[] } }
  expect(har.log.entries).toHaveLength(2)
  expect((await run('export')).stdout.trim().split('\n')).toHaveLength(2)
  expect((await run('recover')).stdout).toMatch(/^clean/)
  const dry = await run('replay')
  expect(dry.stdout).toMatch(
    /x1 {2}would send POST https:\/\/api\.anthropic\.com\/v1\/messages[^?]*\n.*Nothing was sent/s,
  )
  expect(await run('replay', '--execute')).toMatchObject({ code: 2 })
  const asked: string[] = []
  const server = http.createServer((request, response) => {
    asked.push(request.url ?? '')
    request.resume().on('end', () => response.writeHead(asked.length === 1 ? 200 : 500).end('{}'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sent = await run('replay', '--execute', '--upstream', url)
  expect(sent.stdout).toMatch(/x1 {2}200 then, 200 now.*\nx2 {2}400 then, 500 now/)
  expect([sent.code, asked]).toEqual([1, ['/v1/messages', '/v1/messages']])
  expect(await run('show', 'nosuch')).toMatchObject({ code: 2 })
  expect(await run('burn')).toMatchObject({ code: 2 })
})
