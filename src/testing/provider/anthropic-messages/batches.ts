import { asList, asText, isRecord, type JsonRecord } from '../shared/records.ts'

type BatchResult = { custom_id: string; result: JsonRecord }

export type BatchStore = {
  create: (body: JsonRecord, answer: (params: JsonRecord) => JsonRecord, id: string) => JsonRecord
  read: (id: string, origin: string) => JsonRecord | null
  results: (id: string) => string | null
}

const tally = (results: readonly BatchResult[], status: string): number =>
  results.filter(({ result }) => result['type'] === status).length

/** Message batches in their smallest form: each item is judged on its own and completed at once. */
export function createBatchStore(): BatchStore {
  const batches = new Map<string, BatchResult[]>()
  const view = (id: string, origin: string, ended: boolean): JsonRecord => {
    const results = batches.get(id) ?? []
    return {
      id,
      type: 'message_batch',
      processing_status: ended ? 'ended' : 'in_progress',
      request_counts: {
        processing: ended ? 0 : results.length,
        succeeded: ended ? tally(results, 'succeeded') : 0,
        errored: ended ? tally(results, 'errored') : 0,
        canceled: 0,
        expired: 0,
      },
      created_at: '2026-01-01T00:00:00Z',
      expires_at: '2026-01-02T00:00:00Z',
      ended_at: ended ? '2026-01-01T00:00:01Z' : null,
      archived_at: null,
      cancel_initiated_at: null,
      results_url: ended ? `${origin}/v1/messages/batches/${id}/results` : null,
    }
  }
  return {
    create(body, answer, id) {
      const results = asList(body['requests'])
        .filter(isRecord)
        .map((item) => ({
          custom_id: asText(item['custom_id']),
          result: answer(isRecord(item['params']) ? item['params'] : {}),
        }))
      batches.set(id, results)
      return view(id, '', false)
    },
    read: (id, origin) => (batches.has(id) ? view(id, origin, true) : null),
    results: (id) => {
      const results = batches.get(id)
      return results ? results.map((line) => `${JSON.stringify(line)}\n`).join('') : null
    },
  }
}
