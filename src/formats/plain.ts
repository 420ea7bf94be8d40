import type { TokenRule } from './rules.ts'

/** The fields of an object that has been checked to be one. */
export type Fields = Readonly<Record<string, unknown>>

const visible = /\S/

/** How many fields a value has that JSON would write. */
export function countFields(value: object): number {
  let count = 0
  for (const _ in value) count += 1
  return count
}

/** The name of the only field that a value has; null when there are more, or none. */
export function onlyFieldOf(value: object): string | null {
  let only: string | null = null
  for (const field in value) {
    if (only !== null) return null
    only = field
  }
  return only
}

/** The value as an object with fields; null when it is none. */
export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}

/** Text that no rule of any format refuses: visible, and whole Unicode. */
export function isPlainText(text: unknown): boolean {
  if (typeof text !== 'string') return false
  const first = text.charCodeAt(0)
  return ((first > 32 && first < 127) || visible.test(text)) && text.isWellFormed()
}

type Demand = Pick<TokenRule, 'pattern' | 'maxLength' | 'exactLength'>

const known = new WeakMap<Demand, LegalToken>()

/** A session has few tools, whose names come again and again. */
const rememberedNames = 64
/** One or more of some ASCII characters. */
const asciiClass = /^\^\[[\w-]+\]\+\$$/
const letters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).filter((letter) =>
  /\w/.test(letter),
)

/** Tokens that a rule takes as they are. */
export class LegalToken {
  readonly #pattern: RegExp | null
  /** Takes nothing that the pattern refuses, and nearly all that it takes, in half the time. */
  readonly #quick: RegExp | null
  readonly #maxLength: number
  readonly #exactLength: number | undefined
  readonly #names = new Set<unknown>()
  /** The name that was asked last: most calls of a session are of the tool before, and a `Set` reads a long name to its end. */
  #lastName = ''

  private constructor({ exactLength, maxLength, pattern }: Demand) {
    this.#pattern = takesAnyText(pattern) ? null : pattern
    this.#quick = quickPatternOf(pattern)
    this.#maxLength = maxLength
    this.#exactLength = exactLength
  }

  static of(rule: Demand): LegalToken {
    let legal = known.get(rule)
    if (legal === undefined) known.set(rule, (legal = new LegalToken(rule)))
    return legal
  }

  takes(token: unknown): token is string {
    if (typeof token !== 'string' || token === '' || token.length > this.#maxLength) return false
    if (this.#exactLength !== undefined && token.length !== this.#exactLength) return false
    // What it takes is ASCII: no half of a surrogate pair.
    if (this.#quick?.test(token) === true) return true
    return (this.#pattern === null || this.#pattern.test(token)) && token.isWellFormed()
  }

  /** The same for tokens of which there are few. */
  takesName(name: unknown): name is string {
    if (name === this.#lastName && name !== '') return true
    if (!this.#names.has(name)) {
      if (!this.takes(name)) return false
      if (this.#names.size < rememberedNames) this.#names.add(name)
    }
    this.#lastName = name as string
    return true
  }
}

/** Patterns that refuse nothing but the empty text. */
function takesAnyText({ dotAll, source }: RegExp): boolean {
  return source === '^[^]+$' || source === '[^]' || (source === '.' && dotAll)
}

/**
 * A class of characters, told by words: V8 reads `\w` without a branch for each range, and where digits and letters take turns, as
 * in ids, no processor foresees those. Null where the pattern is no such class, or lacks some letters.
 */
function quickPatternOf({ flags, source }: RegExp): RegExp | null {
  if (flags !== '' || !asciiClass.test(source)) return null
  const legal = new RegExp(source)
  if (!letters.every((letter) => legal.test(letter))) return null
  return legal.test('-') ? /^\w+(?:-\w*)*$/ : /^\w+$/
}
