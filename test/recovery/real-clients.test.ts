import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { places } from '../../src/testing.ts'
import { scale } from '../seeds.ts'
import { agentsClient } from './clients/agents-client.ts'
import { damagedTranscript } from './clients/damaged-transcript.ts'
import { frameworkClients } from './clients/framework-clients.ts'
import { officialClients } from './clients/official-clients.ts'

const clients = [...officialClients, ...frameworkClients, agentsClient]

// By position, for a title that takes a field is cut.
describe.each(clients.map((client, number) => [client.name, client, number] as const))(
  '%s',
  (_name, client, number) => {
    const { emulator: behind, kit, send, suits, unsent = {} } = client
    test.each(places.slice(0, 3))('is refused for a damage at the %s place that a repair can mend', async (place) => {
      // The client of Anthropic tells of models that are to be retired.
      const warned = vi.spyOn(console, 'warn').mockReturnValue()
      onTestFinished(() => warned.mockRestore())
      const emulator = (behind ?? kit.emulator)!()
      const server = await emulator.listen()
      onTestFinished(() => server.close())
      const refused: string[] = []
      for (const [index, kind] of kit.corruptions.entries()) {
        // By default each kind at one of the places; by turns at every second framework, for many stand over one provider.
        if (scale <= 1 && places[index % 3] !== place) continue
        if (scale <= 1 && number >= officialClients.length && (Math.floor(index / 3) + number) % 2 === 1) continue
        const transcript = kind.beyondRepair ? null : damagedTranscript(kit, kind, place, suits)
        if (transcript === null) continue
        const sent = emulator.requests.length
        const said = await send(server.url, transcript).then(
          () => '',
          (error: Error) => error.message,
        )
        const sentence = unsent[kind.name] ?? ''
        const isAsListed = sentence === '' ? said === '' : said.includes(sentence) && emulator.requests.length === sent
        if (!isAsListed) refused.push(`${kind.name}: ${said}`)
      }
      expect(refused.toSorted()).toEqual([])
    })
  },
)
