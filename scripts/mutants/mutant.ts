/** One break of a source file: the host is written anew with the bytes from `start` to `end` replaced. */
export interface Mutant {
  readonly file: string
  readonly line: number
  readonly operator: string
  /** The expression or statement that is exchanged as a whole. */
  readonly host: { readonly start: number; readonly end: number; readonly isStatement: boolean }
  readonly start: number
  readonly end: number
  readonly by: string
  /** The replaced bytes. */
  readonly was: string
}
