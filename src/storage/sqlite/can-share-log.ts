/** SQLite before 3.51.3 can damage a write-ahead log that several processes reset at once (sqlite.org/wal.html). */
const SAFE_LOG = [3, 51, 3]

/**
 * Whether several processes can safely share a write-ahead log with this version of SQLite.
 *
 * @example
 * canShareLog('3.51.2') // false
 */
export function canShareLog(version: string): boolean {
  const numbers = version.split('.').map(Number)
  const different = SAFE_LOG.findIndex((number, index) => numbers[index] !== number)
  return different === -1 || numbers[different]! > SAFE_LOG[different]!
}
