/** The place of the first lone surrogate escape in JSON text, and a strict parser's name for it. */
export type LoneSurrogate = { kind: 'no low surrogate' | 'invalid high surrogate'; at: number }

const escaped = /\\(?:u([0-9a-fA-F]{4})|[^u])/g
const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/**
 * Finds what `JSON.stringify` writes for half of a surrogate pair: a `\udXXX` escape without its partner.
 *
 * @example findLoneSurrogate(JSON.stringify('a\ud83d')) // { kind: 'no low surrogate', at: 8 }
 */
export function findLoneSurrogate(json: string): LoneSurrogate | null {
  if (!/\\u[dD][89a-fA-F]/.test(json)) return null
  let high = -1
  for (const match of json.matchAll(escaped)) {
    const unit = match[1] === undefined ? -1 : Number.parseInt(match[1], 16)
    if (high >= 0) {
      if (isLow(unit) && match.index === high + 6) {
        high = -1
        continue
      }
      return { kind: 'no low surrogate', at: high + 6 }
    }
    if (isHigh(unit)) high = match.index
    else if (isLow(unit)) return { kind: 'invalid high surrogate', at: match.index }
  }
  return high >= 0 ? { kind: 'no low surrogate', at: high + 6 } : null
}
