import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createMcpServer } from '../../src/mcp.ts'
import { McpSessionLostError, reconnectingClient } from '../../src/mcp-parts.ts'
import { tools } from '../../src/mcp/tools/index.ts'
import { commandFile, serve } from '../cli/run-cli.ts'

const identity = { name: 'test', version: '1' }

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'session-recovery-mcp-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

/** What both generations of the client have. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string; annotations?: unknown }[] }>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
  close(): Promise<void>
}

interface Answer {
  readonly isError?: boolean
  readonly content: readonly { readonly text: string }[]
  readonly structuredContent: Readonly<Record<string, unknown>>
}

const call = async (client: AnyClient, name: string, args: Record<string, unknown> = {}): Promise<Answer> =>
  (await client.callTool({ name, arguments: args })) as Answer

const env = (): Record<string, string> => {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME: home, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
}
const command = (): { command: string; args: string[]; env: Record<string, string>; cwd: string } => ({
  command: process.execPath,
  args: [commandFile, 'mcp'],
  env: env(),
  cwd: home,
})

async function startHttp(port = '0'): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [commandFile, 'mcp', '--http', port], {
    env: env(),
    cwd: home,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  return { url: line.toString().trim(), child }
}

/** Where nobody is killed: inside the test, in a fraction of the time. */
const serveHttp = (port = '0'): Promise<string> => serve(['mcp', '--http', port], { home }).said(/(http:\S+)/)

const generations: readonly (readonly [string, (url?: string) => Promise<AnyClient>])[] = [
  [
    'the current client',
    async (url) => {
      const client = new Client(identity)
      await client.connect(
        url === undefined ? new StdioClientTransport(command()) : new StreamableHTTPClientTransport(new URL(url)),
      )
      return client as AnyClient
    },
  ],
  [
    'a client of 2025',
    async (url) => {
      const client = new OldClient(identity)
      // The old package's optional fields are not exact.
      const transport = url === undefined ? new OldStdioTransport(command()) : new OldHttpTransport(new URL(url))
      await client.connect(transport as Parameters<OldClient['connect']>[0])
      return client as AnyClient
    },
  ],
]

describe.each(generations)('%s', (_name, connect) => {
  it('does not get the tools, their hints, or an answer on stdio, or loses its state when both are started again', async () => {
    const client = await connect()
    const listed = (await client.listTools()).tools
    expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
    const hintsOf = (name: string): unknown => listed.find((tool) => tool.name === name)?.annotations
    expect(hintsOf('session_doctor')).toMatchObject({
      readOnlyHint: true,
      destructiveHint: false,
      openWorldHint: false,
    })
    expect(hintsOf('session_repair')).toMatchObject({ readOnlyHint: false, destructiveHint: true })
    const explained = await call(client, 'session_explain', {
      error: 'messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1',
    })
    expect(explained.structuredContent).toMatchObject({ type: 'tool_result_missing' })
    expect(explained.content[0]!.text).toContain('More: session-recovery explain tool_result_missing')
    expect((await call(client, 'session_doctor')).structuredContent).toMatchObject({ counts: { broken: 0 } })
    expect((await call(client, 'proxy_session_recover')).structuredContent).toMatchObject({ recovered: [] })

    const saved = await call(client, 'save_session_state', { state_key: 'plan', state_data: { step: 3 } })
    await call(client, 'save_session_state', { state_key: 'none', state_data: null })
    expect((await call(client, 'load_session_state', { state_key: 'plan' })).structuredContent).toMatchObject({
      value: { step: 3 },
    })
    await client.close()
    const second = await connect()
    onTestFinished(() => second.close())
    const without = await call(second, 'load_session_state', { state_key: 'plan' })
    expect(without).toMatchObject({ isError: true, structuredContent: { error: { code: 'no_handle' } } })
    const { handle } = saved.structuredContent as { handle: string }
    expect((await call(second, 'load_session_state', { state_key: 'plan', handle })).structuredContent).toMatchObject({
      found: true,
      value: { step: 3 },
    })
    expect((await call(second, 'load_session_state', { state_key: 'none' })).structuredContent).toMatchObject({
      found: true,
      value: null,
    })
    expect((await call(second, 'list_session_states')).structuredContent).toMatchObject({
      states: [{ state_key: 'none' }, { state_key: 'plan' }],
    })
    expect(await call(second, 'clear_session_state', {})).toMatchObject({ isError: true })
    expect(await call(second, 'clear_session_state', { key: 'plan', confirm: true })).toMatchObject({ isError: true })
    expect((await call(second, 'clear_session_state', { confirm: true })).structuredContent).toEqual({ cleared: 2 })
    expect((await call(second, 'load_session_state', { state_key: 'plan' })).structuredContent).toMatchObject({
      found: false,
      why: 'absent',
    })
  })

  it('cannot go on over HTTP when the server is killed in the middle of a call', async () => {
    const { url, child } = await startHttp()
    let calls = 0
    const client = reconnectingClient(() => connect(url))
    onTestFinished(() => client.close())
    const saved = await client.use((now) => call(now, 'save_session_state', { state_key: 'k', state_data: 1 }))
    const { handle } = saved.structuredContent as { handle: string }
    // Its connections end before its port is free.
    const gone = once(child, 'exit')
    const interrupted = client.use((now) => {
      calls += 1
      child.kill('SIGKILL')
      return call(now, 'load_session_state', { state_key: 'k', handle })
    })
    await expect(interrupted).rejects.toBeInstanceOf(McpSessionLostError)
    await gone
    expect(await serveHttp(new URL(url).port)).toBe(url)
    const loaded = await client.use((now) => call(now, 'load_session_state', { state_key: 'k', handle }))
    expect(loaded.structuredContent).toMatchObject({ found: true, value: 1 })
    expect(calls).toBe(1)
  })
})

