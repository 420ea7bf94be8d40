import type { Block } from './transcript.ts'

/** What is known of a tool call from outside the conversation. */
export type CallEvidence =
  | { readonly status: 'completed' | 'error'; readonly output: unknown; readonly isError?: boolean }
  | { readonly status: 'running' }
  | { readonly status: 'pending' }

/** A call that nothing answers: its id, and the type of the block or item that it was made in. */
export interface OpenCall {
  readonly callId: string
  readonly type: string
}

/** The part store's knowledge, as the strategies ask for it. Synchronous: load it before the repair. */
export interface Evidence {
  /** What became of this call; `occurrence` counts calls of the same id from 0. */
  resultOf(callId: string, occurrence: number): CallEvidence | undefined
  /** The other calls of the answer in which this one was made, as far as nothing recorded answers them. */
  openBeside?(callId: string): readonly OpenCall[]
  /** The raw blocks of an assistant message as the provider returned them, found by one of its blocks; else undefined. */
  originalOf?(block: Block): unknown
  /** Who made a signed block: provider, endpoint, account and model as one name; `''`: the one who is asked. */
  makerOf?(block: Block): string | undefined
}

/** No part store: nothing is known. */
export const noEvidence: Evidence = { resultOf: () => undefined }
