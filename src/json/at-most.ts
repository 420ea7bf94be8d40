const one = (): number => 1

/**
 * The bound of an `LRUCache` that holds so many entries. Its own `max` makes room for all of them at once, a millisecond for ten
 * thousand, which is most of what a store or a hook costs that is made for one call.
 *
 * @example
 * const known = new LRUCache<string, true>(atMost(1000))
 */
export function atMost(entries: number): { readonly maxSize: number; readonly sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: one }
}
