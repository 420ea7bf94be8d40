/**
 * A number with its noun.
 *
 * @example
 * counted(1, 'finding') // '1 finding'
 * counted(2, 'finding') // '2 findings'
 */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
