/** Whether a value is nested more than `levels` deep: `JSON.parse` accepts depths at which every recursive walk overflows the stack. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((each) => isDeeperThan(each, levels - 1))
}
