import type { Place } from '../../../src/testing.ts'
import type { agentsClient } from './agents-client.ts'
import { damagedTranscript } from './damaged-transcript.ts'
import type { frameworkClients } from './framework-clients.ts'
import type { officialClients } from './official-clients.ts'
import { serve } from './serve.ts'

type Client = (typeof officialClients)[number] | (typeof frameworkClients)[number] | typeof agentsClient

/** The kinds of damage at this place that a repair can mend, and that are refused nevertheless, or not as it is listed. */
export async function refusedDamages(
  client: Client,
  place: Place,
  isTaken: (index: number) => boolean = () => true,
): Promise<string[]> {
  const { kit, send, suits, unsent = {} } = client
  const { emulator, url } = await serve(client)
  const refused: string[] = []
  for (const [index, kind] of kit.corruptions.entries()) {
    const transcript = kind.beyondRepair || !isTaken(index) ? null : damagedTranscript(kit, kind, place, suits)
    if (transcript === null) continue
    const sent = emulator.requests.length
    const said = await send(url, transcript).then(
      () => '',
      (error: Error) => error.message,
    )
    const sentence = unsent[kind.name] ?? ''
    const isAsListed = sentence === '' ? said === '' : said.includes(sentence) && emulator.requests.length === sent
    if (!isAsListed) refused.push(`${kind.name}: ${said}`)
  }
  return refused.toSorted()
}
