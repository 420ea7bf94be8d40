/** A damage finds nothing in the stored session that it could change: what a release stores differs from what the damage was made for. */
export class NothingToDamageError extends Error {
  override readonly name = 'NothingToDamageError'
}
