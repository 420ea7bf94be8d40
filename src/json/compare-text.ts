/** The order of texts by their code units: the same on every machine, whatever its language or a database's collation. */
export function compareText(first: string, second: string): number {
  return first < second ? -1 : Number(first > second)
}
