import { describe, expect, test } from 'vitest'
import { partsOf, places } from '../../src/testing.ts'
import { onWire } from '../../src/testing/provider/bedrock-converse/transcript.ts'
import { isTurn, searched } from '../seeds.ts'
import { agentsClient } from './clients/agents-client.ts'
import { frameworkClients } from './clients/framework-clients.ts'
import { officialClients } from './clients/official-clients.ts'
import { refusedDamages } from './clients/refused-damages.ts'
import { serve } from './clients/serve.ts'

const clients = [...officialClients, ...frameworkClients, agentsClient]

// By position, for a title that takes a field is cut.
describe.each(clients.map((client, number) => [client.name, client, number] as const))(
  '%s',
  (_name, client, number) => {
    test.each([...places.slice(0, 3).entries()].map(([at, place]) => [place, at] as const))(
      'is refused for a damage at the %s place that a repair can mend',
      async (place, at) => {
        // Each kind at one of the places; by turns of every ninth framework, of which many stand over one provider.
        const isOfficial = number < officialClients.length
        const isTaken = (index: number): boolean =>
          index % 3 === at && (isOfficial || isTurn(Math.floor(index / 3) + number, 9))
        expect(await refusedDamages(client, place, isTaken)).toEqual([])
      },
    )
  },
)

// What a framework makes of its messages is its own affair, and a provider may refuse what another one has made.
describe.each(officialClients.map((client) => [client.name, client] as const))('%s', (_name, client) => {
  const { kit, send, suits } = client
  test('sends a healthy conversation otherwise than it is, or more than once', async () => {
    const { emulator, url } = await serve(client)
    const healthy = searched(12).map((seed) => kit.generate({ seed, turns: 2 }))
    const suited = healthy.filter((transcript) => suits?.(transcript as never) !== false).slice(0, 3)
    expect(suited.length).toBeGreaterThan(0)
    for (const [index, transcript] of suited.entries()) {
      await send(url, transcript as never)
      expect(emulator.requests.map(({ status }) => status)).toEqual(Array.from({ length: index + 1 }, () => 200))
      const { messages } = partsOf(kit, transcript)
      expect(emulator.requests.at(-1)!.body[kit.list!]).toEqual(JSON.parse(JSON.stringify(onWire(messages))))
    }
  })
})

describe.each(
  frameworkClients
    .filter(({ name }) => /LangChain over OpenAI Resp/.test(name))
    .map((client) => [client.name, client] as const),
)('%s', (_name, client) => {
  const human = { type: 'human', content: 'Go.' }
  const inContent = { type: 'tool_use', id: 'call_1', name: 'search', input: {} }
  const call = { type: 'tool_call', id: 'call_1', name: 'search', args: {} }
  const result = { type: 'tool', tool_call_id: 'call_1', name: 'search', content: 'rows' }
  const told = [{ type: 'ai', content: '', tool_calls: [call] }, result]
  const alone = [
    { type: 'ai', content: [inContent], tool_calls: [] },
    { ...result, content: 'more rows' },
  ]

  test.each([
    ['last', [human, ...told, human, ...alone]],
    ['first', [human, ...alone, human, ...told]],
    ['in two places', [human, ...told, human, ...alone, human, ...alone, human]],
  ])(
    'sends a result twice where a call in the content alone has the id of another one, %s',
    async (_where, messages) => {
      const { emulator, url } = await serve(client)
      await client.send(url, messages as never)
      const items = (emulator.requests.at(-1)!.body['input'] as Record<string, unknown>[]).filter(
        ({ call_id: id }) => id,
      )
      const idsOf = (kind: string): unknown[] => items.filter(({ type }) => type === kind).map(({ call_id: id }) => id)
      const outputs = items.flatMap(({ output }) => (output === undefined ? [] : [output]))
      expect(outputs).toEqual(messages.flatMap((message) => ('tool_call_id' in message ? [message.content] : [])))
      expect(new Set(idsOf('function_call')).size).toBe(outputs.length)
      expect(idsOf('function_call')).toEqual(idsOf('function_call_output'))
    },
  )
})
