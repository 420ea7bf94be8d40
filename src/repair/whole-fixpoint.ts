import type { RequestBody } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import type { Placed, Removed } from '../lint/apply-draft.ts'
import type { Cause } from '../lint/draft.ts'
import type { FoundFault } from '../lint/fault.ts'
import { readTranscript } from '../lint/read-transcript.ts'
import type { Transcript } from '../transcript/transcript.ts'
import type { Excerpt } from './excerpt.ts'
import type { Fixpoint } from './fixpoint.ts'
import type { LintResult, LintSettings } from './lint.ts'

/**
 * How many messages of the whole list each message of a repaired excerpt has before it that are left out. Null when a new
 * message stands where some are left out: nobody can tell before or behind which of them.
 */
export function leftOutBefore(placed: readonly Placed[], { places }: Excerpt): readonly number[] | null {
  const leftOut: number[] = []
  let current = 0
  let isNew = false
  for (const { origin } of placed) {
    if (origin !== null) {
      const before = places[origin]! - origin
      if (isNew && before !== current) return null
      current = before
    }
    isNew = origin === null
    leftOut.push(current)
  }
  return leftOut
}

/** A fixpoint of an excerpt, told of the whole list. Its views are read only when someone asks for them. */
export class WholeFixpoint implements Fixpoint {
  readonly first: LintResult
  readonly last: LintResult
  readonly placed: readonly Placed[]
  readonly removed: readonly Removed[]
  readonly request: RequestBody
  readonly betas: ReadonlySet<string>
  readonly requestCauses: readonly Cause[]

  constructor(messages: readonly unknown[], excerpt: Excerpt, reached: Fixpoint, settings: LintSettings) {
    const { places } = excerpt
    this.placed = placeAmong(messages, places, reached.placed)
    this.removed = reached.removed.map(({ causes, origin }) => ({ origin: places[origin]!, causes }))
    this.first = new WholeResult(reached.first, () => messages, settings)
    this.last = new WholeResult(reached.last, () => this.placed.map(({ raw }) => raw), settings)
    this.request = reached.request
    this.betas = reached.betas
    this.requestCauses = reached.requestCauses
  }
}

/** The repaired messages in their places among those that were left out. */
function placeAmong(
  messages: readonly unknown[],
  places: readonly number[],
  placed: readonly Placed[],
): readonly Placed[] {
  const whole: Placed[] = []
  let next = 0
  let kept = 0
  const fillTo = (end: number): void => {
    for (; next < end; next += 1) {
      if (places[kept] === next) kept += 1
      else whole.push({ raw: messages[next], origin: next, causes: noCauses })
    }
  }
  for (const { causes, origin, raw } of placed) {
    if (origin === null) {
      whole.push({ raw, origin, causes })
      continue
    }
    const place = places[origin]!
    fillTo(place)
    whole.push({ raw, origin: place, causes })
    next = place + 1
    kept = origin + 1
  }
  fillTo(messages.length)
  return whole
}

const noCauses: readonly Cause[] = []

class WholeResult implements LintResult {
  readonly rules: Rules
  readonly found: readonly FoundFault[]
  readonly hasStrays: boolean
  readonly #messages: () => readonly unknown[]
  readonly #settings: LintSettings

  constructor({ found, hasStrays, rules }: LintResult, messages: () => readonly unknown[], settings: LintSettings) {
    this.rules = rules
    this.found = found
    this.hasStrays = hasStrays
    this.#messages = messages
    this.#settings = settings
  }

  get transcript(): Transcript {
    return readTranscript(this.#messages(), this.#settings.format, this.rules)
  }
}
