import { createRandom, type Damage, type Kit, type Place } from '../../../src/testing.ts'
import { searched } from '../../seeds.ts'

/** One conversation that this damage makes refused; null when none is found among those that suit the client. */
export function damagedTranscript<Transcript>(
  kit: Kit,
  kind: Damage<unknown>,
  place: Place,
  suits: (healthy: Transcript) => boolean = () => true,
): Transcript | null {
  for (const seed of searched(12)) {
    const healthy = kit.generate({ seed, turns: 3 })
    if (!suits(healthy as Transcript)) continue
    const broken = kind.apply(healthy, createRandom(seed), place)
    if (broken !== null && kit.judge(broken) !== null) return broken as Transcript
  }
  return null
}
