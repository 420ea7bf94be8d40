/*
 * A server of 2025 whose tools are tasks, to be killed: node task-server.ts DATABASE PORT
 * Each request has a server of its own; whose tasks it sees says the bearer token. It prints its URL, then what was interrupted.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'
import { entryFile } from '../entry-file.ts'

const { createSqliteStore } = (await import(entryFile('index'))) as typeof import('../../src/index.ts')
const { createTaskStore } = (await import(entryFile('mcp-parts'))) as typeof import('../../src/mcp-parts.ts')

const [database = '', port = '0'] = process.argv.slice(2)
const store = createSqliteStore(database)
const interrupted = await createTaskStore(store).endInterrupted()

function serverFor(owner: string): McpServer {
  const taskStore = createTaskStore(store, { owner, pollMs: 20 })
  const capabilities = { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } }
  const server = new McpServer({ name: 'tasks', version: '1' }, { capabilities, taskStore })
  server.experimental.tasks.registerToolTask(
    'answer',
    { inputSchema: { afterMs: z.number() }, execution: { taskSupport: 'required' } },
    {
      async createTask({ afterMs }, extra) {
        const task = await extra.taskStore.createTask({ ttl: extra.taskRequestedTtl ?? null })
        const answer = { content: [{ type: 'text' as const, text: `answer after ${afterMs}` }] }
        // Cancelled in the meantime: the end stands.
        const end = (): void => void taskStore.storeTaskResult(task.taskId, 'completed', answer).catch(() => undefined)
        setTimeout(end, afterMs)
        return { task }
      },
      getTask: async (_args, extra) => extra.taskStore.getTask(extra.taskId),
      getTaskResult: async (_args, extra) =>
        (await extra.taskStore.getTaskResult(extra.taskId)) as { content: { type: 'text'; text: string }[] },
    },
  )
  return server
}

const http = createServer((request, response) => {
  const server = serverFor(request.headers.authorization ?? '')
  const transport = new StreamableHTTPServerTransport({})
  response.on('close', () => void server.close())
  // The old package's optional fields are not exact.
  void server
    .connect(transport as Parameters<McpServer['connect']>[0])
    .then(() => transport.handleRequest(request, response))
})
http.listen(Number(port), '127.0.0.1', () => {
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`
  process.stdout.write(`${JSON.stringify({ url, interrupted })}\n`)
})
