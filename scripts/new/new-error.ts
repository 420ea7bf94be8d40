/** What is wrong with what `npm run new` was asked to make, and the remedy. Thrown before anything is written. */
export class NewError extends Error {
  override readonly name = 'NewError'
}
