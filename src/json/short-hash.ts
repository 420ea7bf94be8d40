/**
 * Twelve base-36 digits of a 64-bit FNV-1a hash, as two independent 32-bit lanes. Not for secrets: it makes ids that are the
 * same on every run (I2).
 */
export function shortHash(text: string): string {
  let high = 0x811c9dc5
  let low = 0x01000193
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 0x01000193)
    low = Math.imul(low ^ (unit + index), 0x85ebca6b)
  }
  return (digits(high) + digits(low)).slice(0, 12)
}

function digits(lane: number): string {
  return (lane >>> 0).toString(36).padStart(7, '0')
}
