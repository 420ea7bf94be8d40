/** Values nested deeper than this count as different. */
const maxDepth = 200

/** Whether two parsed JSON values have the same JSON text: the order of fields counts. */
export function isSameJson(first: unknown, second: unknown, depth = 0): boolean {
  if (first === second) return true
  if (typeof first !== 'object' || typeof second !== 'object' || first === null || second === null) return false
  if (depth > maxDepth) return false
  if (Array.isArray(first)) return Array.isArray(second) && isSameList(first, second, depth + 1)
  if (Array.isArray(second)) return false
  const names = Object.keys(first)
  const others = Object.keys(second)
  if (names.length !== others.length) return false
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] as keyof typeof first
    if (name !== others[index] || !isSameJson(first[name], second[name], depth + 1)) return false
  }
  return true
}

function isSameList(first: readonly unknown[], second: readonly unknown[], depth: number): boolean {
  if (first.length !== second.length) return false
  for (let index = 0; index < first.length; index += 1)
    if (!isSameJson(first[index], second[index], depth)) return false
  return true
}
