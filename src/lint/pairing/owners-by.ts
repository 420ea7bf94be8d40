import type { Occurrence } from './occurrence.ts'

const nobody: readonly Owners[] = []

/** Calls that one id or one name means, in their order. Nobody takes a result away again, so the answered head only grows. */
export class Owners {
  readonly all: Occurrence[] = []
  #answered = 0

  /** How many at the head have their result. */
  get answered(): number {
    while (this.all[this.#answered]?.result !== undefined) this.#answered += 1
    return this.#answered
  }
}

/** Calls by what a result may name them with; one that lacks it stands nowhere. */
export class OwnersBy {
  readonly #owners = new Map<string, Owners>()

  add(key: string | undefined, occurrence: Occurrence): void {
    if (key === undefined) return
    const known = this.#owners.get(key) ?? new Owners()
    known.all.push(occurrence)
    this.#owners.set(key, known)
  }

  /** Those that it means, as a list of one; of none no list. */
  of(key: string | undefined): readonly Owners[] {
    const owners = key === undefined ? undefined : this.#owners.get(key)
    return owners === undefined ? nobody : [owners]
  }

  clear(): void {
    this.#owners.clear()
  }
}
