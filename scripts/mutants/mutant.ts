/** One break of a source file: the host is written anew with the bytes from `start` to `end` replaced. */
export interface Mutant {
  readonly file: string
  readonly line: number
  readonly operator: string
  /** The expression or statement that is exchanged as a whole. */
  readonly host: { readonly start: number; readonly end: number; readonly isStatement: boolean }
  /** In no function: it is at work when the module is loaded, for whichever test that is the first time. */
  readonly isAtLoad: boolean
  readonly start: number
  readonly end: number
  readonly by: string
  /** The replaced bytes. */
  readonly was: string
}
