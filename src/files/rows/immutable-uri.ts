/** A database that nobody writes, as SQLite opens it without `-wal` and `-shm`: those it would create beside it else. */
export function immutableUri(path: string): string {
  return `file:${path.split('/').map(encodeURIComponent).join('/')}?immutable=1`
}
