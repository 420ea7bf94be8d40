/** Whether lists and objects stand in each other more than `levels` times: `JSON.parse` reads what every walk runs out of stack on. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((each) => isDeeperThan(each, levels - 1))
}
