/**
 * The value of a table under a name from outside. A name such as `constructor` must not find what every object inherits.
 *
 * @example
 * ownValue({ gzip }, 'gzip') // gzip
 * ownValue({ gzip }, 'constructor') // undefined
 */
export function ownValue<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
