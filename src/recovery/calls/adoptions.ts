import { LRUCache } from 'lru-cache'
import { atMost } from '../../json/at-most.ts'
import { isObject } from '../../json/is-object.ts'
import { applyEdits } from '../../transcript/apply-edits.ts'
import type { Edit } from '../../transcript/edit.ts'
import { knownDigests } from '../sessions/known-digests.ts'
import { maxSessions } from '../sessions/max-sessions.ts'

/** A repair whose caller may still send the history from before it. */
interface Adoption {
  readonly length: number
  readonly digest: string
  readonly edits: readonly Edit[]
  /** The messages themselves, weakly: a caller that sends the same objects again is the same. */
  readonly objects: WeakSet<object>
}

/** A session is seldom repaired more often before its caller adopts a repair; older ones are found again by the linter. */
const maxAdoptions = 20

/**
 * Repairs that were accepted, so that the same fault does not cost a refusal on every turn. A repair is laid only over the very
 * conversation that it was made for: equal messages alone do not make two conversations one.
 */
export class Adoptions {
  readonly #known = new LRUCache<string, readonly Adoption[]>(atMost(maxSessions))

  has(sessionID: string): boolean {
    return this.#known.has(sessionID)
  }

  remember(sessionID: string, edits: readonly Edit[], before: readonly unknown[]): void {
    const digest = knownDigests(before).at(-1) ?? ''
    const adoption = { length: before.length, digest, edits, objects: new WeakSet(before.filter(isObject)) }
    this.#known.set(sessionID, [...(this.#known.get(sessionID) ?? []), adoption].slice(-maxAdoptions))
  }

  /**
   * The history with its earlier repairs. `isProven`: it is known to be that session's by more than its messages; `isOwn`: its
   * messages are the caller's own objects.
   */
  lay(sessionID: string, given: readonly unknown[], isProven: boolean, isOwn = true): readonly unknown[] {
    let messages = given
    for (const { digest, edits, length, objects } of this.#known.get(sessionID) ?? []) {
      const head = messages.slice(0, length)
      if (head.length < length || knownDigests(head).at(-1) !== digest) continue
      if (!isProven && !(isOwn && head.every((raw) => isObject(raw) && objects.has(raw)))) continue
      messages = [...applyEdits(head, edits), ...messages.slice(length)]
    }
    return messages
  }
}
