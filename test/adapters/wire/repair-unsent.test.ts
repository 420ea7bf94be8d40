import { expect, test } from 'vitest'
import { findUnsentEndpoint } from '../../../src/adapters/wire/unsent-endpoints.ts'
import { repairUnsent } from '../../../src/adapters/wire/repair-unsent.ts'
import type { RequestBody } from '../../../src/formats/format.ts'
import type { RecoveryReport } from '../../../src/index.ts'
import { resolveAdapterOptions } from '../../../src/recovery/calls/resolve-call-options.ts'

const answer = { type: 'function_call_output', call_id: 'call_1', output: 'ok' }
const asked = { type: 'function_call', call_id: 'call_2', name: 'f', arguments: null }
const prompt = { role: 'user', content: 'And?' }

test.each([
  ['input_tokens', { previous_response_id: 'resp_1' }],
  ['input_tokens', { conversation: 'conv_1' }],
  ['compact', { previous_response_id: 'resp_1' }],
])(
  '%s counts or keeps the fault that its own list shows, or an answer to what the server holds as one (%j)',
  async (path, continued) => {
    const reports: RecoveryReport[] = []
    const options = resolveAdapterOptions<RequestBody>({ onRepair: (report) => reports.push(report) })
    const endpoint = findUnsentEndpoint(`/v1/responses/${path}`)!
    const send = (...input: readonly object[]): Promise<RequestBody> =>
      repairUnsent({ model: 'gpt-5', input, ...continued }, endpoint, options)
    expect((await send(answer, prompt))['input']).toEqual([answer, prompt])
    expect(reports).toEqual([])
    expect(await send(answer, asked, prompt)).toEqual({
      model: 'gpt-5',
      ...continued,
      input: [
        answer,
        { ...asked, arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_2', output: expect.stringContaining('session-recovery') },
        prompt,
      ],
    })
    expect(reports.map(({ outcome }) => outcome)).toEqual(['recovered'])
  },
)
