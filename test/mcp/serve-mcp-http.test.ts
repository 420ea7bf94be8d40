import { request } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMemoryStore } from '../../src/index.ts'
import { createMcpServer, serveMcpHttp } from '../../src/mcp.ts'

describe('an MCP server over HTTP', () => {
  it.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ host: 'evil.example' }, 403],
    [{}, 401],
    [{ authorization: 'Bearer wrong' }, 401],
    [{ authorization: 'Bearer right' }, 200],
  ])('answers %j with another status than %i', async (headers, status) => {
    const store = createMemoryStore()
    const server = await serveMcpHttp(() => createMcpServer({ store }), { token: 'right' })
    onTestFinished(() => server.close())
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    })
    const answered = await new Promise<number>((resolve, reject) => {
      const sent = request(
        server.url,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        },
        (response) => resolve(response.resume().statusCode ?? 0),
      )
      sent.on('error', reject).end(body)
    })
    expect(answered).toBe(status)
  })

  it('says nothing of why it refuses, or of an error of its own', async () => {
    const errors: Error[] = []
    const fails = (): never => {
      throw new Error('no server today')
    }
    const server = await serveMcpHttp(fails, { token: 'right', onError: (error) => void errors.push(error) })
    onTestFinished(() => server.close())
    await expect(serveMcpHttp(fails, { port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    const ask = async (path: string, token: string): Promise<unknown> => {
      const url = new URL(path, server.url)
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: {} })
      const answer = await fetch(url, { method: 'POST', headers, body })
      return [answer.status, answer.headers.get('content-type'), await answer.json()]
    }
    const refusal = (message: string): object => ({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null })
    const json = 'application/json'
    expect(await ask('/mcp', 'wrong')).toEqual([401, json, refusal('A bearer token is demanded.')])
    expect(await ask('/other', 'right')).toEqual([404, json, refusal('MCP is at /mcp.')])
    expect(errors).toEqual([])
    expect(await ask('/mcp?a=b', 'right')).toMatchObject([500, json, {}])
    expect(errors).toMatchObject([{ message: 'no server today' }])
  })

  it.each(['//', '/mcp/', '/\\', '*', 'http://[', '/other?/mcp'])(
    'ends at a request for %s, or serves it',
    async (path) => {
      const server = await serveMcpHttp(() => expect.unreachable())
      onTestFinished(() => server.close())
      const status = await new Promise((resolve, reject) => {
        request({ port: server.port, host: '127.0.0.1', path }, (response) => resolve(response.resume().statusCode))
          .on('error', reject)
          .end()
      })
      expect(status).toBe(404)
    },
  )

  it.each(['127.0.0.1', 'localhost', '::1'])('demands a token at %s, or names another address', async (host) => {
    // A machine may have no IPv6.
    const server = await serveMcpHttp(() => createMcpServer(), { host }).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'EADDRNOTAVAIL') throw cause
    })
    if (server === undefined) return
    onTestFinished(() => server.close())
    expect(server.url).toBe(`http://${host === '::1' ? '[::1]' : host}:${server.port}/mcp`)
  })

  it.each([
    ['http://evil.test', 403],
    ['http://localhost:3000', 401],
    [undefined, 401],
  ])('at an address of others is asked by pages of them (%s)', async (origin, status) => {
    const server = await serveMcpHttp(() => expect.unreachable(), { host: '0.0.0.0', token: 'right' })
    onTestFinished(() => server.close())
    const headers = { authorization: 'Bearer wrong', ...(origin !== undefined && { origin }) }
    const answer = await fetch(`http://127.0.0.1:${server.port}/mcp`, { method: 'POST', headers, body: '{}' })
    expect(answer.status).toBe(status)
  })

  it('binds to an address of others without a token', async () => {
    await expect(serveMcpHttp(() => createMcpServer(), { host: '0.0.0.0' })).rejects.toThrow(/takes a token/)
  })
})
