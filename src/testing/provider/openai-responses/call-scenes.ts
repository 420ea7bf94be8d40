import { tinyPng } from '../shared/tiny-images.ts'
import { sentence } from '../shared/sentence.ts'
import type { ResponsesDraft } from './draft.ts'
import type { TestItem } from './transcript.ts'

type CallPair = {
  call: (draft: ResponsesDraft, callId: string) => TestItem
  output: (draft: ResponsesDraft, callId: string) => TestItem
}

const png = `data:image/png;base64,${tinyPng().data}`

const partsOrText = (draft: ResponsesDraft): unknown =>
  draft.random.chance(0.7)
    ? sentence(draft.random)
    : [
        { type: 'input_text', text: sentence(draft.random) },
        { type: 'input_image', detail: 'auto', image_url: png },
      ]

/** Every kind of call that a client answers, with its output. */
export const callPairs: Readonly<Record<string, CallPair>> = {
  function: {
    call: (draft, call_id) =>
      draft.spoken(
        {
          type: 'function_call',
          call_id,
          name: draft.random.pick(['read_file', 'run_tests', 'mcp__tracker__search']),
          // The API passes arguments on as text, whether they are valid JSON or not.
          arguments: draft.random.pick(['{"path":"a.ts"}', '{}', '{"text":"東京 🧪"}', '', '{"cut":']),
          ...(draft.random.chance(0.5) && { status: 'completed' }),
        },
        'fc',
      ),
    output: (draft, call_id) => ({ type: 'function_call_output', call_id, output: partsOrText(draft) }),
  },
  custom: {
    call: (draft, call_id) =>
      draft.spoken({ type: 'custom_tool_call', call_id, name: 'apply', input: sentence(draft.random) }, 'ctc'),
    output: (draft, call_id) => ({ type: 'custom_tool_call_output', call_id, output: partsOrText(draft) }),
  },
  'local-shell': {
    call: (draft, call_id) =>
      draft.spoken(
        {
          type: 'local_shell_call',
          call_id,
          status: 'completed',
          action: { type: 'exec', command: ['ls'], env: {} },
        },
        'lsh',
      ),
    output: (draft, call_id) =>
      draft.random.pick([
        { type: 'function_call_output', call_id, output: 'a.ts' },
        { type: 'local_shell_call_output', id: call_id, output: 'a.ts' },
        { type: 'local_shell_call_output', call_id, output: 'a.ts' },
      ]),
  },
  shell: {
    call: (draft, call_id) => draft.spoken({ type: 'shell_call', call_id, action: { commands: ['ls -la'] } }, 'sh'),
    output: (_draft, call_id) => ({
      type: 'shell_call_output',
      call_id,
      output: [{ stdout: 'a.ts\n', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
    }),
  },
  'apply-patch': {
    call: (draft, call_id) =>
      draft.spoken(
        { type: 'apply_patch_call', call_id, status: 'completed', operation: { type: 'delete_file', path: 'a.ts' } },
        'apc',
      ),
    output: (draft, call_id) => ({
      type: 'apply_patch_call_output',
      call_id,
      status: draft.random.pick(['completed', 'failed']),
      ...(draft.random.chance(0.5) && { output: sentence(draft.random) }),
    }),
  },
  computer: {
    call: (draft, call_id) =>
      draft.spoken(
        {
          type: 'computer_call',
          call_id,
          status: 'completed',
          pending_safety_checks: [],
          action: { type: 'click', button: 'left', x: 1, y: 2 },
        },
        'cu',
        true,
      ),
    output: (_draft, call_id) => ({
      type: 'computer_call_output',
      call_id,
      output: { type: 'computer_screenshot', image_url: png },
    }),
  },
  'tool-search': {
    call: (draft, call_id) =>
      draft.spoken({ type: 'tool_search_call', call_id, execution: 'client', arguments: { query: 'calendar' } }, 'tsc'),
    output: (_draft, call_id) => ({
      type: 'tool_search_output',
      call_id,
      execution: 'client',
      tools: [{ type: 'function', name: 'calendar', parameters: { type: 'object' }, strict: false }],
    }),
  },
}

/** One response with parallel calls, then their outputs in any order. */
export function toolLoop(draft: ResponsesDraft): void {
  const { random } = draft
  draft.add(...draft.reasoning())
  if (random.chance(0.3)) draft.add({ role: 'assistant', content: sentence(random) })
  const made = Array.from({ length: 1 + random.below(3) }, () => {
    const kind = random.chance(0.4) ? 'function' : random.pick(Object.keys(callPairs))
    const pair = callPairs[kind]!
    const callId = draft.callId()
    draft.add(pair.call(draft, callId))
    return { pair, callId }
  })
  if (random.chance(0.5)) made.reverse()
  // The user may write before the outputs arrive: results may stand anywhere behind their call.
  if (random.chance(0.15)) draft.add({ role: 'user', content: 'Hurry up.' })
  for (const { pair, callId } of made) draft.add(pair.output(draft, callId))
}

/** Approvals: one given, one refused, one not answered. */
export function approval(draft: ResponsesDraft): void {
  const { random } = draft
  draft.add(...draft.reasoning())
  const request = draft.spoken(
    { type: 'mcp_approval_request', arguments: '{}', name: 'search', server_label: 'tracker' },
    'mcpr',
    true,
  )
  draft.add(request)
  if (random.chance(0.2)) return
  const approve = random.chance(0.6)
  draft.add({ type: 'mcp_approval_response', approval_request_id: request['id'], approve })
  if (approve)
    draft.add(
      draft.spoken(
        {
          type: 'mcp_call',
          arguments: '{}',
          name: 'search',
          server_label: 'tracker',
          output: 'none found',
          approval_request_id: request['id'],
        },
        'mcp',
        true,
      ),
    )
}
