/** A turn of the assistant and what follows it, plainly right under the rules of its request. */
export interface RoundRow {
  readonly name: string
  readonly messages: readonly unknown[]
  /** The rest of the request that decides the rules. */
  readonly request?: Readonly<Record<string, unknown>>
  readonly dialect?: string
}
