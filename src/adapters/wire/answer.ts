/** The answer of an assistant, as messages that the caller will send back with its next turn. */
export interface Answer {
  readonly messages: readonly unknown[]
  /** Whether the answer is complete. An answer that was cut is recorded as partial output only. */
  readonly complete: boolean
  /** The id under which a later request may continue from this response. */
  readonly responseID?: string
  /** Changes that the provider itself reports (`input_transformations`). */
  readonly transformations?: readonly unknown[]
}

/** Builds an answer from the events of a stream. Unknown events are skipped: a newer API may have them. */
export interface AnswerBuilder {
  add(event: unknown): void
  answer(): Answer
}

/** How the answers of an endpoint are read: whole, and event by event. */
export interface AnswerReader {
  whole(body: unknown): Answer
  build(): AnswerBuilder
}

export const noAnswer: Answer = { messages: [], complete: false }