describe('the MCP server', () => {
  it('crashes, or keeps silent, about a session that does not exist or arguments that do not fit', async () => {
    const [, connect] = generations[0]!
    const client = await connect(await serveHttp())
    onTestFinished(() => client.close())
    const missing = await call(client, 'session_repair', { session: 'nosuch' })
    expect(missing).toMatchObject({
      isError: true,
      structuredContent: { status: 'error', error: { code: 'not_found' } },
    })
    expect(missing.content[0]!.text).toMatch(/nosuch.*session-recovery doctor/s)
    const claimed = await call(client, 'session_claim', { session_id: 's1', owner: 'me' })
    expect(claimed.structuredContent).toMatchObject({ ok: false, why: 'not_found' })
    const refused = await call(client, 'save_session_state', { state_key: '' }).catch((error: unknown) => error)
    expect(refused).toSatisfy((value: Answer | Error) => value instanceof Error || value.isError === true)
    expect((await client.listTools()).tools.length).toBeGreaterThan(10)
  })

  it('leaves a request that is no message without an answer on stdio, ends at a long one, or outlives a signal', async () => {
    const { env: own, cwd, args } = command()
    const child = spawn(process.execPath, args, { env: own, cwd, stdio: ['pipe', 'pipe', 'pipe'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const ping = (id: number): object => ({ jsonrpc: '2.0', id, method: 'ping' })
    const params = { name: 'save_session_state', arguments: { state_key: 'k', state_data: 'x'.repeat(11_000_000) } }
    const initialize = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: identity }
    const lines = [
      { jsonrpc: '2.0', id: 0, method: 'initialize', params: initialize },
      { id: 1, method: 'ping' },
      [ping(2), ping(3)],
      { method: 'tools/call', params, jsonrpc: '2.0', id: 4 },
    ].map((each) => JSON.stringify(each))
    child.stdin.write(`${[...lines, '{"torn', JSON.stringify(ping(5))].join('\n')}\n`)
    const answers: unknown[] = []
    let text = ''
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk) => {
        text += String(chunk)
        if (text.includes('"id":5')) resolve()
      })
    })
    for (const line of text.trim().split('\n')) {
      const { id, error } = JSON.parse(line) as { id: unknown; error?: { code: number } }
      answers.push([id, error?.code ?? 'answered'])
    }
    expect(answers.map(String).sort()).toEqual(
      [
        [null, -32_700],
        [0, 'answered'],
        [1, -32_600],
        [2, 'answered'],
        [3, 'answered'],
        [4, -32_600],
        [5, 'answered'],
      ]
        .map(String)
        .sort(),
    )
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('offers a tool that was left out, or takes a name that is none', () => {
    expect(() => createMcpServer({ tools: ['nosuch' as 'session_list'] })).toThrow(
      /Invalid option tools: nosuch\. It takes a list of: .*session_list/,
    )
  })
})
