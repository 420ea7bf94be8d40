import { copyData } from './copy-data.ts'
import { createRandom, type Random } from './random.ts'

/** The possible places of a damage. */
export const places = ['first', 'middle', 'last', 'random'] as const

/** One of {@link places}. */
export type Place = (typeof places)[number]

export type PickOne = <Item>(items: readonly Item[]) => Item | undefined

/** What the repair of a damage requires. */
export type DamageTraits = {
  /** Only the provider can see it: the repair needs its error. */
  opaque?: true
  /** Its repair loses media or real output, and needs consent. */
  lossy?: true
  /** Nothing repairable is left: the conversation must be restored from the store. */
  beyondRepair?: true
}

/** One kind of damage that real sessions show, to transcripts of one format. */
export type Damage<Transcript> = DamageTraits & {
  name: string
  /** The fault type that it causes, by the catalogue (`RecoveryErrorType`). */
  faultType: string
  /** Never changes its input; null means: not applicable here. */
  apply(transcript: Transcript, random?: Random, where?: Place): Transcript | null
}

const pickers: Readonly<Record<Exclude<Place, 'random'>, <Item>(items: readonly Item[]) => Item | undefined>> = {
  first: (items) => items[0],
  middle: (items) => items[Math.floor(items.length / 2)],
  last: (items) => items.at(-1),
}

/** Wraps a change of a private copy; the change returns `false` when it finds nothing to damage. */
export function damage<Transcript>(
  name: string,
  faultType: string,
  change: (copy: Transcript, pick: PickOne, random: Random) => boolean | void,
  traits: DamageTraits = {},
): Damage<Transcript> {
  return {
    name,
    faultType,
    ...traits,
    apply(transcript, random = createRandom(1), where = 'random') {
      const copy = copyData(transcript)
      const pick: PickOne = (items) => {
        if (items.length === 0) return undefined
        return where === 'random' ? random.pick(items) : pickers[where](items)
      }
      return change(copy, pick, random) === false ? null : copy
    },
  }
}

/** A transcript after its damage; `applied` leaves out kinds that found no place. */
export type Damaged<Transcript> = { transcript: Transcript; applied: readonly Damage<Transcript>[] }

export type DamageOptions<Transcript> = { count?: number; where?: Place; kinds?: readonly Damage<Transcript>[] }

/**
 * Applies up to `count` different kinds one after the other. Several together may undo each other (a dropped call and its
 * dropped result), so ask the judge whether the outcome is still refused. Fewer apply when the transcript offers no place.
 *
 * @param isReadable damage that replaces whole messages or blocks comes last: it leaves nothing for another kind to read
 */
export function damager<Transcript>(
  all: readonly Damage<Transcript>[],
  isReadable: (transcript: Transcript) => boolean = () => true,
): (transcript: Transcript, random: Random, options?: DamageOptions<Transcript>) => Damaged<Transcript> {
  return (transcript, random, { count = 1, where = 'random', kinds = all } = {}) => {
    const left = [...kinds]
    const applied: Damage<Transcript>[] = []
    let current = transcript
    while (applied.length < count && left.length > 0) {
      const [kind] = left.splice(random.below(left.length), 1)
      const next = kind?.apply(current, random, where)
      const isLast = applied.length === count - 1
      if (!kind || !next || (!isLast && !isReadable(next))) continue
      current = next
      applied.push(kind)
    }
    return { transcript: current, applied }
  }
}
