import { type AnthropicEmulator, createAnthropicEmulator, type EmulatorOptions } from './create-anthropic-emulator.ts'
import { jsonAnswer, streamAnswer } from '../shared/answers.ts'
import { awsEventFrame, awsEventStreamType } from '../shared/aws-event-frame.ts'
import { asText, isRecord, type JsonRecord } from '../shared/records.ts'
import { serveLoopback } from '../shared/serve-loopback.ts'

const paths = /\/model\/([^/]+)\/invoke(-with-response-stream)?$/

/** The errors of InvokeModel by status, as its reference lists them. */
const errorTypes: Readonly<Record<number, string>> = {
  400: 'ValidationException',
  403: 'AccessDeniedException',
  404: 'ResourceNotFoundException',
  408: 'ModelTimeoutException',
  424: 'ModelErrorException',
  429: 'ThrottlingException',
  500: 'InternalServerException',
  503: 'ServiceUnavailableException',
}

const fail = (status: number, message: string): Response =>
  jsonAnswer(status, { message }, { 'x-amzn-errortype': errorTypes[status] ?? 'InternalServerException' })

/** A body of InvokeModel as a request of the Messages API, which has the model in the body and the betas in a header. */
function asMessagesRequest(given: Request, body: JsonRecord, model: string, isStream: boolean): Request {
  const { anthropic_beta: betas, anthropic_version: _version, ...rest } = body
  return new Request('http://127.0.0.1/v1/messages', {
    method: 'POST',
    signal: given.signal,
    headers: Array.isArray(betas) ? { 'anthropic-beta': betas.join(',') } : {},
    body: JSON.stringify({ ...rest, model, ...(isStream && { stream: true }) }),
  })
}

/** Server-sent events as event-stream frames: each event of the Messages API becomes a `chunk`, its error an exception. */
function inFrames(events: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder()
  let rest = ''
  const frames = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) controller.enqueue(frameOf(part.slice(part.indexOf('data: ') + 'data: '.length)))
    },
  })
  return events.pipeThrough(frames)
}

function frameOf(data: string): Uint8Array {
  const { error, type } = JSON.parse(data) as JsonRecord
  if (type === 'error' && isRecord(error))
    return awsEventFrame('modelStreamErrorException', { message: asText(error['message']) })
  return awsEventFrame('chunk', { bytes: Buffer.from(data).toString('base64') })
}

/**
 * A scripted InvokeModel and InvokeModelWithResponseStream for models of Anthropic: the Messages API behind the paths, the errors
 * and the event-stream frames of Bedrock. Its requests are recorded as the Messages API got them.
 *
 * @example
 * const api = createInvokeModelEmulator()
 * api.respondWith({ text: 'Done.' })
 */
export function createInvokeModelEmulator(options: EmulatorOptions = {}): AnthropicEmulator {
  const api = createAnthropicEmulator(options)
  const handle = async (request: Request): Promise<Response> => {
    const [, model, stream] = paths.exec(new URL(request.url).pathname) ?? []
    if (model === undefined) return fail(404, 'Not found')
    const body: unknown = await request.json().catch(() => null)
    if (!isRecord(body)) return fail(400, 'Malformed input request, please reformat your input and try again.')
    if (body['anthropic_version'] !== 'bedrock-2023-05-31')
      return fail(400, 'anthropic_version: Field required. Use `bedrock-2023-05-31`.')
    const isStream = stream !== undefined
    const answer = await api.handle(asMessagesRequest(request, body, decodeURIComponent(model), isStream))
    if (!answer.ok) {
      const { error } = (await answer.json()) as { error?: { message?: string } }
      return fail(answer.status, error?.message ?? '')
    }
    return isStream && answer.body
      ? streamAnswer(inFrames(answer.body), { 'content-type': awsEventStreamType })
      : answer
  }
  return {
    ...api,
    handle,
    listen: (port) => serveLoopback(handle, port),
    handlers: async <Handler>() => {
      const { http } = await import('msw')
      return [http.all(paths, ({ request }) => handle(request)) as Handler]
    },
  }
}
