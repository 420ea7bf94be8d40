import type { FormatName } from '../../formats/format-name.ts'
import { places } from '../provider/shared/damage.ts'
import { type Kit, partsOf, withParts } from '../provider/shared/kit.ts'
import { createRandom } from '../provider/shared/random.ts'
import type { FormatSample, FormatUnderTest } from './test-format.ts'

/**
 * The samples of a kit for `testFormat`: healthy conversations, and each kind of damage that shows in the transcript, at the
 * first, the middle, the last and some other place.
 *
 * @param cases how many healthy conversations
 * @example
 * for (const { title, run } of testFormat(formatUnderTest(kits.gemini))) test(title, run)
 */
export function formatUnderTest(kit: Kit<FormatName>, cases = 60): FormatUnderTest {
  const sample = (label: string, transcript: unknown): FormatSample => {
    const { messages, request, dialect } = partsOf(kit, transcript)
    const options = { allow: 'lossy' as const, ...(dialect !== undefined && { dialect }) }
    return { label, messages: messages as readonly unknown[], request, options, transcript }
  }
  return {
    name: kit.format,
    format: kit.format,
    *healthy() {
      for (let seed = 0; seed < cases; seed += 1) yield sample(`seed ${seed}`, kit.generate({ seed }))
    },
    *corrupted() {
      for (const kind of kit.corruptions.filter(({ beyondRepair, opaque }) => !opaque && !beyondRepair))
        for (const [seed, place] of places.entries()) {
          const damaged = kind.apply(kit.generate({ seed, turns: 3 }), createRandom(seed), place)
          if (damaged !== null && kit.judge(damaged) !== null) yield sample(`${kind.name}, ${place}`, damaged)
        }
    },
    judge: ({ messages, request, transcript }, betas) =>
      kit.judge(withParts(kit, transcript, { messages, request, betas }))?.wording ?? '200',
  }
}
