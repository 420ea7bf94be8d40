import { expect, test } from 'vitest'
import { offset, scale } from '../seeds.ts'
import { crashes, fates, printOf, provesCrash } from './crash-proofs.ts'

const wanted = Math.ceil(50_000 * scale)
/** Days of work that no other seed begins with. */
const firstDay = offset * 1000

test(`a power loss takes what was acknowledged, in any of ${wanted} different images (seed ${offset})`, async () => {
  const seen = new Set<string>()
  let subsets = 0
  let day = firstDay
  for (; seen.size < wanted; day += 1)
    for (const [index, crash] of (await crashes(day)).entries())
      // Every subset of up to 12 pending operations and some torn ones; of more, 2,000 at random.
      for (const fate of fates(crash.point, 12, crash.point.pending.length > 12 ? 2000 : 48, index + day * 1000)) {
        if (seen.size >= wanted) break
        subsets += 1
        const print = printOf(crash, fate)
        if (seen.has(print)) continue
        seen.add(print)
        await expect(provesCrash(crash, fate), `day ${day}, point ${index}, ${fate.join()}`).resolves.toBeUndefined()
      }
  console.log(`${seen.size} different images of ${subsets}, days ${firstDay} to ${day - 1}, seed ${offset}`)
}, 3_600_000)
