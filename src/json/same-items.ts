/** Whether two lists hold identical items. */
export const sameItems = (former: readonly unknown[], now: readonly unknown[]): boolean =>
  former.length === now.length && former.every((value, index) => value === now[index])
