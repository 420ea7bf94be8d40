import { createRandom, type Damage, type Place, places } from '../../src/testing.ts'
import { offset, scale } from '../seeds.ts'

/** `label` tells how to make it again. */
export interface DamagedCase<Transcript> {
  readonly label: string
  readonly seed: number
  readonly where: Place
  readonly source: Transcript
  readonly damaged: Transcript
}

/** Some kinds of damage find their place in one transcript out of dozens. */
const searched = 60

/**
 * Does one kind of damage to generated transcripts, `perPlace` times at each place, as long as `isMeant` holds of the outcome.
 * The transcripts are made once for all kinds.
 */
export function damagedCasesOf<Transcript>(
  generate: (seed: number) => Transcript,
  isMeant: (damaged: Transcript) => boolean = () => true,
): (kind: Pick<Damage<Transcript>, 'apply'>, perPlace: number) => DamagedCase<Transcript>[] {
  const made = new Map<number, Transcript>()
  const sourceOf = (seed: number): Transcript => {
    const source = made.get(seed) ?? generate(seed)
    made.set(seed, source)
    return source
  }
  return ({ apply }, perPlace) => {
    const wanted = Math.ceil(perPlace * scale)
    return places.flatMap((where) => {
      const cases: DamagedCase<Transcript>[] = []
      for (let seed = offset; cases.length < wanted && seed < offset + Math.max(searched, wanted); seed += 1) {
        const source = sourceOf(seed)
        const damaged = apply(source, createRandom(seed), where)
        if (damaged !== null && isMeant(damaged))
          cases.push({ label: `${seed} ${where}`, seed, where, source, damaged })
      }
      return cases
    })
  }
}
