import type { JsonRecord } from '../shared/records.ts'

/** One raw item of `input`. */
export type TestItem = { [field: string]: unknown }

/** What the server keeps of earlier requests: items, responses and conversations by their ids. */
export type HeldState = {
  /** Items by id; `reasoning` is the id of the reasoning item that the item was made with. */
  items: Record<string, { type: string; call_id?: string; reasoning?: string }>
  /** The calls that each response left unanswered, by response id. */
  responses: Record<string, { openCalls: { type: string; call_id: string }[]; items: string[] }>
  conversations: Record<string, { openCalls: { type: string; call_id: string }[]; items: string[] }>
  /** The containers in which its tools ran are gone: they last some minutes. */
  containersGone?: true
}

/** A conversation together with the rest of its request; `request` holds no `input`. */
export type ResponsesTranscript = {
  request: JsonRecord & { model: string }
  input: string | TestItem[]
  /** What the server knows beside the request. */
  held: HeldState
}

/** A transcript whose input is a list. */
export type ListedTranscript = Omit<ResponsesTranscript, 'input'> & { input: TestItem[] }

export const nothingHeld = (): HeldState => ({ items: {}, responses: {}, conversations: {} })

/** @example fetch(url, { method: 'POST', body: JSON.stringify(responsesBody(transcript)) }) */
export const responsesBody = ({ request, input }: ResponsesTranscript): JsonRecord => ({ ...request, input })
