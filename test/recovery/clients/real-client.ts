import type { Emulator, Kit } from '../../../src/testing.ts'

/** A transcript of whatever kit: the list stands in the kit's own field. */
export type Transcript = {
  request: Record<string, unknown>
  messages: unknown[]
  contents: unknown[]
  input: unknown[]
  model: string
  betas?: string[]
  vendor?: string
  held: unknown
}

/** A client that people send conversations with, real and over a server. */
export interface RealClient<Sent = Transcript> {
  readonly name: string
  readonly kit: Kit
  /** Sends a conversation as an application does, with recovery in its client. */
  readonly send: (url: string, transcript: Sent) => Promise<unknown>
  /** The provider behind the client, where it is not the one of the kit. */
  readonly emulator?: () => Emulator
  /** Whether the client can be asked to send this conversation. */
  readonly suits?: (healthy: Sent) => boolean
  /** Damages that the client refuses by itself, before recovery sees anything: the sentence. */
  readonly unsent?: Readonly<Record<string, string>>
}
