/** Appends items one by one: spread arguments overflow the stack from about a hundred thousand on. */
export function appendAll<Item>(target: Item[], items: Iterable<Item>): void {
  for (const item of items) target.push(item)
}
