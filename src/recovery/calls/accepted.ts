/** What an adapter knows of an accepted response. */
export interface Accepted {
  /** Kept with the recorded answer: the response's id. */
  readonly meta?: Readonly<Record<string, unknown>>
  /** The id under which a later request may continue from this response. */
  readonly responseID?: string
  /** The answer was cut: what had arrived of it. */
  readonly partial?: readonly unknown[]
  /** Changes that the provider itself reports (`input_transformations`). */
  readonly transformations?: readonly unknown[]
}
