import { LRUCache } from 'lru-cache'
import { isSameJson } from '../json/is-same-json.ts'

/** As many conversations as are under way at once, and as much text as a process can spare. */
const maxLists = 64
const maxSize = 64 * 1024 * 1024

/**
 * The messages of the last requests. On the wire each request is parsed anew: what it repeats of a former one is given the
 * objects from then, so that whatever is known of a message by its identity (digests, verdicts) is known again, and a turn
 * costs what is new in it.
 */
export class FormerMessages {
  readonly #lists = new LRUCache<number, readonly unknown[]>({ max: maxLists, maxSize })
  #next = 0

  /** The same list, beginning with the objects of the former one that it continues. `size`: the length of its text. */
  recall(list: readonly unknown[], size: number): readonly unknown[] {
    // Forks of one conversation share their objects: what one of them has shown to be the same is the others' by identity.
    const recalled = [...list]
    let longest = 0
    let continued = -1
    for (const [key, former] of this.#lists.entries()) {
      const length = recallFrom(former, recalled, longest)
      if (length <= longest) continue
      longest = length
      continued = key
    }
    // A fork of a conversation is kept beside it.
    if (longest > 0 && longest === this.#lists.get(continued)?.length) this.#lists.delete(continued)
    this.#lists.set((this.#next += 1), recalled, { size: Math.max(1, size) })
    return recalled
  }
}

/** Puts the objects of a former list in place of their copies, behind those that are recalled; returns how many are the same. */
function recallFrom(former: readonly unknown[], recalled: unknown[], known: number): number {
  const end = Math.min(former.length, recalled.length)
  let length = 0
  while (length < end && isSameJson(former[length], recalled[length])) {
    if (length >= known) recalled[length] = former[length]
    length += 1
  }
  return length
}
