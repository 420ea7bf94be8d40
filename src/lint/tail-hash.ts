/** Ids of one program differ in their last letters; those of OpenAI are fifty long, and to read them all cost most of a screen. */
export const tail = 6

/** Of the last letters, and of the first, which tells kinds of ids apart: read side by side, for nothing waits for the letter before. */
export function tailHashOf(id: string): number {
  const { length } = id
  if (length <= tail) return hashOf(id)
  const upper = id.charCodeAt(length - 6) | (id.charCodeAt(length - 5) << 8) | (id.charCodeAt(length - 4) << 16)
  const lower = id.charCodeAt(length - 3) | (id.charCodeAt(length - 2) << 8) | (id.charCodeAt(length - 1) << 16)
  const hash = Math.imul(upper ^ (id.charCodeAt(0) << 24), 0x9e3779b1) ^ Math.imul(lower, 0x85ebca6b)
  return hash ^ (hash >>> 15)
}

/** FNV-1a. Its bits are mixed, for the lowest choose the slot. */
export function hashOf(id: string): number {
  const { length } = id
  let hash = 0x811c9dc5
  for (let index = 0; index < length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 16777619)
  return hash ^ (hash >>> 15)
}
