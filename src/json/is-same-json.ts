/** Deeper values are taken for different ones. */
const maxDepth = 200

/** Whether two parsed JSON values would be written as the same text: the order of their fields counts. */
export function isSameJson(first: unknown, second: unknown, depth = 0): boolean {
  if (first === second) return true
  if (typeof first !== 'object' || typeof second !== 'object' || first === null || second === null) return false
  if (depth > maxDepth || Array.isArray(first) !== Array.isArray(second)) return false
  const names = Object.keys(first)
  const others = Object.keys(second)
  if (names.length !== others.length) return false
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] as keyof typeof first
    if (name !== others[index] || !isSameJson(first[name], second[name], depth + 1)) return false
  }
  return true
}
