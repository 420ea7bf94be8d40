const one = (): number => 1

/**
 * The bound of an `LRUCache` with that many entries. Its own `max` option allocates room for all of them at once, a millisecond for ten
 * thousand, which is most of the cost of a store or a hook that is made for one call.
 *
 * @example
 * const known = new LRUCache<string, true>(atMost(1000))
 */
export function atMost(entries: number): { readonly maxSize: number; readonly sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: one }
}
