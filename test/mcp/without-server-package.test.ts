import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** A process in which only `@modelcontextprotocol/sdk` is installed. */
const program = `
import { registerHooks } from 'node:module'
registerHooks({
  resolve(specifier, context, next) {
    if (/^@modelcontextprotocol\\/(server|node)/.test(specifier))
      throw Object.assign(new Error("Cannot find package '" + specifier + "'"), { code: 'ERR_MODULE_NOT_FOUND' })
    return next(specifier, context)
  },
})
const { createMemoryStore } = await import(process.argv[1] + 'index.ts')
const { createEventStore, createStateHandles, createTaskStore } = await import(process.argv[1] + 'mcp-parts.ts')
const store = createMemoryStore()
const request = { method: 'tools/call', params: { name: 'answer' } }
const { status } = await createTaskStore(store).createTask({ ttl: 1000 }, 1, request)
const event = await createEventStore(store).storeEvent('stream', { jsonrpc: '2.0', method: 'x' })
const server = await import(process.argv[1] + 'mcp.ts').then(() => 'loaded', ({ code }) => code)
console.log(JSON.stringify([status, typeof event, typeof createStateHandles(store), server]))
process.exit(0)
`

test('stores of tasks, events and handles need the package of a server that their user does not have', () => {
  const sources = new URL('../../src/', import.meta.url).href
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program, sources], { encoding: 'utf8' })
  expect(JSON.parse(printed)).toEqual(['working', 'string', 'object', 'ERR_MODULE_NOT_FOUND'])
})
