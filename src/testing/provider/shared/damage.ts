import { createRandom, type Random } from './random.ts'

/** Which of the possible places is damaged. */
export type Place = 'first' | 'last' | 'random'

export type PickOne = <Item>(items: readonly Item[]) => Item | undefined

/** One kind of damage that real sessions show, to transcripts of one format. */
export type Damage<Transcript> = {
  name: string
  /** The fault type that it causes, by the catalogue (`RecoveryErrorType`). */
  faultType: string
  /** Only the provider can tell: the repair needs its error. */
  opaque?: true
  /** Its repair gives up media or real output, and needs consent. */
  lossy?: true
  /** Never changes its input; null means: not applicable here. */
  apply: (transcript: Transcript, random?: Random, where?: Place) => Transcript | null
}

/** Wraps a change of a private copy: `false` means that there was nothing to damage. */
export function damage<Transcript>(
  name: string,
  faultType: string,
  change: (copy: Transcript, pick: PickOne, random: Random) => boolean | void,
  traits: { opaque?: true; lossy?: true } = {},
): Damage<Transcript> {
  return {
    name,
    faultType,
    ...traits,
    apply(transcript, random = createRandom(1), where = 'random') {
      const copy = structuredClone(transcript)
      const pick: PickOne = (items) => {
        if (items.length === 0) return undefined
        return where === 'first' ? items[0] : where === 'last' ? items.at(-1) : random.pick(items)
      }
      return change(copy, pick, random) === false ? null : copy
    },
  }
}
