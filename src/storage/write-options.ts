/** What every durable write accepts. */
export interface WriteOptions {
  /** Refuse with `lease_lost` when this lease has been taken over or given back (I15). */
  readonly lease?: { readonly token: number } | undefined
}
