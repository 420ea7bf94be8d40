/** A conversation that looks wrong and is accepted: nothing in it may be touched. */
export interface OddRow {
  readonly name: string
  /** Where it is written, or was measured, that the provider takes it. */
  readonly source: string
  readonly messages: readonly unknown[]
  /** The rest of its request, where it matters. */
  readonly request?: Readonly<Record<string, unknown>>
  readonly dialect?: string
}
