/** Takes the next bytes of a stream and gives the events that they complete. */
export type EventDecoder = (chunk: Uint8Array) => readonly unknown[]
