import { describe, expect, test } from 'vitest'
import { createRandom, places } from '../../src/testing.ts'
import { seeds } from '../seeds.ts'
import { agentsClient } from './clients/agents-client.ts'
import { frameworkClients } from './clients/framework-clients.ts'
import { officialClients } from './clients/official-clients.ts'
import { refusedDamages } from './clients/refused-damages.ts'
import { serve } from './clients/serve.ts'

const clients = [...officialClients, ...frameworkClients, agentsClient]

describe.each(clients.map((client) => [client.name, client] as const))('%s', (_name, client) => {
  const { kit, send, suits = () => true, unsent = {} } = client
  const kinds = kit.corruptions.filter(({ beyondRepair, name }) => beyondRepair !== true && !(name in unsent))

  test.each(places.slice(0, 3))('is refused for a damage at the %s place that a repair can mend', async (place) => {
    expect(await refusedDamages(client, place)).toEqual([])
  })

  test('is refused for two or three damages at random that a repair can mend', async () => {
    const { url } = await serve(client)
    const refused: string[] = []
    let sent = 0
    for (const seed of seeds(40)) {
      const random = createRandom(seed * 7919 + 3)
      const healthy = kit.generate({ seed, turns: 1 + random.below(4) })
      if (!suits(healthy as never)) continue
      const names: string[] = []
      let broken: unknown = healthy
      for (let count = 2 + random.below(2); count > 0; count -= 1) {
        const kind = random.pick(kinds)
        const next = attempt(() => kind.apply(broken, random, random.pick(places)))
        if (next === null) continue
        broken = next
        names.push(kind.name)
      }
      if (names.length < 2 || kit.judge(broken) === null) continue
      sent += 1
      const said = await send(url, broken as never).then(
        () => '',
        (error: Error) => error.message,
      )
      if (said !== '') refused.push(`seed ${seed}, ${names.join(' + ')}: ${said}`)
    }
    expect(refused).toEqual([])
    expect(sent).toBeGreaterThan(0)
  })
})

/** Some damage leaves nothing that another kind can read. */
function attempt(damage: () => unknown): unknown {
  try {
    return damage()
  } catch (cause) {
    if (cause instanceof TypeError) return null
    throw cause
  }
}
