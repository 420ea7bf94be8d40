import type { TokenRule } from './rules.ts'

/** The fields of a value that has been checked to be an object. */
export type Fields = Readonly<Record<string, unknown>>

const visible = /\S/

/** The number of enumerable fields of an object. */
export function countFields(value: object): number {
  let count = 0
  for (const _ in value) count += 1
  return count
}

/** The name of the only field of an object; null when it has none or several. */
export function onlyFieldOf(value: object): string | null {
  let only: string | null = null
  for (const field in value) {
    if (only !== null) return null
    only = field
  }
  return only
}

/** The value when it is an object with fields; null when it is not. */
export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}

/** Text that no rule of any format refuses: it has a visible character and no lone surrogates. */
export function isPlainText(text: unknown): boolean {
  if (typeof text !== 'string') return false
  const first = text.charCodeAt(0)
  return ((first > 32 && first < 127) || visible.test(text)) && text.isWellFormed()
}

type Demand = Pick<TokenRule, 'pattern' | 'maxLength' | 'exactLength'>

const known = new WeakMap<Demand, LegalToken>()

/** A session uses few tools, so their names recur. */
const rememberedNames = 64
/** Matches the source of a pattern that is one class of ASCII characters, once or more. */
const asciiClass = /^\^\[[\w-]+\]\+\$$/
const letters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).filter((letter) =>
  /\w/.test(letter),
)

/** Checks tokens (ids, names) against a rule. */
export class LegalToken {
  readonly #pattern: RegExp | null
  /** Accepts a subset of what the pattern accepts, covering nearly all tokens, in half the time. */
  readonly #quick: RegExp | null
  readonly #maxLength: number
  readonly #exactLength: number | undefined
  readonly #names = new Set<unknown>()
  /** The last accepted name: most calls of a session use the tool of the call before, and a `Set` hashes a long name in full. */
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
    // The quick pattern accepts ASCII only, so no lone surrogate can be among it.
    if (this.#quick?.test(token) === true) return true
    return (this.#pattern === null || this.#pattern.test(token)) && token.isWellFormed()
  }

  /** As {@link takes}, with a memory for tokens that recur. */
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
 * The pattern of a character class, rewritten with `\w`: V8 tests `\w` without a branch for each range, and branches are unpredictable
 * where digits and letters alternate, as in ids. Null when the pattern is no such class, or lacks some letters.
 */
function quickPatternOf({ flags, source }: RegExp): RegExp | null {
  if (flags !== '' || !asciiClass.test(source)) return null
  const legal = new RegExp(source)
  if (!letters.every((letter) => legal.test(letter))) return null
  return legal.test('-') ? /^\w+(?:-\w*)*$/ : /^\w+$/
}
